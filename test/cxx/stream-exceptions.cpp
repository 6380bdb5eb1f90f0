// Streams throw if they were asked to.
// RUN: %same %s
#include <iostream>
#include <sstream>
int main() {
  std::istringstream in("x");
  in.exceptions(std::ios::failbit);
  int n;
  try {
    in >> n;
  } catch (const std::ios_base::failure &e) {
    std::cout << e.what() << ' ' << e.code().value() << '\n';
  }
  in.exceptions(std::ios::goodbit);
  in >> n;
  std::cout << in.fail() << std::endl;
}
