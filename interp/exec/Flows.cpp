//===- interp/exec/Flows.cpp - Who learns from whom in a library call -----===//
#include "interp/exec/Flows.h"

#include "interp/exec/Core.h"
#include "interp/exec/Sync.h"

namespace rbcheck {

static Knower readersKnower(const Knower &lock) {
  return {Knower::Readers, lock.size, lock.id};
}

bool hasFlows(Act act) {
  switch (act) {
  case Act::None:
  case Act::Create:
  case Act::AskEnd:
  case Act::Cancel:
  case Act::Detach:
  case Act::EndThread:
  case Act::EndProcess:
  case Act::Change:
  case Act::Ask:
  case Act::Signal:
  case Act::Broadcast:
  case Act::Futex:
  case Act::Choice:
  case Act::BeginStep:
  case Act::EndStep:
  case Act::Await:
  case Act::Yield:
  case Act::Sleep:
  case Act::Signals:
  case Act::Time:
  case Act::Allocate:
  case Act::Free:
  case Act::Delete:
  case Act::DeleteArray:
    return false;
  case Act::Join:
  case Act::TryJoin:
  case Act::ReadLock:
  case Act::TryReadLock:
  case Act::TimedReadLock:
  case Act::Acquire:
  case Act::TryAcquire:
  case Act::TimedAcquire:
  case Act::Lock:
  case Act::WriteLock:
  case Act::TryLock:
  case Act::TimedLock:
  case Act::Unlock:
  case Act::Wait:
  case Act::TimedWait:
  case Act::Release:
  case Act::Once:
  case Act::Guard:
  case Act::OnceEnd:
  case Act::GuardEnd:
  case Act::Barrier:
  case Act::SendSignal:
  case Act::AwaitSignal:
  case Act::Init:
  case Act::Destroy:
  case Act::BeginAtomic: // Weak.cpp
  case Act::EndAtomic:
    return true;
  }
  return true;
}

CallWatch::CallWatch(Core &core, const Model &model, ModelCall &call)
    : core_(core), role_(model.role), thread_(call.thread()),
      phase_(own(call).phase) {
  Effects effects;
  model.collectSync(call, effects);
  if (!effects.sync.empty())
    object_ = effects.sync.front().object;
  const bool isWait = role_.mutex >= 0;
  lockFamily_ = isWait ? Family::Mutex : role_.family;
  if (isLock(lockFamily_)) {
    lock_ = call.arg(isWait ? role_.mutex : role_.object);
    owner_ = core.ownerOf(lockFamily_, lock_);
  }
  if (role_.act == Act::Barrier)
    for (uint32_t id : waitersOf(call, object_))
      waiters_.push_back(id);
}

/// Locks that one thread has alone: what counts is whose they are.
void CallWatch::lockFlows(std::optional<uint64_t> result,
                          CallFlows &out) const {
  const Knower self = threadKnower(thread_);
  const Knower lock = bytesKnower(lock_, bytesOf(lockFamily_));
  if (core_.ownerOf(lockFamily_, lock_) == thread_) {
    out.taken.push_back({lock, self});
    out.taken.push_back({readersKnower(lock), self});
    return;
  }
  const bool wasOwner = owner_ == thread_;
  const bool gives = role_.act == Act::Unlock ? result == 0 : wasOwner;
  if (!gives)
    return;
  const bool isReader = lockFamily_ == Family::ReadWrite && !wasOwner;
  out.given.push_back({self, isReader ? readersKnower(lock) : lock});
}

CallFlows CallWatch::flows(std::optional<uint64_t> result) const {
  CallFlows out;
  const Knower self = threadKnower(thread_);
  const Knower object = bytesKnower(object_, bytesOf(role_.family));
  const bool succeeds = result && int32_t(*result) == 0;
  const auto take = [&] { out.taken.push_back({object, self, false, true}); };
  const auto give = [&] { out.given.push_back({self, object}); };
  switch (role_.act) {
  case Act::Join:
  case Act::TryJoin:
    if (succeeds)
      out.taken.push_back({threadKnower(uint32_t(object_)), self});
    break;
  case Act::ReadLock:
  case Act::TryReadLock:
  case Act::TimedReadLock:
  case Act::Acquire:
  case Act::TryAcquire:
  case Act::TimedAcquire:
    if (succeeds)
      take();
    break;
  case Act::Lock:
  case Act::WriteLock:
  case Act::TryLock:
  case Act::TimedLock:
  case Act::Unlock:
  case Act::Wait:
  case Act::TimedWait:
    lockFlows(result, out);
    break;
  case Act::Release:
    if (succeeds)
      give();
    break;
  case Act::Once:
  case Act::Guard:
    if (result)
      take();
    break;
  case Act::OnceEnd:
  case Act::GuardEnd:
    give();
    break;
  case Act::Barrier:
    // The last one: it returns at once, and those that wait are woken.
    if (phase_ != 0 || !result)
      break;
    for (uint32_t id : waiters_)
      out.taken.push_back({threadKnower(id), self});
    for (uint32_t id : waiters_)
      out.given.push_back({self, threadKnower(id)});
    break;
  case Act::SendSignal:
    out.given.push_back({self, signalsKnower(core_.signalsAt)});
    break;
  case Act::AwaitSignal:
    if (result)
      out.taken.push_back({signalsKnower(core_.signalsAt), self});
    break;
  case Act::Init:
  case Act::Destroy:
    out.gone.push_back({object.id, object.size, false});
    break;
  case Act::None:
  case Act::Create:
  case Act::AskEnd:
  case Act::Cancel:
  case Act::Detach:
  case Act::EndThread:
  case Act::EndProcess:
  case Act::Change:
  case Act::Ask:
  case Act::Signal:
  case Act::Broadcast:
  case Act::Futex:
  case Act::Choice:
  case Act::BeginAtomic:
  case Act::EndAtomic:
  case Act::BeginStep:
  case Act::EndStep:
  case Act::Await:
  case Act::Yield:
  case Act::Sleep:
  case Act::Signals:
  case Act::Time:
  case Act::Allocate:
  case Act::Free:
  case Act::Delete:
  case Act::DeleteArray:
    break;
  }
  return out;
}

} // namespace rbcheck
