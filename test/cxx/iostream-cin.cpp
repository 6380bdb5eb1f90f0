// Standard input is empty.
// RUN: %same %s
#include <iostream>
#include <string>
int main() {
  int n = 7;
  std::string line = "old";
  std::cin >> n;
  std::cout << n << std::cin.eof() << std::cin.fail();
  std::cin.clear();
  std::cout << bool(std::getline(std::cin, line)) << line.size() << std::endl;
}
