//===- interp/models/Touch.cpp - Memory that the runtime library touched --===//
//
// Functions of runtime/libc that work on shared state of their own do so in an
// atomic section, and two sections never race. The caller's memory is not the
// library's: what was read or written of it in the section is said again
// behind it, as the plain access it is for everybody else.
// Tested by test/effects/files.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"

namespace rbcheck {
namespace {

template <bool Write> void touches(ModelCall &call, Effects &to) {
  if (Write)
    to.writes(call.arg(0), call.arg(1));
  else
    to.reads(call.arg(0), call.arg(1));
}

/// void __rb_reads(const void *from, size_t size),
/// void __rb_writes(void *to, size_t size)
ModelResult touched(ModelCall &call) { return call.retVoid(); }

constexpr auto kExact = Fidelity::Exact;
constexpr auto kAccess = Visible::Access;

/// Nobody looks at the bytes yet.
Model moves(Model model) {
  model.takes = Takes::Bytes;
  return model;
}

const RegisterModels kTouchModels({
    moves({"__rb_reads", kExact, kAccess, touched, nullptr, touches<false>}),
    moves({"__rb_writes", kExact, kAccess, touched, nullptr, touches<true>}),
});

} // namespace
} // namespace rbcheck
