// Arguments are copied into a std::thread unless they are references.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <functional>
#include <thread>
static void take(int own, int &shared) {
  own++;         // NORACE
  shared += own; // RACE!
}
int main() {
  int copied = 0, lent = 0;
  std::thread other(take, copied, std::ref(lent));
  copied++; // NORACE
  lent++;   // RACE!
  other.join();
  lent++; // NORACE
}
