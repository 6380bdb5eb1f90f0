//===- interp/models/Once.cpp - The blocking part of pthread_once ---------===//
//
// pthread_once and call_once are C code (runtime/pthread/once.c); what C
// cannot say is "wait until the other thread has run the routine".
// Tested by test/models/once.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

enum : uint32_t { kNotYet, kRunning, kDone };

/// Blocked while another thread runs the routine.
unsigned whenDecided(ModelCall &call) {
  uint32_t state;
  return !peek(call, call.arg(0), state) || state != kRunning;
}

/// int __rb_once_enter(int *once)
/// 1 if the caller has to run the routine, 0 if it has been run.
ModelResult onceEnter(ModelCall &call) {
  uint32_t state;
  if (!call.load(call.arg(0), state))
    return call.failed();
  if (state == kRunning)
    return ModelResult::Again; // not enabled; asked in vain
  if (state == kDone)
    return call.retInt(0);
  if (state != kNotYet)
    return invalidObject(call, "once control", state, call.arg(0));
  return call.store(call.arg(0), kRunning) ? call.retInt(1) : call.failed();
}

/// void __rb_once_leave(int *once)
/// The routine has been run: whoever waits goes on.
ModelResult onceLeave(ModelCall &call) {
  return call.store(call.arg(0), kDone) ? call.retVoid() : call.failed();
}

/// void __rb_once_cancel(int *once)
/// The routine threw: the next one that enters, or waits to, runs it.
ModelResult onceCancel(ModelCall &call) {
  return call.store(call.arg(0), kNotYet) ? call.retVoid() : call.failed();
}

constexpr Role kEnd = {Act::OnceEnd, Family::Once};

const RegisterModels kOnceModels({
    sync("__rb_once_enter", {Act::Once, Family::Once}, onceEnter, whenDecided),
    sync("__rb_once_leave", kEnd, onceLeave),
    sync("__rb_once_cancel", kEnd, onceCancel),
});

} // namespace
} // namespace rbcheck
