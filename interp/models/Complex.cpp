//===- interp/models/Complex.cpp - Complex arithmetic ---------------------===//
//
// What clang calls for * and / of complex numbers, and <complex.h>. Computed by
// the host's own functions of these names: the same library, the same results.
// Tested by test/models/complex.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"

#include <bit>
#include <complex>
#include <cstring>

namespace rbcheck {
namespace {

template <typename T> T part(ModelCall &call, size_t i) {
  if constexpr (sizeof(T) == 16)
    return call.argX87(i);
  else
    return T(call.argDouble(i));
}

/// Appends the slots of one part.
void put(llvm::SmallVectorImpl<uint64_t> &out, float value) {
  out.push_back(std::bit_cast<uint32_t>(value));
}
void put(llvm::SmallVectorImpl<uint64_t> &out, double value) {
  out.push_back(std::bit_cast<uint64_t>(value));
}
void put(llvm::SmallVectorImpl<uint64_t> &out, long double value) {
  uint64_t words[2] = {};
  std::memcpy(words, &value, 10);
  out.append(words, words + 2);
}

/// T _Complex __mulxc3(T a, T b, T c, T d), __divxc3: (a + ib) op (c + id)
template <typename T, bool isProduct> ModelResult combine(ModelCall &call) {
  std::complex<T> x(part<T>(call, 0), part<T>(call, 1));
  std::complex<T> y(part<T>(call, 2), part<T>(call, 3));
  std::complex<T> z = isProduct ? x * y : x / y;
  llvm::SmallVector<uint64_t, 4> slots;
  put(slots, z.real());
  put(slots, z.imag());
  return call.retSlots(slots);
}

//===--- <complex.h> ------------------------------------------------------===//

/// The complex number in argument `i`, and `i` moves behind it. double comes as
/// two arguments, float as one vector, long double as a copy in memory.
bool take(ModelCall &call, size_t &i, std::complex<double> &z) {
  z = {call.argDouble(i), call.argDouble(i + 1)};
  i += 2;
  return true;
}
bool take(ModelCall &call, size_t &i, std::complex<float> &z) {
  const uint64_t bits = call.arg(i++);
  z = {std::bit_cast<float>(uint32_t(bits)),
       std::bit_cast<float>(uint32_t(bits >> 32))};
  return true;
}

ModelResult give(ModelCall &call, std::complex<double> z) {
  return call.retSlots({std::bit_cast<uint64_t>(z.real()),
                        std::bit_cast<uint64_t>(z.imag())});
}
ModelResult give(ModelCall &call, std::complex<float> z) {
  return call.retSlots({std::bit_cast<uint32_t>(z.real()),
                        std::bit_cast<uint32_t>(z.imag())});
}

template <typename T> using Complex = std::complex<T>;

template <typename T, Complex<T> (*Function)(const Complex<T> &)>
ModelResult unary(ModelCall &call) {
  size_t i = 0;
  Complex<T> z;
  return take(call, i, z) ? give(call, Function(z)) : call.failed();
}
template <typename T> ModelResult power(ModelCall &call) {
  size_t i = 0;
  Complex<T> x, y;
  return take(call, i, x) && take(call, i, y) ? give(call, std::pow(x, y))
                                              : call.failed();
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;

#define RB_COMPLEX(name, function)                                             \
  {"c" name, kExact, kNo, unary<double, function<double>>},                    \
      {"c" name "f", kExact, kNo, unary<float, function<float>>}

const RegisterModels kComplexModels({
    {"__mulsc3", kExact, kNo, combine<float, true>},
    {"__muldc3", kExact, kNo, combine<double, true>},
    {"__mulxc3", kExact, kNo, combine<long double, true>},
    {"__divsc3", kExact, kNo, combine<float, false>},
    {"__divdc3", kExact, kNo, combine<double, false>},
    {"__divxc3", kExact, kNo, combine<long double, false>},
    RB_COMPLEX("exp", std::exp),
    RB_COMPLEX("log", std::log),
    RB_COMPLEX("sqrt", std::sqrt),
    RB_COMPLEX("sin", std::sin),
    RB_COMPLEX("cos", std::cos),
    RB_COMPLEX("tan", std::tan),
    RB_COMPLEX("sinh", std::sinh),
    RB_COMPLEX("cosh", std::cosh),
    RB_COMPLEX("tanh", std::tanh),
    RB_COMPLEX("asin", std::asin),
    RB_COMPLEX("acos", std::acos),
    RB_COMPLEX("atan", std::atan),
    RB_COMPLEX("asinh", std::asinh),
    RB_COMPLEX("acosh", std::acosh),
    RB_COMPLEX("atanh", std::atanh),
    {"cpow", kExact, kNo, power<double>},
    {"cpowf", kExact, kNo, power<float>},
});

} // namespace
} // namespace rbcheck
