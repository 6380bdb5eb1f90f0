// Complex arithmetic.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <complex.h>
#include <math.h>

int main(void) {
  volatile double complex a = 1 + 2 * I, b = 3 - I;
  volatile float complex f = 2 + 2 * I;
  double complex product = a * b, quotient = a / b;
  assert(creal(product) == 5 && cimag(product) == 5);
  assert(fabs(creal(quotient) - 0.1) < 1e-15);
  assert(fabs(cimag(quotient) - 0.7) < 1e-15);
  assert(crealf(f * f) == 0 && cimagf(f * f) == 8);
  assert(cabs(3 + 4 * I) == 5 && cimag(conj(a)) == -2);
  volatile double complex zero = 0;
  assert(isinf(creal(a / zero)));
}
