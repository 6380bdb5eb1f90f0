// A stream can be given another buffer.
// RUN: %same %s
#include <iostream>
#include <sstream>
int main() {
  std::ostringstream kept;
  std::streambuf *old = std::cout.rdbuf(kept.rdbuf());
  std::cout << "hidden " << 5;
  std::cout.rdbuf(old);
  std::cout << "kept: " << kept.str() << std::endl;
  std::ostream second(old);
  second << "second\n";
}
