//===- interp/models/Nondet.cpp - __VERIFIER_nondet_* ---------------------===//
//
// bool and the 8-bit types try every value. Wider types try a few values at
// which programs tend to change their mind: small ones, the ends of the range
// and their neighbours. Since others are left out, such a call is an
// approximation that could hide an error; unless the program only compares the
// result with constants, for then some values stand for all (passes/Representatives.h).
// Tested by test/models/verifier*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

#include <limits>

namespace rbcheck {
namespace {

unsigned two(ModelCall &) { return 2; }
unsigned all8(ModelCall &) { return 256; }

/// _Bool __VERIFIER_nondet_bool(void): 0 or 1.
ModelResult nondetBool(ModelCall &call) { return call.ret(call.choice()); }

/// char, signed char, unsigned char: all 256 values, 0 first.
ModelResult nondetByte(ModelCall &call) {
  return call.ret(call.choice() & 0xff);
}

/// The values tried for an integer type, the plainest first.
template <typename T> struct Samples {
  static constexpr T kMin = std::numeric_limits<T>::min();
  static constexpr T kMax = std::numeric_limits<T>::max();
  static constexpr T kSigned[] = {0, 1, T(-1), 2, 3, 10, kMax, kMin};
  static constexpr T kUnsigned[] = {0, 1, 2, 3, 10, kMax / 2 + 1, kMax};
  static llvm::ArrayRef<T> values() {
    if constexpr (std::numeric_limits<T>::is_signed)
      return kSigned;
    else
      return kUnsigned;
  }
};

template <typename T> unsigned countSamples(ModelCall &call) {
  if (!call.representatives().empty())
    return unsigned(call.representatives().size());
  return unsigned(Samples<T>::values().size());
}

/// Any wider integer type: what stands for all values, else its samples.
template <typename T> ModelResult nondetSample(ModelCall &call) {
  if (!call.representatives().empty())
    return call.ret(call.representatives()[call.choice()]);
  std::string list;
  for (T value : Samples<T>::values())
    list += (list.empty() ? "" : ", ") + std::to_string(value);
  call.approximation(ApproximationKind::Values, list);
  T value = Samples<T>::values()[call.choice()];
  return call.ret(uint64_t(std::make_unsigned_t<T>(value)));
}

constexpr double kReals[] = {0.0, 1.0, -1.0, 0.5, 1e9};

unsigned countReals(ModelCall &) { return unsigned(std::size(kReals)); }

void noteReals(ModelCall &call) {
  call.approximation(ApproximationKind::Values, "0, 1, -1, 0.5, 1e9");
}

/// double __VERIFIER_nondet_double(void)
ModelResult nondetDouble(ModelCall &call) {
  noteReals(call);
  return call.retDouble(kReals[call.choice()]);
}

/// float __VERIFIER_nondet_float(void)
ModelResult nondetFloat(ModelCall &call) {
  noteReals(call);
  return call.retFloat(float(kReals[call.choice()]));
}

/// void *__VERIFIER_nondet_pointer(void): only null makes sense.
ModelResult nondetPointer(ModelCall &call) {
  call.approximation(ApproximationKind::Values, "null");
  return call.ret(0);
}

constexpr Role kChoice = {Act::Choice, Family::None, -1};

constexpr Model exact(const char *name, Model::Body body, Model::Ways ways) {
  return sync(name, kChoice, body, ways);
}
constexpr Model sample(const char *name, Model::Body body,
                       Model::Ways ways = nullptr) {
  Model model = sync(name, kChoice, body, ways);
  model.fidelity = Fidelity::Sometimes;
  model.note = "values";
  model.isOpen = true;
  return model;
}
template <typename T> constexpr Model sampled(const char *name) {
  return sample(name, nondetSample<T>, countSamples<T>);
}

const RegisterModels kNondetModels({
    exact("__VERIFIER_nondet_bool", nondetBool, two),
    exact("__VERIFIER_nondet__Bool", nondetBool, two),
    exact("__VERIFIER_nondet_char", nondetByte, all8),
    exact("__VERIFIER_nondet_schar", nondetByte, all8),
    exact("__VERIFIER_nondet_uchar", nondetByte, all8),
    exact("__VERIFIER_nondet_u8", nondetByte, all8),
    sampled<int16_t>("__VERIFIER_nondet_short"),
    sampled<uint16_t>("__VERIFIER_nondet_ushort"),
    sampled<uint16_t>("__VERIFIER_nondet_u16"),
    sampled<int32_t>("__VERIFIER_nondet_int"),
    sampled<uint32_t>("__VERIFIER_nondet_uint"),
    sampled<uint32_t>("__VERIFIER_nondet_unsigned"),
    sampled<uint32_t>("__VERIFIER_nondet_unsigned_int"),
    sampled<uint32_t>("__VERIFIER_nondet_u32"),
    sampled<int64_t>("__VERIFIER_nondet_long"),
    sampled<uint64_t>("__VERIFIER_nondet_ulong"),
    sampled<int64_t>("__VERIFIER_nondet_longlong"),
    sampled<uint64_t>("__VERIFIER_nondet_ulonglong"),
    sampled<uint64_t>("__VERIFIER_nondet_size_t"),
    sampled<int64_t>("__VERIFIER_nondet_loff_t"),
    sampled<uint64_t>("__VERIFIER_nondet_u64"),
    sample("__VERIFIER_nondet_float", nondetFloat, countReals),
    sample("__VERIFIER_nondet_double", nondetDouble, countReals),
    sample("__VERIFIER_nondet_pointer", nondetPointer),
    sample("__VERIFIER_nondet_pchar", nondetPointer),
});

} // namespace
} // namespace rbcheck
