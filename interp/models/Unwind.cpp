//===- interp/models/Unwind.cpp - What the C++ runtime asks of frames -----===//
//
// Tested by test/cxx/exceptions*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Model.h"

#include "llvm/Demangle/Demangle.h"

namespace rbcheck {
namespace {

/// uint64_t __rb_unwind_depth(void): frames of this thread.
ModelResult unwindDepth(ModelCall &call) {
  return call.ret(call.core().depth());
}

/// const Pad *__rb_unwind_pad(uint64_t frame): of the frame's call, or null.
ModelResult unwindPad(ModelCall &call) {
  return call.ret(call.core().padOfFrame(call.arg(0)));
}

/// noreturn void __rb_unwind_land(uint64_t frame, void *exception, int selector)
ModelResult unwindLand(ModelCall &call) {
  if (!call.core().padOfFrame(call.arg(0)))
    return call.fault(FaultKind::InvalidCall, "unwinds to no landing pad");
  call.core().land(call.arg(0), call.arg(1), call.arg(2));
  return ModelResult::Jumped;
}

/// noreturn void __rb_terminate(const char *type, const char *what)
/// std::terminate was called; with an exception unless `type` is null.
ModelResult terminated(ModelCall &call) {
  if (!call.arg(0))
    return call.fault(FaultKind::Abort,
                      "std::terminate was called without an exception");
  std::string type, what;
  if (!call.readString(call.arg(0), type, 4096) ||
      (call.arg(1) && !call.readString(call.arg(1), what, 4096)))
    return call.failed();
  // Only whole symbols can be demangled; that of a type's name has a prefix.
  std::string name = llvm::demangle("_ZTS" + type);
  llvm::StringRef shown(name);
  shown.consume_front("typeinfo name for ");
  std::string message = ("nobody catches an exception of type " + shown).str();
  return call.fault(FaultKind::UncaughtException,
                    what.empty() ? message : message + ": " + what);
}

const RegisterModels kUnwindModels({
    {"__rb_unwind_depth", Fidelity::Exact, Visible::No, unwindDepth},
    {"__rb_unwind_pad",   Fidelity::Exact, Visible::No, unwindPad},
    {"__rb_unwind_land",  Fidelity::Exact, Visible::No, unwindLand},
    {"__rb_terminate",    Fidelity::Exact, Visible::No, terminated},
});

} // namespace
} // namespace rbcheck
