//===- runtime/libc/complex.c - Complex arithmetic for the compiler -------===//
//
// Parts of complex numbers, powers for the compiler, and sincos. Products and
// quotients are models (interp/models/Complex.cpp).
// Tested by test/models/complex.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <math.h>

#define RB_PARTS(suffix, T)                                                    \
  T creal##suffix(T _Complex z) { return __real__ z; }                         \
  T cimag##suffix(T _Complex z) { return __imag__ z; }                         \
  T cabs##suffix(T _Complex z) {                                               \
    return hypot##suffix(__real__ z, __imag__ z);                              \
  }                                                                            \
  T carg##suffix(T _Complex z) {                                               \
    return atan2##suffix(__imag__ z, __real__ z);                              \
  }                                                                            \
  T _Complex conj##suffix(T _Complex z) { return ~z; }

RB_PARTS(, double)
RB_PARTS(f, float)
RB_PARTS(l, long double)

/// x to a whole power, as the compiler's __builtin_powi wants it.
#define RB_POWER(name, T)                                                      \
  T name(T x, int n) {                                                         \
    T result = 1;                                                              \
    for (unsigned k = n < 0 ? -(unsigned)n : (unsigned)n; k; k >>= 1) {        \
      if (k & 1)                                                               \
        result *= x;                                                           \
      x *= x;                                                                  \
    }                                                                          \
    return n < 0 ? 1 / result : result;                                        \
  }

RB_POWER(__powisf2, float)
RB_POWER(__powidf2, double)
RB_POWER(__powixf2, long double)

void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
void sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
void sincosl(long double x, long double *s, long double *c) {
  *s = sinl(x);
  *c = cosl(x);
}
