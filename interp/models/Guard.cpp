//===- interp/models/Guard.cpp - Initialisation of local statics ----------===//
//
// The guard of a function-local static: byte 0 is set once it is initialised
// (compiled code looks at it), byte 1 while a thread is at it. Others wait.
// A thread that comes again while it initialises would wait for itself.
// Tested by test/cxx/guard*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

struct Guard {
  uint8_t isDone;
  uint8_t isBusy;
  uint16_t owner; ///< thread that initialises
};

/// Blocked while another thread initialises.
unsigned whenDecided(ModelCall &call) {
  Guard guard;
  return !peek(call, call.arg(0), guard) || !guard.isBusy ||
         guard.owner == call.thread();
}

ThreadList initialiser(ModelCall &call) {
  Guard guard;
  if (!peek(call, call.arg(0), guard) || !guard.isBusy)
    return {};
  return {guard.owner};
}

/// int __cxa_guard_acquire(uint64_t *guard)
/// 1 if the caller has to initialise, 0 if it has been done.
ModelResult guardAcquire(ModelCall &call) {
  Guard guard;
  if (!call.load(call.arg(0), guard))
    return call.failed();
  if (guard.isDone)
    return call.retInt(0);
  if (guard.isBusy && guard.owner == call.thread())
    return call.fault(FaultKind::Deadlock,
                      "the initialisation of a local static comes back to "
                      "itself",
                      call.arg(0));
  if (guard.isBusy)
    return ModelResult::Again; // not enabled; asked in vain
  guard = {0, 1, uint16_t(call.thread())};
  return call.store(call.arg(0), guard) ? call.retInt(1) : call.failed();
}

/// void __cxa_guard_release(uint64_t *guard): it is initialised.
ModelResult guardRelease(ModelCall &call) {
  return call.store(call.arg(0), Guard{1, 0, 0}) ? call.retVoid()
                                                 : call.failed();
}

/// void __cxa_guard_abort(uint64_t *guard): its initialisation threw.
ModelResult guardAbort(ModelCall &call) {
  return call.store(call.arg(0), Guard{0, 0, 0}) ? call.retVoid()
                                                 : call.failed();
}

constexpr Role kEnd = {Act::GuardEnd, Family::Guard};

const RegisterModels kGuardModels({
    sync("__cxa_guard_acquire", {Act::Guard, Family::Guard}, guardAcquire,
         whenDecided, initialiser),
    sync("__cxa_guard_release", kEnd, guardRelease),
    sync("__cxa_guard_abort", kEnd, guardAbort),
});

} // namespace
} // namespace rbcheck
