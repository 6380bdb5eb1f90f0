//===- interp/models/Barrier.cpp - pthread_barrier_* ----------------------===//
//
// The barrier holds how many threads it waits for and how many have arrived.
// The last one to arrive wakes the others and is the serial one, as in glibc.
// Tested by test/models/barrier.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

constexpr uint32_t kBarrierWord = 0x62617272;
constexpr int kSerialThread = -1;

struct Barrier {
  uint32_t validity;   ///< kBarrierWord while alive
  uint32_t total;
  uint32_t arrived;    ///< in the present round: fewer than total
  uint32_t unused;
};

bool loadBarrier(ModelCall &call, uint64_t address, Barrier &barrier) {
  if (!call.load(address, barrier))
    return false;
  if (barrier.validity == kBarrierWord)
    return true;
  invalidObject(call, "barrier", barrier.validity, address);
  return false;
}

/// int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *,
///                          unsigned count)
ModelResult barrierInit(ModelCall &call) {
  uint32_t total = uint32_t(call.arg(2));
  if (total == 0)
    return call.retInt(EINVAL);
  if (isWaitedFor(call, call.arg(0)))
    return call.fault(FaultKind::LockMisuse,
                      "initialises a barrier that a thread waits at",
                      call.arg(0));
  Barrier barrier = {kBarrierWord, total, 0, 0};
  return call.store(call.arg(0), barrier) ? call.retInt(0) : call.failed();
}

/// Some thread would still be inside if the barrier went away now. Those that
/// were woken but have not left are waited for by the real function.
unsigned whenLeft(ModelCall &call) {
  return !waitersOf(call, call.arg(0)).empty() ||
         !isWaitedFor(call, call.arg(0));
}

/// int pthread_barrier_destroy(pthread_barrier_t *)
/// Waits for woken threads to leave; faults if threads wait for more.
ModelResult barrierDestroy(ModelCall &call) {
  Barrier barrier;
  if (!loadBarrier(call, call.arg(0), barrier))
    return call.failed();
  if (barrier.arrived != 0)
    return call.fault(FaultKind::LockMisuse,
                      "destroys a barrier that a thread waits at",
                      call.arg(0));
  barrier.validity = kDestroyedWord;
  return call.store(call.arg(0), barrier) ? call.retInt(0) : call.failed();
}

unsigned whenWoken(ModelCall &call) { return own(call).phase != kWaiting; }

/// int pthread_barrier_wait(pthread_barrier_t *)
/// Returns once `count` threads have arrived, -1 in the last one.
ModelResult barrierWait(ModelCall &call) {
  if (own(call).phase == kWoken) {
    stopWaiting(call);
    return call.retInt(0);
  }
  Barrier barrier;
  if (!loadBarrier(call, call.arg(0), barrier))
    return call.failed();
  bool last = ++barrier.arrived == barrier.total;
  if (last)
    barrier.arrived = 0;
  if (!call.store(call.arg(0), barrier))
    return call.failed();
  if (!last)
    return startWaiting(call, call.arg(0));
  for (uint32_t id : waitersOf(call, call.arg(0)))
    call.ownScalars(id).phase = kWoken;
  return call.retInt(kSerialThread);
}

constexpr auto kBarrier = Family::Barrier;

const RegisterModels kBarrierModels({
    sync("pthread_barrier_init", {Act::Init, kBarrier}, barrierInit),
    sync("pthread_barrier_destroy", {Act::Destroy, kBarrier}, barrierDestroy,
         whenLeft),
    sync("pthread_barrier_wait", {Act::Barrier, kBarrier}, barrierWait,
         whenWoken),
});

} // namespace
} // namespace rbcheck
