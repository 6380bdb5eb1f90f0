//===- search/triage/SyncCalls.cpp - Library calls in a warning's words ---===//
#include "search/triage/SyncCalls.h"

namespace rbcheck {

Role roleOf(const Function &callee) {
  return callee.kind == FunctionKind::Model ? allModels()[callee.model].role
                                            : Role();
}

std::optional<StepOp> syncOpOf(const Function &callee) {
  switch (Act act = roleOf(callee).act) {
  case Act::Create:
    return StepOp::Create;
  case Act::Join:
  case Act::TryJoin:
    return StepOp::Join;
  case Act::Unlock:
    return StepOp::Unlock;
  case Act::Wait:
  case Act::TimedWait:
  case Act::Acquire:
  case Act::TimedAcquire:
  case Act::Barrier:
    return StepOp::Wait;
  case Act::Signal:
  case Act::Broadcast:
  case Act::Release:
    return StepOp::Signal;
  default:
    return takesLock(act) ? std::optional(StepOp::Lock) : std::nullopt;
  }
}

} // namespace rbcheck
