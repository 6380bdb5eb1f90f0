// Every form of new and delete.
// RUN: %same %s
#include <cassert>
#include <cstdio>
#include <new>
struct alignas(64) Wide {
  char c[64];
};
struct Counted {
  static int live;
  Counted() { ++live; }
  ~Counted() { --live; }
};
int Counted::live;
int main() {
  delete new int(3);
  delete[] new int[4]();
  Wide *w = new Wide, *ws = new Wide[3];
  assert(reinterpret_cast<unsigned long>(w) % 64 == 0);
  delete w;
  delete[] ws;
  int *n = new (std::nothrow) int(5);
  delete n;
  operator delete(operator new(8, std::nothrow), std::nothrow);
  operator delete[](operator new[](64, std::align_val_t(32)), std::align_val_t(32));
  Counted *many = new Counted[5];
  printf("%d\n", Counted::live);
  delete[] many;
  printf("%d %d\n", Counted::live, std::get_new_handler() == nullptr);
  assert(new (std::nothrow) char[size_t(1) << 60] == nullptr);
}
