// Reading words, lines and single characters.
// RUN: %same %s
// RUN: %same %s -O1
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
int main() {
  std::istringstream in("word  second\nthe third line\n#skipped\nx\n\nlast");
  std::string word, line;
  in >> word >> std::setw(3) >> line;
  std::cout << word << ' ' << line << '\n';
  std::getline(in, line), std::cout << '[' << line << "]\n";
  std::getline(in, line), std::cout << '[' << line << "]\n";
  in.ignore(100, '\n');
  std::cout << in.gcount() << char(in.get()) << char(in.peek()) << '\n';
  in.putback('p');
  std::cout << char(in.get()) << (in >> std::ws).good() << '\n';
  char buffer[4];
  in.getline(buffer, sizeof(buffer));
  std::cout << buffer << in.fail() << in.gcount() << '\n';
  in.clear();
  in.read(buffer, 3);
  std::cout << in.gcount() << in.eof() << in.fail() << in.tellg() << '\n';
  std::istringstream lines("a\nb\n");
  while (std::getline(lines, line))
    std::cout << line << ';';
  char array[10];
  std::istringstream("arrayword rest") >> std::setw(6) >> array;
  std::cout << array << std::endl;
}
