// File streams: writing, reading, positions, appending, failures.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -include %include/rbcheck_prelude.h
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

static const char *const kName = "rbcheck-fstream.txt";

int main() {
  {
    std::ofstream out(kName);
    out << "hello " << 42 << "\nline two\n" << 3.5 << "\n";
    std::cout << out.tellp() << out.good() << "\n";
  }
  std::ifstream in(kName);
  std::string line;
  while (std::getline(in, line))
    std::cout << "[" << line << "]\n";
  std::cout << in.eof() << in.fail() << "\n";
  in.clear();
  in.seekg(0);
  int number;
  in >> line >> number;
  std::cout << line << number << " at " << in.tellg() << "\n";
  in.seekg(-4, std::ios::end);
  double real;
  in >> real;
  std::cout << real << char(in.peek() == '\n' ? 'n' : '?') << "\n";
  std::ifstream none("/nonexistent/x");
  std::cout << none.is_open() << none.good() << !none << "\n";
  std::fstream both(kName, std::ios::in | std::ios::out | std::ios::app);
  both << "appended\n";
  both.seekg(0, std::ios::end);
  std::cout << both.tellg() << "\n";
  both.close();
  std::ifstream all(kName, std::ios::binary);
  std::stringstream copy;
  copy << all.rdbuf();
  std::cout << copy.str() << all.is_open() << "\n";
  std::ofstream moved = std::ofstream(kName, std::ios::trunc);
  moved.write("abc", 3).put('d').flush();
  std::ifstream again(kName);
  char bytes[8] = {};
  again.read(bytes, 8);
  std::cout << again.gcount() << bytes << "\n";
  again.close();
  again.open(kName);
  std::cout << char(again.get()) << again.rdbuf()->in_avail() << "\n";
  std::remove(kName);
  std::cout << std::ifstream(kName).is_open() << "\n";
}
