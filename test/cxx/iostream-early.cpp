// Streams work in constructors of globals and in destructors.
// RUN: %same %s
#include <iostream>
struct Speaks {
  const char *name;
  Speaks(const char *name) : name(name) { std::cout << "+" << name << '\n'; }
  ~Speaks() { std::cout << "-" << name << '\n'; }
};
static Speaks first("first"), second("second");
int main() {
  std::ios_base::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::cout << "main\n";
}
