//===- interp/models/Complex.cpp - Complex products and quotients ---------===//
//
// What clang calls for * and / of complex numbers. Computed by the host's own
// functions of these names: the same library, the same results.
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

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;

const RegisterModels kComplexModels({
    {"__mulsc3", kExact, kNo, combine<float, true>},
    {"__muldc3", kExact, kNo, combine<double, true>},
    {"__mulxc3", kExact, kNo, combine<long double, true>},
    {"__divsc3", kExact, kNo, combine<float, false>},
    {"__divdc3", kExact, kNo, combine<double, false>},
    {"__divxc3", kExact, kNo, combine<long double, false>},
});

} // namespace
} // namespace rbcheck
