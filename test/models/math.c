// libm.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <math.h>

static int near(double a, double b) { return fabs(a - b) < 1e-9; }

int main(void) {
  volatile double x = 2.0, half = 0.5;
  volatile float f = 2.25f;
  volatile long double l = 4.0L;
  int exponent;
  double whole;
  assert(near(sqrt(x), 1.4142135623730951) && sqrtf(f) == 1.5f);
  assert(sqrtl(l) == 2.0L && cbrt(x + 6) == 2.0);
  assert(near(sin(x), 0.9092974268256817) && near(cos(x), -0.4161468365471424));
  assert(near(atan2(1, x), 0.4636476090008061) && near(exp(log(x)), 2));
  assert(pow(x, 10) == 1024 && powf(f, 2) == 5.0625f && fmod(7, x) == 1);
  assert(floor(-half) == -1 && ceil(half) == 1 && trunc(-2.7) == -2);
  assert(round(2.5) == 3 && rint(x + half) == 2 && nearbyint(3.5) == 4);
  assert(lround(2.5) == 3 && llround(-2.5) == -3 && lrint(2.4) == 2);
  assert(hypot(3, x + 2) == 5 && copysign(1, -x) == -1);
  assert(fmin(1, x) == 1 && fmax(1, x) == 2 && fdim(5, x) == 3);
  assert(fma(x, 3, 1) == 7 && ldexp(x, 3) == 16 && scalbn(1, 4) == 16);
  assert(frexp(x * 4, &exponent) == 0.5 && exponent == 4);
  assert(modf(x + half, &whole) == 0.5 && whole == 2);
  assert(ilogb(x * 4) == 3 && logb(x) == 1 && log2(x) == 1);
  assert(log10(x * 50) == 2 && exp2(x) == 4);
  assert(isnan(nan("")) && isinf(-1 / (x - 2)) && !isfinite(INFINITY));
  assert(signbit(-x) && fpclassify(x) == FP_NORMAL);
}
