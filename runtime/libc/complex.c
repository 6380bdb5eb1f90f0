//===- runtime/libc/complex.c - Complex arithmetic for the compiler -------===//
//
// What clang calls for * and / of complex numbers (compiler-rt's __muldc3 and
// its family), after C17 annex G.5.1, examples 1 and 2; and sincos.
// Tested by test/models/complex.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <math.h>

/// A 0 or 1 with the sign of x: infinities count as 1.
#define RB_BOX(x)                                                              \
  __builtin_copysign(__builtin_isinf(x) ? 1.0 : 0.0, (double)(x))
/// NaN counts as a 0 with its sign.
#define RB_NANZERO(x)                                                          \
  if (__builtin_isnan(x))                                                      \
  x = __builtin_copysign(0.0, (double)(x))

#define RB_MULTIPLY(name, T)                                                   \
  T _Complex name(T a, T b, T c, T d) {                                        \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                          \
    T x = ac - bd, y = ad + bc;                                                \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                            \
      int again = 0;                                                           \
      if (__builtin_isinf(a) || __builtin_isinf(b)) {                          \
        a = RB_BOX(a), b = RB_BOX(b);                                          \
        RB_NANZERO(c);                                                         \
        RB_NANZERO(d);                                                         \
        again = 1;                                                             \
      }                                                                        \
      if (__builtin_isinf(c) || __builtin_isinf(d)) {                          \
        c = RB_BOX(c), d = RB_BOX(d);                                          \
        RB_NANZERO(a);                                                         \
        RB_NANZERO(b);                                                         \
        again = 1;                                                             \
      }                                                                        \
      if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) ||             \
                     __builtin_isinf(ad) || __builtin_isinf(bc))) {            \
        RB_NANZERO(a);                                                         \
        RB_NANZERO(b);                                                         \
        RB_NANZERO(c);                                                         \
        RB_NANZERO(d);                                                         \
        again = 1;                                                             \
      }                                                                        \
      if (again) {                                                             \
        x = (T)INFINITY * (a * c - b * d);                                     \
        y = (T)INFINITY * (a * d + b * c);                                     \
      }                                                                        \
    }                                                                          \
    T _Complex z;                                                              \
    __real__ z = x;                                                            \
    __imag__ z = y;                                                            \
    return z;                                                                  \
  }

#define RB_DIVIDE(name, T, logbOf, scalbnOf, maxOf)                            \
  T _Complex name(T a, T b, T c, T d) {                                        \
    int scale = 0;                                                             \
    T logarithm = logbOf(maxOf(c < 0 ? -c : c, d < 0 ? -d : d));               \
    if (!__builtin_isinf(logarithm) && !__builtin_isnan(logarithm)) {          \
      scale = (int)logarithm;                                                  \
      c = scalbnOf(c, -scale);                                                 \
      d = scalbnOf(d, -scale);                                                 \
    }                                                                          \
    T norm = c * c + d * d;                                                    \
    T x = scalbnOf((a * c + b * d) / norm, -scale);                            \
    T y = scalbnOf((b * c - a * d) / norm, -scale);                            \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                            \
      if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {         \
        T infinity = (T)__builtin_copysign(INFINITY, (double)c);               \
        x = infinity * a;                                                      \
        y = infinity * b;                                                      \
      } else if ((__builtin_isinf(a) || __builtin_isinf(b)) &&                 \
                 __builtin_isfinite(c) && __builtin_isfinite(d)) {             \
        a = RB_BOX(a), b = RB_BOX(b);                                          \
        x = (T)INFINITY * (a * c + b * d);                                     \
        y = (T)INFINITY * (b * c - a * d);                                     \
      } else if (__builtin_isinf(logarithm) && logarithm > 0 &&                \
                 __builtin_isfinite(a) && __builtin_isfinite(b)) {             \
        c = RB_BOX(c), d = RB_BOX(d);                                          \
        x = 0 * (a * c + b * d);                                               \
        y = 0 * (b * c - a * d);                                               \
      }                                                                        \
    }                                                                          \
    T _Complex z;                                                              \
    __real__ z = x;                                                            \
    __imag__ z = y;                                                            \
    return z;                                                                  \
  }

RB_MULTIPLY(__mulsc3, float)
RB_MULTIPLY(__muldc3, double)
RB_MULTIPLY(__mulxc3, long double)
RB_DIVIDE(__divsc3, float, logbf, scalbnf, fmaxf)
RB_DIVIDE(__divdc3, double, logb, scalbn, fmax)
RB_DIVIDE(__divxc3, long double, logbl, scalbnl, fmaxl)

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
