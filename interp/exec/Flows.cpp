//===- interp/exec/Flows.cpp - Who learns from whom in a library call -----===//
#include "interp/exec/Flows.h"

#include "interp/exec/Core.h"
#include "interp/exec/Sync.h"

namespace rbcheck {

static Knower readersKnower(const Knower &lock) {
  return {Knower::Readers, lock.size, lock.id};
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
  if (flowOf(role_.act) == ActFlow::Meet)
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
  switch (flowOf(role_.act)) {
  case ActFlow::None:
  case ActFlow::SectionBegin: // Weak.cpp
  case ActFlow::SectionEnd:
    break;
  case ActFlow::FromThread:
    if (succeeds)
      out.taken.push_back({threadKnower(uint32_t(object_)), self});
    break;
  case ActFlow::TakeOnSuccess:
    if (succeeds)
      take();
    break;
  case ActFlow::TakeOnReturn:
    if (result)
      take();
    break;
  case ActFlow::Give:
    give();
    break;
  case ActFlow::GiveOnSuccess:
    if (succeeds)
      give();
    break;
  case ActFlow::LockOwner:
    lockFlows(result, out);
    break;
  case ActFlow::Meet:
    // The last one: it returns at once, and those that wait are woken.
    if (phase_ != 0 || !result)
      break;
    for (uint32_t id : waiters_)
      out.taken.push_back({threadKnower(id), self});
    for (uint32_t id : waiters_)
      out.given.push_back({self, threadKnower(id)});
    break;
  case ActFlow::Send:
    out.given.push_back({self, signalsKnower(core_.signalsAt)});
    break;
  case ActFlow::Receive:
    if (result)
      out.taken.push_back({signalsKnower(core_.signalsAt), self});
    break;
  case ActFlow::Void:
    out.gone.push_back({object.id, object.size, false});
    break;
  }
  return out;
}

} // namespace rbcheck
