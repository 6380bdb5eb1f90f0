//===- interp/exec/Effects.cpp - When the order of two operations matters -===//
#include "interp/exec/Effects.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

bool isForAll(const SyncEffect &sync) {
  return isOneOf(sync.act, {Act::EndProcess, Act::BeginAtomic, Act::BeginStep,
                            Act::Await, Act::Cancel, Act::SendSignal});
}

bool isForThreads(const SyncEffect &sync) {
  return sync.family == Family::Thread || sync.act == Act::EndThread;
}

bool isForTime(const SyncEffect &sync) { return sync.act == Act::Time; }

/// Which signals are pending, for whom, and what they do.
bool isForSignals(const SyncEffect &sync) {
  return isOneOf(sync.act, {Act::Signals, Act::AwaitSignal});
}

/// Both concern threads. New threads are numbered in the order they are made;
/// all else is about one thread each, and a handle without a thread could be
/// that of any.
bool areOfOneThread(const SyncEffect &a, const SyncEffect &b) {
  if (a.act == Act::Create || b.act == Act::Create)
    return (a.act == b.act) || a.object == kNoSuchThread ||
           b.object == kNoSuchThread;
  return a.object == b.object || a.object == kNoSuchThread ||
         b.object == kNoSuchThread;
}

} // namespace

bool concernsAll(const Effects &effects) {
  return llvm::any_of(effects.sync, isForAll);
}

bool actsBesideMemory(const Effects &effects) {
  return llvm::any_of(effects.sync, [](const SyncEffect &sync) {
    return isForThreads(sync) || isForTime(sync) || isForSignals(sync);
  });
}

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
  // A join waits for the end.
  auto awaits = [](const Effects &join, const Effects &last) {
    return llvm::any_of(join.sync, [&](const SyncEffect &x) {
      return x.act == Act::Join &&
             llvm::any_of(last.sync, [&](const SyncEffect &y) {
               return y.act == Act::EndThread && y.object == x.object;
             });
    });
  };
  return !excludes(a, b) && !excludes(b, a) && !awaits(a, b) && !awaits(b, a);
}

bool areDependent(const Effects &a, const Effects &b) {
  if (concernsAll(a) || concernsAll(b))
    return true;
  for (const SyncEffect &x : a.sync)
    for (const SyncEffect &y : b.sync)
      if ((isForThreads(x) && isForThreads(y) && areOfOneThread(x, y)) ||
          (isForTime(x) && isForTime(y)) ||
          (isForSignals(x) && isForSignals(y)))
        return true;
  for (const Access &x : a.accesses)
    for (const Access &y : b.accesses)
      if (interfere(x, y))
        return true;
  return false;
}

} // namespace rbcheck
