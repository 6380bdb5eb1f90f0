//===- interp/exec/Effects.cpp - When the order of two operations matters -===//
#include "interp/exec/Effects.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// The order with any other operation can matter.
bool concernsAll(const SyncEffect &sync) {
  return isOneOf(sync.act, {Act::EndProcess, Act::BeginAtomic, Act::Cancel});
}

/// Concerns threads themselves: their numbers, ends and who waits for them.
bool concernsThreads(const SyncEffect &sync) {
  return sync.family == Family::Thread || sync.act == Act::EndThread;
}

} // namespace

bool mayBeCoEnabled(const Effects &a, const Effects &b) {
  auto holds = [](const Effects &effects, uint64_t lock) {
    return llvm::is_contained(effects.locks, lock);
  };
  for (uint64_t lock : a.locks)
    if (holds(b, lock))
      return false;
  // While the one holds it, the other cannot take it; a try can fail.
  auto excludes = [&](const Effects &holder, const Effects &taker) {
    return llvm::any_of(taker.sync, [&](const SyncEffect &sync) {
      return isOneOf(sync.act, {Act::Lock, Act::WriteLock}) &&
             holds(holder, sync.object);
    });
  };
  return !excludes(a, b) && !excludes(b, a);
}

bool areDependent(const Effects &a, const Effects &b) {
  if (llvm::any_of(a.sync, concernsAll) || llvm::any_of(b.sync, concernsAll))
    return true;
  if (llvm::any_of(a.sync, concernsThreads) &&
      llvm::any_of(b.sync, concernsThreads))
    return true;
  for (const Access &x : a.accesses)
    for (const Access &y : b.accesses)
      if (interfere(x, y))
        return true;
  return false;
}

} // namespace rbcheck
