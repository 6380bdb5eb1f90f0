// float, double and long double: arithmetic, comparison, conversion, libm.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long long bits(double d) {
  unsigned long long u;
  memcpy(&u, &d, sizeof u);
  return u;
}

static void compare(double a, double b) {
  printf("%d%d%d%d%d%d %d%d%d\n", a < b, a <= b, a == b, a != b, a >= b, a > b,
         __builtin_isunordered(a, b), __builtin_isless(a, b),
         __builtin_islessgreater(a, b));
}

int main(void) {
  volatile double zero = 0.0, one = 1.0, big = 1e308, tiny = 5e-324;
  volatile float f = 16777216.0f, third = 1.0f / 3;
  volatile long double ld = 1.0L / 3, huge = LDBL_MAX;
  double nan = zero / zero, inf = one / zero;

  compare(1, 2), compare(2, 2), compare(nan, 1), compare(-inf, inf), compare(-0.0, 0.0);
  printf("%a %a %a\n", 0.1, (double)third, big * 10);
  printf("%llx %llx %llx\n", bits(tiny / 2), bits(-zero), bits(tiny * 3));
  printf("%.9g %.9g %.9g\n", (double)(f + 1.0f), (double)(f + 2.0f), (double)(third * 3));
  printf("%.17g %.17g\n", 0.1 + 0.2, (double)(float)0.1);
  printf("%.21Lg %La %Lg\n", ld, ld, huge);
  printf("%.19Lg\n", (ld + 1) * (ld - 1) / 7 - 0.5L);
  printf("%d\n", (double)huge == inf);

  // Conversions in both directions, with truncation.
  volatile double values[] = {-2.9, 2.9, 1e9 + 0.5, -1e18, 4294967295.0, 0.49};
  for (int i = 0; i < 6; i++) {
    double d = values[i];
    printf("%lld ", (long long)d);
    if (d > -2e9 && d < 2e9)
      printf("%d %d ", (int)d, (short)(int)d);
    if (d >= 0)
      printf("%llu %u ", (unsigned long long)d, (unsigned)d);
    printf("%.9g %Lg\n", (double)(float)d, (long double)d);
  }
  volatile unsigned long long u = ULLONG_MAX - 1023;
  volatile long long s = LLONG_MIN + 1;
  printf("%.17g %.9g %.21Lg\n", (double)u, (double)(float)u, (long double)u);
  printf("%.17g %.9g %.21Lg\n", (double)s, (double)(float)s, (long double)s);
  printf("%llu\n", (unsigned long long)1.8e19);
  printf("%llu %lld\n", (unsigned long long)(long double)u, (long long)(long double)s);
  printf("%d %d\n", (char)65.9, (_Bool)0.1);

  printf("%g %g %g %g\n", sqrt(2.0), fabs(-3.5), floor(-2.5), ceil(-2.5));
  printf("%g %g %g %g\n", trunc(-2.7), round(2.5), rint(2.5), fmod(10.25, 3));
  printf("%g %g %g\n", copysign(3, -zero), fmin(nan, 2), fmax(1, 2));
  printf("%.15g %.15g %.15g\n", sin(one), exp(one), pow(2.5, 3.5));
  printf("%.15g %.15g\n", log(10 * one), atan2(one, -2 * one));
  printf("%d%d%d%d\n", !!isnan(nan), !!isinf(inf), !!signbit(-zero), !!isfinite(big));
  int exponent;
  printf("%g", frexp(48.5, &exponent));
  printf(" %d %g\n", exponent, ldexp(0.75, 10));
  double whole;
  printf("%g", modf(-3.75, &whole));
  printf(" %g\n", whole);
  printf("%.17g\n", __builtin_fma(one + DBL_EPSILON, 1 - DBL_EPSILON, -one));

  float sum = 0;
  for (int i = 1; i <= 10000; i++)
    sum += 1.0f / (float)i;
  double dsum = 0;
  for (int i = 10000; i >= 1; i--)
    dsum += 1.0 / i;
  printf("%.9g %.17g\n", (double)sum, dsum);
  return 0;
}
