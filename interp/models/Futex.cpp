//===- interp/models/Futex.cpp - syscall(SYS_futex, ...) ------------------===//
//
// Waiting compares and blocks in one step, so a wake-up between a program's own
// test and the call is not lost, and one before the word changes is. A wait may
// return 0 without a wake-up, which is chosen when it begins (Cond.cpp says why
// that is enough); one with a time limit may end by it at any time.
// A thread in its wait keeps in `wait[1]` whether it has a limit. Of the other
// system calls only gettid, sched_yield and close are known here, and of io_uring
// that there is none; those on files and memory are calls of functions by then
// (tools/load/SystemCalls.cpp).
// Tested by test/models/futex*.c and test/cxx/atomic-wait*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/models/TimedWait.h"

#include <linux/futex.h>
#include <sys/syscall.h>

namespace rbcheck {
namespace {

// long syscall(SYS_futex, uint32_t *word, int operation, uint32_t value, ...)
constexpr size_t kWord = 1, kOperation = 2, kValue = 3, kTimeout = 4,
                 kBitset = 6;
/// The number of main (gettid).
constexpr uint32_t kFirstThread = 1000;

int operationOf(ModelCall &call) {
  return call.argInt(kOperation) & FUTEX_CMD_MASK;
}
bool isWake(ModelCall &call) {
  int operation = operationOf(call);
  return operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET;
}

bool isWait(ModelCall &call) {
  int operation = operationOf(call);
  return operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
}

ModelResult failWith(ModelCall &call, int error) {
  call.setErrno(error);
  return call.ret(uint64_t(-1));
}

/// Waiters that one call can wake, if not all of them.
bool wakesOneOfSeveral(ModelCall &call, size_t waiters) {
  return call.argInt(kValue) == 1 && waiters > 1;
}

unsigned ways(ModelCall &call) {
  if (call.arg(0) != SYS_futex)
    return 1;
  if (isWake(call)) {
    size_t waiters = waitersOf(call, call.arg(kWord)).size();
    return wakesOneOfSeveral(call, waiters) ? unsigned(waiters) : 1;
  }
  const ThreadScalars &self = own(call);
  if (self.phase == 0 && isWait(call)) {
    uint32_t word;
    bool waits = peek(call, call.arg(kWord), word) &&
                 word == uint32_t(call.arg(kValue));
    return 1 + (waits ? call.spuriousWays() : 0);
  }
  return self.phase != kWaiting || self.wait[1];
}

/// Blocks if the word still has the value; else EAGAIN.
ModelResult wait(ModelCall &call) {
  uint8_t phase = own(call).phase;
  if (phase == kWoken) {
    stopWaiting(call);
    return call.ret(0);
  }
  if (phase == kWaiting) { // only with a limit it is enabled here
    stopWaiting(call);
    if (TimePair time; peek(call, call.arg(kTimeout), time)) {
      if (operationOf(call) == FUTEX_WAIT) // how long; else until when
        passTime(call, time);
      else
        passUntil(call, time);
    }
    return failWith(call, ETIMEDOUT);
  }
  uint32_t word;
  if (!call.load(call.arg(kWord), word))
    return call.failed();
  if (word != uint32_t(call.arg(kValue)))
    return failWith(call, EAGAIN);
  if (call.choice()) // wakes without a reason
    return call.ret(0);
  return startWaiting(call, call.arg(kWord), call.arg(kTimeout) != 0);
}

/// Wakes up to as many waiters as asked for; any one if it is one.
ModelResult wake(ModelCall &call) {
  auto waiters = waitersOf(call, call.arg(kWord));
  int32_t wanted = call.argInt(kValue);
  if (wakesOneOfSeveral(call, waiters.size()))
    waiters = {waiters[call.choice() % waiters.size()]};
  else if (wanted < int32_t(waiters.size()) && wanted > 0)
    return call.unsupported("FUTEX_WAKE of some of several waiters");
  else if (wanted <= 0)
    waiters.clear();
  for (uint32_t id : waiters)
    call.ownScalars(id).phase = kWoken;
  return call.ret(waiters.size());
}

/// A lock with priority inheritance that nobody holds gets the thread's number.
ModelResult lockFree(ModelCall &call) {
  uint32_t word;
  if (!call.load(call.arg(kWord), word))
    return call.failed();
  if (word != 0)
    return call.unsupported("FUTEX_LOCK_PI of a lock that is held");
  return call.store(call.arg(kWord), kFirstThread + call.thread())
             ? call.ret(0)
             : call.failed();
}

ModelResult futex(ModelCall &call) {
  int operation = operationOf(call);
  bool isBitset =
      operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET;
  if (isBitset && uint32_t(call.arg(kBitset)) != FUTEX_BITSET_MATCH_ANY)
    return call.unsupported("a futex with a bit set");
  switch (operation) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    return wait(call);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return wake(call);
  case FUTEX_LOCK_PI:
  case FUTEX_LOCK_PI2:
    return lockFree(call);
  default:
    return call.unsupported("futex operation " + llvm::Twine(operation));
  }
}

/// long syscall(long number, ...)
ModelResult systemCall(ModelCall &call) {
  switch (call.arg(0)) {
  case SYS_futex:
    return futex(call);
  case SYS_gettid:
    return call.ret(kFirstThread + call.thread());
  case SYS_sched_yield:
    return call.ret(0);
  case SYS_close: // as close(), which is a cancellation point
    if (uint64_t close = call.runtimeFunction("__rb_close"))
      return call.callBack(close, {call.arg(1)});
    return failWith(call, EBADF);
  case SYS_io_uring_setup: // as of a kernel that was built without it
    return failWith(call, ENOSYS);
  default:
    return call.unsupported("syscall(" + llvm::Twine(call.arg(0)) + ", ...)");
  }
}

/// The word, and the time of a wait.
void touches(ModelCall &call, Effects &to) {
  if (call.arg(0) != SYS_futex)
    return;
  to.atomic(call.arg(kWord), sizeof(uint32_t), true);
  if (!isWake(call) && own(call).phase == 0)
    to.reads(call.arg(kTimeout), kTimeBytes);
}

constexpr Model systemCalls() {
  Model model = sync("syscall", {Act::Futex, Family::None, kWord}, systemCall,
                     ways);
  model.effects = touches;
  return model;
}

const RegisterModels kFutexModels({systemCalls()});

} // namespace
} // namespace rbcheck
