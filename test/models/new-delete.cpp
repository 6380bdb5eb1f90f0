// operator new and delete.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <cassert>
#include <new>

struct Point {
  int x = 1, y = 2;
};

int main() {
  Point *one = new Point, *many = new Point[3];
  assert(one->x == 1 && many[2].y == 2);
  delete one;
  delete[] many;
  delete static_cast<Point *>(nullptr);
  int *maybe = new (std::nothrow) int(5);
  assert(*maybe == 5);
  delete maybe;
}
