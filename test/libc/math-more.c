// Functions of <math.h> beyond the usual ones.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double x = 2.5, y = -0.75;
  volatile float f = 1.25f;
  volatile long double l = 3.0L;
  int i;
  printf("%a %a %a %a\n", j0(x), j1(x), y0(x), yn(2, x));
  printf("%a %a %La\n", jn(3, x), tgamma(x), lgammal(l));
  printf("%a", lgamma_r(y, &i)), printf(" %d\n", i);
  printf("%a", remquo(10.3, 3.1, &i)), printf(" %d\n", i);
  printf("%a %a\n", nexttoward(x, l), nextafter(x, y));
  printf("%a %a %a\n", significand(x), logb(x), scalb(x, 3));
  printf("%a %a %a\n", (double)cbrtf(f), (double)hypotf(f, f), erf(y));
  printf("%La %La %La\n", sqrtl(l), powl(l, l), expm1l(l));
  printf("%d %ld %lld\n", ilogb(x), lround(y), llrint(x));
  printf("%a %a %a\n", fdim(x, y), fma(x, y, 1), copysign(x, y));
  double s, c;
  sincos(x, &s, &c);
  printf("%a %a\n", s, c);
  printf("%d %d %d %d\n", isnan(NAN), isinf(-INFINITY) != 0, signbit(y) != 0, fpclassify(0.0) == FP_ZERO);
  return 0;
}
