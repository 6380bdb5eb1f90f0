//===- interp/models/Step.cpp - Bookkeeping of the runtime library --------===//
//
// What code in runtime/ needs to keep books for several threads without telling
// one of them what another one did: a section in which no other thread takes a
// step and from which nobody learns anything (so it hides no data race); it may
// wait for a word to begin. What the library does promise to order it orders by
// atomics.
// Used by runtime/openmp; tested by test/openmp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

/// void __rb_step_begin(void)
/// As rb_atomic_begin, but it orders nothing.
ModelResult stepBegin(ModelCall &call) {
  if (own(call).atomicDepth >= 0xffff - kSilentSection)
    return call.unsupported("sections of the runtime library nested 15 times");
  call.ownScalars(call.thread()).atomicDepth += kSilentSection;
  return call.retVoid();
}

/// void __rb_step_end(void)
ModelResult stepEnd(ModelCall &call) {
  if (own(call).atomicDepth < kSilentSection)
    return call.fault(FaultKind::LockMisuse,
                      "__rb_step_end without __rb_step_begin");
  call.ownScalars(call.thread()).atomicDepth -= kSilentSection;
  return call.retVoid();
}

/// void __rb_step_begin_when(const int *word)
/// The same, once the word is not 0.
unsigned whenSet(ModelCall &call) {
  uint32_t word;
  return !peek(call, call.arg(0), word) || word != 0;
}

void readsWord(ModelCall &call, Effects &to) {
  to.atomic(call.arg(0), sizeof(uint32_t), false);
}

/// void *__rb_function(const char *name)
/// A function of the runtime library if the program has it, else null.
ModelResult findFunction(ModelCall &call) {
  std::string name;
  if (!call.readString(call.arg(0), name, 64))
    return call.failed();
  return call.ret(call.functionNamed(name).value_or(0));
}

constexpr Role kBegin = {Act::BeginStep, Family::None, -1};

constexpr Model waiting() {
  Model model = sync("__rb_step_begin_when", {Act::Await, Family::None, 0},
                     stepBegin, whenSet);
  model.effects = readsWord;
  return model;
}

constexpr Model ending() {
  Model model = {"__rb_step_end", Fidelity::Exact, Visible::No, stepEnd};
  model.role = {Act::EndStep, Family::None, -1};
  return model;
}

const RegisterModels kStepModels({
    sync("__rb_step_begin", kBegin, stepBegin),
    waiting(),
    ending(),
    {"__rb_function", Fidelity::Exact, Visible::No, findFunction},
});

} // namespace
} // namespace rbcheck
