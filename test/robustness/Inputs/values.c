// Seed for mutate.py: arithmetic of all types, structs, vectors, switches.
#include <stdarg.h>
#include <stdio.h>

struct Pair { long a; double b; };
typedef int Four __attribute__((vector_size(16)));
union Bits { float f; struct { unsigned low : 23, high : 9; } s; };

static struct Pair turn(struct Pair p, int n) {
  switch (n) {
  case 0: return p;
  case 1 ... 3: return (struct Pair){p.a << n, p.b / n};
  default: return (struct Pair){-p.a, -p.b};
  }
}
static double total(int n, ...) {
  va_list list;
  double sum = 0;
  va_start(list, n);
  while (n--)
    sum += va_arg(list, double);
  va_end(list);
  return sum;
}

int main(void) {
  struct Pair p = {3, 0.5};
  for (int i = 0; i < 6; i++)
    p = turn(p, i);
  Four v = {1, 2, 3, 4};
  v = v * v - 1;
  __int128 wide = (__int128)p.a << 70;
  long double ld = 1.0L / 3;
  union Bits u = {.f = 1.5f};
  unsigned char c = 200;
  c += 100;
  static void *labels[] = {&&yes, &&no};
  goto *labels[c & 1];
yes:
  printf("%ld %g %d %Lg\n", p.a, p.b, v[3], ld);
no:
  printf("%x %u %g\n", (unsigned)(wide >> 64), u.s.high, total(3, 1.0, 2.0, 3.5));
  return 0;
}
