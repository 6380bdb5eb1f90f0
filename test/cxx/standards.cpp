// Strings and string streams in every standard, at -O0 and -O2.
// RUN: %same %s -std=c++11
// RUN: %same %s -std=c++14
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20
// RUN: %same %s -std=c++11 -O2
// RUN: %same %s -std=c++17 -O2
// RUN: %same %s -std=c++20 -O2
// RUN: %same %s -std=c++17 -include rbcheck_prelude.h
// RUN: %same %s -std=c++20 -O1 -include rbcheck_prelude.h
#include <iostream>
#include <sstream>
#include <string>
int main() {
  std::string text("some text"), other(text, 5, 4), many(3, '='), sum;
  std::ostringstream out;
  out << text << ' ' << 17 << ' ' << 2.5 << many;
  std::istringstream in(out.str());
  while (in >> other)
    sum += other + ";";
  std::stringstream both;
  both << sum;
  std::string line;
  while (std::getline(both, line, ';'))
    std::cout << '[' << line << ']';
  std::cout << std::endl;
}
