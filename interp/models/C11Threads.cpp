//===- interp/models/C11Threads.cpp - <threads.h> -------------------------===//
//
// The C11 functions act like their POSIX relatives on the same objects; only
// the results have other names. tss_* and call_once are C code
// (specific.c and once.c in runtime/pthread). Tested by test/models/c11-*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Cond.h"
#include "interp/models/Mutex.h"
#include "interp/models/Threads.h"

namespace rbcheck {
namespace {

enum { kThrdSuccess, kThrdBusy, kThrdError, kThrdNoMem, kThrdTimedOut };
enum { kMtxRecursive = 1, kMtxTimed = 2 };

/// Turns the errno value a POSIX function left as result into a thrd_ one.
ModelResult inThrdTerms(ModelCall &call, ModelResult result) {
  if (result != ModelResult::Done)
    return result;
  switch (int32_t(call.result()[0])) {
  case 0:
    return call.retInt(kThrdSuccess);
  case EBUSY:
    return call.retInt(kThrdBusy);
  case ETIMEDOUT:
    return call.retInt(kThrdTimedOut);
  default:
    return call.retInt(kThrdError);
  }
}

unsigned whenFree(ModelCall &call) { return whenMutexFree(call, call.arg(0)); }
unsigned waysToTry(ModelCall &call) {
  return 1 + (canTryMutex(call, call.arg(0)) ? call.spuriousWays() : 0);
}
unsigned whenReady(ModelCall &call) {
  return whenCondReady(call, call.arg(1), false);
}
unsigned whenReadyOrLate(ModelCall &call) {
  return whenCondReady(call, call.arg(1), true);
}
unsigned countWaiters(ModelCall &call) {
  return countCondWaiters(call, call.arg(0));
}
unsigned whenFinished(ModelCall &call) {
  return whenJoinable(call, call.arg(0));
}

/// int thrd_create(thrd_t *thread, int (*start)(void *), void *argument)
ModelResult thrdCreate(ModelCall &call) {
  return startThread(call, call.arg(0), call.arg(1), call.arg(2), false);
}

/// int thrd_join(thrd_t thread, int *result)
ModelResult thrdJoin(ModelCall &call) {
  uint64_t value = 0;
  ModelResult result = joinThread(call, call.arg(0), value);
  if (result == ModelResult::Done && call.result()[0] == 0 && call.arg(1) &&
      !call.store(call.arg(1), uint32_t(value)))
    return call.failed();
  return inThrdTerms(call, result);
}

/// int thrd_detach(thrd_t thread)
ModelResult thrdDetach(ModelCall &call) {
  return inThrdTerms(call, detachThread(call, call.arg(0)));
}

/// thrd_t thrd_current(void)
ModelResult thrdCurrent(ModelCall &call) {
  return call.ret(handleOf(call.thread()));
}

/// int thrd_equal(thrd_t a, thrd_t b)
ModelResult thrdEqual(ModelCall &call) {
  return call.retInt(call.arg(0) == call.arg(1));
}

/// void thrd_yield(void)
/// A scheduling point, nothing else.
ModelResult thrdYield(ModelCall &call) { return call.retVoid(); }

/// int mtx_init(mtx_t *mutex, int type)
ModelResult mtxInit(ModelCall &call) {
  if (call.argInt(1) & ~(kMtxRecursive | kMtxTimed))
    return call.retInt(kThrdError);
  bool isRecursive = call.argInt(1) & kMtxRecursive;
  return inThrdTerms(call, initMutex(call, call.arg(0),
                                     uint32_t(isRecursive
                                                  ? MutexKind::Recursive
                                                  : MutexKind::Normal)));
}

/// void mtx_destroy(mtx_t *mutex)
ModelResult mtxDestroy(ModelCall &call) {
  return destroyMutex(call, call.arg(0));
}

/// int mtx_lock(mtx_t *mutex)
/// Enabled once the mutex is free. Relocking one not recursive is a fault.
ModelResult mtxLock(ModelCall &call) {
  return inThrdTerms(call, lockMutex(call, call.arg(0)));
}

/// int mtx_trylock(mtx_t *mutex)
/// May fail although the mutex is free, as C11 allows.
ModelResult mtxTryLock(ModelCall &call) {
  if (call.choice())
    return call.retInt(kThrdBusy);
  return inThrdTerms(call, tryLockMutex(call, call.arg(0)));
}

/// int mtx_timedlock(mtx_t *mutex, const struct timespec *time)
/// Locks a free mutex; while it is held, the time may be up.
ModelResult mtxTimedLock(ModelCall &call) {
  return inThrdTerms(call, timedLockMutex(call, call.arg(0), call.arg(1)));
}

/// int mtx_unlock(mtx_t *mutex)
ModelResult mtxUnlock(ModelCall &call) {
  return inThrdTerms(call, unlockMutex(call, call.arg(0)));
}

/// int cnd_init(cnd_t *cond)
ModelResult cndInit(ModelCall &call) {
  return inThrdTerms(call, initCond(call, call.arg(0)));
}

/// void cnd_destroy(cnd_t *cond)
ModelResult cndDestroy(ModelCall &call) {
  return destroyCond(call, call.arg(0));
}

/// int cnd_wait(cnd_t *cond, mtx_t *mutex)
ModelResult cndWait(ModelCall &call) {
  return inThrdTerms(call, waitCond(call, call.arg(0), call.arg(1)));
}

/// int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *time)
ModelResult cndTimedWait(ModelCall &call) {
  return inThrdTerms(
      call, waitCond(call, call.arg(0), call.arg(1), call.arg(2)));
}

/// int cnd_signal(cnd_t *cond)
/// Wakes one waiting thread, any, if there is one.
ModelResult cndSignal(ModelCall &call) {
  return inThrdTerms(call, signalCond(call, call.arg(0)));
}

/// int cnd_broadcast(cnd_t *cond)
ModelResult cndBroadcast(ModelCall &call) {
  return inThrdTerms(call, broadcastCond(call, call.arg(0)));
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;
constexpr auto kMutex = Family::Mutex;
constexpr auto kCond = Family::Cond;
constexpr auto kThread = Family::Thread;

const RegisterModels kC11Models({
    sync("thrd_create",
         {Act::Create, kThread, -1, {writes(0, kHandleBytes)}, -1, 1},
         thrdCreate),
    cancelPoint(sync("thrd_join", {Act::Join, kThread, 0, {writes(1, 4)}},
                     thrdJoin, whenFinished, joinedThread)),
    sync("thrd_detach", {Act::Detach, kThread}, thrdDetach),
    {"thrd_current",  kExact, kNo,  thrdCurrent},
    {"thrd_equal",    kExact, kNo,  thrdEqual},
    sync("thrd_yield", {Act::Yield, Family::None, -1}, thrdYield),
    sync("mtx_init", {Act::Init, kMutex}, mtxInit),
    sync("mtx_destroy", {Act::Destroy, kMutex}, mtxDestroy),
    sync("mtx_lock", {Act::Lock, kMutex}, mtxLock, whenFree, holderOfMutex),
    sync("mtx_trylock", {Act::TryLock, kMutex}, mtxTryLock, waysToTry),
    sync("mtx_timedlock", {Act::TimedLock, kMutex, 0, {reads(1, kTimeBytes)}},
         mtxTimedLock),
    sync("mtx_unlock", {Act::Unlock, kMutex}, mtxUnlock),
    sync("cnd_init", {Act::Init, kCond}, cndInit),
    sync("cnd_destroy", {Act::Destroy, kCond}, cndDestroy),
    cancelPoint(sync("cnd_wait", {Act::Wait, kCond, 0, {}, 1}, cndWait,
                     whenReady, holderOfCondMutex)),
    cancelPoint(sync("cnd_timedwait",
                     {Act::TimedWait, kCond, 0, {reads(2, kTimeBytes)}, 1},
                     cndTimedWait, whenReadyOrLate, holderOfCondMutex)),
    sync("cnd_signal", {Act::Signal, kCond}, cndSignal, countWaiters),
    sync("cnd_broadcast", {Act::Broadcast, kCond}, cndBroadcast),
});

} // namespace
} // namespace rbcheck
