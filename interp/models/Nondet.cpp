//===- interp/models/Nondet.cpp - Values that the program does not know ---===//
//
// rb_nondet_*, __VERIFIER_nondet_* and rb_symbolic. If the program only compares
// the result with constants, some values stand for all of them
// (passes/Representatives.h) and are tried. Else it is an input of the machine:
// open, or given by a trace (interp/exec/Inputs.h).
//
// A machine without inputs (--symbolic=off) tries every value of 8-bit types, and
// of wider ones a few at which programs tend to change their mind: an
// approximation that could hide an error. Numbers with a fraction and pointers are
// always tried so.
// Tested by test/models/verifier*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

#include <limits>

namespace rbcheck {
namespace {

unsigned two(ModelCall &) { return 2; }
unsigned all8(ModelCall &call) { return call.hasInputs() ? 1 : 256; }

/// _Bool __VERIFIER_nondet_bool(void): 0 or 1.
ModelResult nondetBool(ModelCall &call) { return call.ret(call.choice()); }

/// char, signed char, unsigned char: all 256 values, 0 first.
ModelResult nondetByte(ModelCall &call) {
  if (std::optional<ModelResult> input = call.retInput(8))
    return *input;
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
  return call.hasInputs() ? 1 : unsigned(Samples<T>::values().size());
}

/// Any wider integer type: what stands for all values, else its samples.
template <typename T> ModelResult nondetSample(ModelCall &call) {
  if (!call.representatives().empty())
    return call.ret(call.representatives()[call.choice()]);
  if (std::optional<ModelResult> input = call.retInput(8 * sizeof(T)))
    return *input;
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

constexpr Model exact(const char *name, Model::Body body, Model::Ways ways,
                      Takes takes = Takes::Inputs) {
  Model model = sync(name, kChoice, body, ways);
  model.takes = takes;
  return model;
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
  Model model = sample(name, nondetSample<T>, countSamples<T>);
  model.takes = Takes::Inputs;
  return model;
}

/// void rb_symbolic(void *object, size_t size, const char *name)
/// Every byte of it is an input.
ModelResult symbolicObject(ModelCall &call) {
  std::string name;
  if (call.arg(2) && !call.readString(call.arg(2), name, 256))
    return call.failed();
  if (!call.hasInputs())
    call.approximation(ApproximationKind::Values, "0");
  return call.writeInputs(call.arg(0), call.arg(1), name) ? call.retVoid()
                                                          : call.failed();
}
void writesObject(ModelCall &call, Effects &to) {
  to.writes(call.arg(0), call.arg(1));
}

constexpr Model makingSymbolic() {
  Model model = touching("rb_symbolic", symbolicObject, writesObject);
  model.fidelity = Fidelity::Sometimes;
  model.note = "values";
  model.takes = Takes::Inputs;
  return model;
}

const RegisterModels kNondetModels({
    exact("rb_nondet_bool", nondetBool, two, Takes::Known),
    exact("rb_nondet_char", nondetByte, all8),
    exact("rb_nondet_schar", nondetByte, all8),
    exact("rb_nondet_uchar", nondetByte, all8),
    sampled<int16_t>("rb_nondet_short"),
    sampled<uint16_t>("rb_nondet_ushort"),
    sampled<int32_t>("rb_nondet_int"),
    sampled<uint32_t>("rb_nondet_uint"),
    sampled<int64_t>("rb_nondet_long"),
    sampled<uint64_t>("rb_nondet_ulong"),
    sampled<int64_t>("rb_nondet_longlong"),
    sampled<uint64_t>("rb_nondet_ulonglong"),
    sampled<uint64_t>("rb_nondet_size_t"),
    sample("rb_nondet_float", nondetFloat, countReals),
    sample("rb_nondet_double", nondetDouble, countReals),
    makingSymbolic(),
    exact("__VERIFIER_nondet_bool", nondetBool, two, Takes::Known),
    exact("__VERIFIER_nondet__Bool", nondetBool, two, Takes::Known),
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
