//===- interp/exec/ModelEffects.cpp - What a call does to others ----------===//
//
// Follows from the role of the function, and from what the model declares
// besides. Tested by test/unit/EffectsTest.cpp and test/effects.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Handles.h"
#include "interp/exec/Sync.h"
#include "interp/roles/MutexLayout.h"

namespace rbcheck {

namespace {

/// A wait touches the condition variable until it is woken, and the mutex when
/// it begins and when it takes it back. Others wake it while it is parked, so
/// the mutex counts all along.
void addWait(ModelCall &call, const Role &role, Effects &to) {
  if (call.core().phaseOf(call.thread()) <= kWaiting)
    to.atomic(call.arg(role.object), bytesOf(role.family), true);
  to.atomic(call.arg(role.mutex), kMutexBytes, true);
}

void addObject(ModelCall &call, const Role &role, Effects &to) {
  const uint64_t object = call.arg(role.object);
  const uint64_t bytes = bytesOf(role.family);
  if (role.act == Act::Init)
    to.writes(object, bytes);
  else
    to.atomic(object, bytes, role.act != Act::Ask);
}

uint64_t syncObject(ModelCall &call, const Role &role) {
  if (role.act == Act::EndThread)
    return call.thread();
  if (role.object < 0)
    return 0;
  if (role.family != Family::Thread)
    return call.arg(role.object);
  return threadOfHandle(call, call.arg(role.object)).value_or(kNoSuchThread);
}

} // namespace

void Model::collectSync(ModelCall &call, Effects &to) const {
  if (role.act != Act::None)
    to.sync.push_back({role.act, role.family, syncObject(call, role)});
}

void Model::collectAccesses(ModelCall &call, Effects &to) const {
  if (role.mutex >= 0)
    addWait(call, role, to);
  else if (bytesOf(role.family))
    addObject(call, role, to);
  if (call.core().phaseOf(call.thread()) == 0)
    for (const Touch &touch : role.touches)
      if (touch.argument >= 0)
        to.add({call.arg(touch.argument), touch.size, touch.write, false,
                false});
  if (effects)
    effects(call, to);
}

} // namespace rbcheck
