// A struct that is assigned to itself is split like any other.
// RUN: %exits 0 rbcheck %s
#include <assert.h>

struct pair {
  int first, second;
};

int main(void) {
  struct pair a = {1, 2}, b;
  a = a;
  b = a;
  b = b;
  assert(b.first == 1 && b.second == 2);
}
