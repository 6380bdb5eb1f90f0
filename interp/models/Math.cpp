//===- interp/models/Math.cpp - libm --------------------------------------===//
//
// Computed by the host's libm: the same library, the same results. One row is
// three functions: double, float (f) and long double (l). errno and floating
// point exceptions are not set. Tested by test/models/math.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

#include <cmath>

#include <math.h>

namespace rbcheck {
namespace {

using D = double;
using F = float;
using L = long double;

template <typename T> T get(ModelCall &call, size_t i) {
  if constexpr (std::is_same_v<T, L>)
    return call.argX87(i);
  else if constexpr (std::is_floating_point_v<T>)
    return T(call.argDouble(i));
  else
    return T(call.arg(i));
}

template <typename T> ModelResult put(ModelCall &call, T value) {
  if constexpr (std::is_same_v<T, D>)
    return call.retDouble(value);
  else if constexpr (std::is_same_v<T, F>)
    return call.retFloat(value);
  else if constexpr (std::is_same_v<T, L>)
    return call.retX87(value);
  else if constexpr (sizeof(T) == 4)
    return call.retInt(int32_t(value));
  else
    return call.ret(uint64_t(value));
}

/// Any function of one, two or three numbers.
template <auto Fn> struct Caller;
template <typename R, typename A, R (*Fn)(A)> struct Caller<Fn> {
  static ModelResult run(ModelCall &call) {
    return put(call, Fn(get<A>(call, 0)));
  }
};
template <typename R, typename A, typename B, R (*Fn)(A, B)> struct Caller<Fn> {
  static ModelResult run(ModelCall &call) {
    return put(call, Fn(get<A>(call, 0), get<B>(call, 1)));
  }
};
template <typename R, typename A, typename B, typename C, R (*Fn)(A, B, C)>
struct Caller<Fn> {
  static ModelResult run(ModelCall &call) {
    return put(call, Fn(get<A>(call, 0), get<B>(call, 1), get<C>(call, 2)));
  }
};

/// double frexp(double x, int *exponent)
template <typename T> ModelResult splitExponent(ModelCall &call) {
  int exponent = 0;
  T value = std::frexp(get<T>(call, 0), &exponent);
  return call.store(call.arg(1), exponent) ? put(call, value) : call.failed();
}
void storesInt(ModelCall &call, Effects &to) {
  to.writes(call.arg(1), sizeof(int));
}

/// double modf(double x, double *whole)
template <typename T> ModelResult splitWhole(ModelCall &call) {
  T whole, fraction = std::modf(get<T>(call, 0), &whole);
  constexpr size_t kBytes = std::is_same_v<T, L> ? 10 : sizeof(T);
  return call.write(call.arg(1), &whole, kBytes) ? put(call, fraction)
                                                 : call.failed();
}
/// double remquo(double a, double b, int *quotient)
template <typename T> ModelResult divideWith(ModelCall &call) {
  int quotient = 0;
  T rest = std::remquo(get<T>(call, 0), get<T>(call, 1), &quotient);
  return call.store(call.arg(2), quotient) ? put(call, rest) : call.failed();
}
void storesThird(ModelCall &call, Effects &to) {
  to.writes(call.arg(2), sizeof(int));
}

inline double lgammaWith(double x, int *sign) { return lgamma_r(x, sign); }
inline float lgammaWith(float x, int *sign) { return lgammaf_r(x, sign); }
inline long double lgammaWith(long double x, int *sign) {
  return lgammal_r(x, sign);
}
/// double lgamma_r(double x, int *sign)
template <typename T> ModelResult gammaWithSign(ModelCall &call) {
  int sign = 0;
  T value = lgammaWith(get<T>(call, 0), &sign);
  return call.store(call.arg(1), sign) ? put(call, value) : call.failed();
}

template <typename T> void storesReal(ModelCall &call, Effects &to) {
  constexpr size_t kBytes = std::is_same_v<T, L> ? 10 : sizeof(T);
  to.writes(call.arg(1), kBytes);
}

/// double nan(const char *tag)
template <typename T> ModelResult notANumber(ModelCall &call) {
  return put(call, std::numeric_limits<T>::quiet_NaN());
}

/// int isnan(double), and the other questions; results as in glibc
template <typename T> ModelResult isNan(ModelCall &call) {
  return call.retInt(std::isnan(get<T>(call, 0)));
}
template <typename T> ModelResult isInf(ModelCall &call) {
  T x = get<T>(call, 0);
  return call.retInt(std::isinf(x) ? (x > 0 ? 1 : -1) : 0);
}
template <typename T> ModelResult isFinite(ModelCall &call) {
  return call.retInt(std::isfinite(get<T>(call, 0)));
}
template <typename T> ModelResult signBit(ModelCall &call) {
  return call.retInt(std::signbit(get<T>(call, 0)));
}
template <typename T> ModelResult classify(ModelCall &call) {
  return call.retInt(std::fpclassify(get<T>(call, 0)));
}

constexpr Model row(const char *name, ModelResult (*body)(ModelCall &)) {
  return {name, Fidelity::Exact, Visible::No, body};
}

/// Rows of a function and its f and l forms; Type<T> is its type for T.
#define RB_MATH(name, Type)                                                    \
  row(#name, Caller<static_cast<Type<D>>(::name)>::run),                       \
      row(#name "f", Caller<static_cast<Type<F>>(::name##f)>::run),            \
      row(#name "l", Caller<static_cast<Type<L>>(::name##l)>::run)

template <typename T> using One = T (*)(T);
template <typename T> using Two = T (*)(T, T);
template <typename T> using Three = T (*)(T, T, T);
template <typename T> using ToInt = int (*)(T);
template <typename T> using ToLong = long (*)(T);
template <typename T> using ToLongLong = long long (*)(T);
template <typename T> using WithInt = T (*)(T, int);
template <typename T> using WithLong = T (*)(T, long);
template <typename T> using IntFirst = T (*)(int, T);
template <typename T> using Toward = T (*)(T, long double);

const RegisterModels kMathModels({
    RB_MATH(sqrt, One), RB_MATH(cbrt, One), RB_MATH(fabs, One),
    RB_MATH(sin, One), RB_MATH(cos, One), RB_MATH(tan, One),
    RB_MATH(asin, One), RB_MATH(acos, One), RB_MATH(atan, One),
    RB_MATH(sinh, One), RB_MATH(cosh, One), RB_MATH(tanh, One),
    RB_MATH(asinh, One), RB_MATH(acosh, One), RB_MATH(atanh, One),
    RB_MATH(exp, One), RB_MATH(exp2, One), RB_MATH(exp10, One),
    RB_MATH(expm1, One), RB_MATH(log, One), RB_MATH(log2, One),
    RB_MATH(log10, One), RB_MATH(log1p, One), RB_MATH(logb, One),
    RB_MATH(floor, One), RB_MATH(ceil, One), RB_MATH(round, One),
    RB_MATH(roundeven, One), RB_MATH(trunc, One), RB_MATH(rint, One),
    RB_MATH(nearbyint, One), RB_MATH(erf, One), RB_MATH(erfc, One),
    RB_MATH(tgamma, One), RB_MATH(lgamma, One),
    RB_MATH(pow, Two), RB_MATH(fmod, Two), RB_MATH(remainder, Two),
    RB_MATH(atan2, Two), RB_MATH(hypot, Two), RB_MATH(copysign, Two),
    RB_MATH(fmin, Two), RB_MATH(fmax, Two), RB_MATH(fdim, Two),
    RB_MATH(nextafter, Two), RB_MATH(drem, Two), RB_MATH(fma, Three),
    RB_MATH(ilogb, ToInt), RB_MATH(lround, ToLong), RB_MATH(lrint, ToLong),
    RB_MATH(llround, ToLongLong), RB_MATH(llrint, ToLongLong),
    RB_MATH(j0, One), RB_MATH(j1, One), RB_MATH(y0, One), RB_MATH(y1, One),
    RB_MATH(gamma, One), RB_MATH(significand, One), RB_MATH(scalb, Two),
    RB_MATH(nextup, One), RB_MATH(nextdown, One), RB_MATH(jn, IntFirst),
    RB_MATH(yn, IntFirst), RB_MATH(nexttoward, Toward),
    RB_MATH(ldexp, WithInt), RB_MATH(scalbn, WithInt),
    RB_MATH(scalbln, WithLong),
});

#undef RB_MATH

/// Rows of a template over the three types.
#define RB_ASK(name, body)                                                     \
  row(name, body<D>), row(name "f", body<F>), row(name "l", body<L>)

const RegisterModels kQuestionModels({
    RB_ASK("nan", notANumber), RB_ASK("isnan", isNan), RB_ASK("__isnan", isNan),
    RB_ASK("isinf", isInf), RB_ASK("__isinf", isInf),
    RB_ASK("finite", isFinite), RB_ASK("__finite", isFinite),
    RB_ASK("__signbit", signBit), RB_ASK("__fpclassify", classify),
});

#undef RB_ASK

const RegisterModels kSplitModels({
    touching("frexp", splitExponent<D>, storesInt),
    touching("frexpf", splitExponent<F>, storesInt),
    touching("frexpl", splitExponent<L>, storesInt),
    touching("remquo", divideWith<D>, storesThird),
    touching("remquof", divideWith<F>, storesThird),
    touching("remquol", divideWith<L>, storesThird),
    touching("lgamma_r", gammaWithSign<D>, storesInt),
    touching("lgammaf_r", gammaWithSign<F>, storesInt),
    touching("lgammal_r", gammaWithSign<L>, storesInt),
    touching("modf", splitWhole<D>, storesReal<D>),
    touching("modff", splitWhole<F>, storesReal<F>),
    touching("modfl", splitWhole<L>, storesReal<L>),
});

} // namespace
} // namespace rbcheck
