//===- interp/models/Cancel.cpp - The machine's part of pthread_cancel ----===//
//
// A request to cancel a thread is a flag of that thread (CancelFlags). The
// machine looks at it where a thread is about to enter a cancellation point
// (Model::cancels), or is blocked in one, and calls __rb_act_on_cancel there.
// The rest is C code (runtime/pthread/cancel.c). Tested by test/models/cancel*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Threads.h"

namespace rbcheck {
namespace {

/// int __rb_cancel(pthread_t thread, void (*act)(void))
/// Asks a thread to end. A finished one that was not joined is left alone.
ModelResult requestCancel(ModelCall &call) {
  std::optional<uint32_t> thread = threadOfHandle(call, call.arg(0));
  if (!thread || call.scalars(*thread).joined)
    return call.retInt(ESRCH);
  if (call.scalars(*thread).status != ThreadStatus::Finished)
    call.ownScalars(*thread).cancel |= kCancelRequested;
  return call.retInt(0);
}

/// int __rb_cancel_flags(int mask, int flags)
/// Replaces flags of this thread; returns the old ones. Nobody else looks.
ModelResult changeFlags(ModelCall &call) {
  uint16_t mask = uint16_t(call.arg(0)), old = own(call).cancel;
  if (mask)
    call.ownScalars(call.thread()).cancel =
        uint16_t((old & ~mask) | (call.arg(1) & mask));
  return call.retInt(old);
}

/// void __rb_cancel_async(void)
ModelResult setAsync(ModelCall &call) {
  call.ownScalars(call.thread()).cancel |= kCancelAsync;
  return call.retVoid();
}

/// void pthread_testcancel(void)
/// A cancellation point, nothing else.
ModelResult testCancel(ModelCall &call) { return call.retVoid(); }

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;

const RegisterModels kCancelModels({
    sync("__rb_cancel", {Act::Cancel, Family::Thread}, requestCancel),
    {"__rb_cancel_flags", kExact, kNo,  changeFlags},
    {"__rb_cancel_async", Fidelity::Approximate, kNo, setAsync, nullptr,
     nullptr, "async-cancel"},
    cancelPoint({"pthread_testcancel", kExact, kNo, testCancel}),
});

} // namespace
} // namespace rbcheck
