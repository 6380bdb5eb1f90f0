//===- interp/models/SpinLock.cpp - pthread_spin_* ------------------------===//
//
// The lock is one word: 0 free, else the owner's number + 1. Spinning is
// blocking here: it changes nothing that a program could see.
// Tested by test/models/spin*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Survive.h"
#include "interp/exec/Sync.h"

namespace rbcheck {
namespace {

bool isAlive(uint32_t word) {
  return word != kFreshWord && word != kDestroyedWord;
}

bool loadWord(ModelCall &call, uint32_t &word) {
  if (!call.load(call.arg(0), word))
    return false;
  if (isAlive(word))
    return true;
  invalidObject(call, "spin lock", word, call.arg(0));
  return false;
}

ModelResult setWord(ModelCall &call, uint32_t word) {
  return call.store(call.arg(0), word) ? call.retInt(0) : call.failed();
}

unsigned whenFree(ModelCall &call) {
  uint32_t word;
  return !peek(call, call.arg(0), word) || !isAlive(word) || word == 0 ||
         (word == call.thread() + 1 && !isAsLibrary(call));
}

/// The thread that holds the lock.
ThreadList holder(ModelCall &call) {
  uint32_t word;
  if (!peek(call, call.arg(0), word) || !isAlive(word) || word == 0)
    return {};
  return {word - 1};
}

/// int pthread_spin_init(pthread_spinlock_t *lock, int shared)
ModelResult spinInit(ModelCall &call) { return setWord(call, 0); }

/// int pthread_spin_destroy(pthread_spinlock_t *lock)
/// Faults if it is held; any later use faults.
ModelResult spinDestroy(ModelCall &call) {
  uint32_t word;
  if (!loadWord(call, word))
    return call.failed();
  if (word != 0) // the real function does nothing at all
    return call.survives(FaultKind::LockMisuse,
                         "destroys a spin lock that is held", call.arg(0))
               ? call.retInt(0)
               : call.failed();
  return setWord(call, kDestroyedWord);
}

/// int pthread_spin_lock(pthread_spinlock_t *lock)
/// Enabled once the lock is free; relocking is a fault, or spins for ever
/// (Survive.h).
ModelResult spinLock(ModelCall &call) {
  uint32_t word;
  if (!loadWord(call, word))
    return call.failed();
  if (word == call.thread() + 1 && !isAsLibrary(call))
    return call.fault(FaultKind::Deadlock,
                      "spin lock already held by this thread", call.arg(0));
  if (word != 0)
    return ModelResult::Again; // not enabled; asked in vain
  return setWord(call, call.thread() + 1);
}

/// int pthread_spin_trylock(pthread_spinlock_t *lock)
ModelResult spinTryLock(ModelCall &call) {
  uint32_t word;
  if (!loadWord(call, word))
    return call.failed();
  return word ? call.retInt(EBUSY) : setWord(call, call.thread() + 1);
}

/// int pthread_spin_unlock(pthread_spinlock_t *lock)
/// Faults unless this thread holds it.
ModelResult spinUnlock(ModelCall &call) {
  uint32_t word;
  if (!loadWord(call, word))
    return call.failed();
  if (word != call.thread() + 1 &&
      !call.survives(FaultKind::LockMisuse,
                     word ? "unlocks a spin lock that another thread holds"
                          : "unlocks a spin lock that is not locked",
                     call.arg(0)))
    return call.failed();
  return setWord(call, 0);
}

constexpr auto kSpin = Family::Spin;

const RegisterModels kSpinModels({
    sync("pthread_spin_init", {Act::Init, kSpin}, spinInit),
    sync("pthread_spin_destroy", {Act::Destroy, kSpin}, spinDestroy),
    sync("pthread_spin_lock", {Act::Lock, kSpin}, spinLock, whenFree, holder),
    sync("pthread_spin_trylock", {Act::TryLock, kSpin}, spinTryLock),
    sync("pthread_spin_unlock", {Act::Unlock, kSpin}, spinUnlock),
});

} // namespace
} // namespace rbcheck
