// Printing characters and strings; put, write, padding.
// RUN: %same %s
// RUN: %same %s -O2
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
int main() {
  std::string s = "string";
  std::cout << 'c' << "text" << s << std::string_view("view") << '\n';
  std::cout << std::setw(8) << "ab" << '|' << std::left << std::setw(8) << s
            << '|' << std::setfill('.') << std::setw(3) << 'x' << "|\n";
  std::cout << std::quoted("a \"b\"") << (unsigned char)'u' << (signed char)'s';
  std::cout.put('\n').write("written", 5).flush() << std::ends << std::endl;
  std::cout << (const char *)nullptr;
  std::cout.clear();
  std::cout << "again\n" << std::cout.good() << std::endl;
}
