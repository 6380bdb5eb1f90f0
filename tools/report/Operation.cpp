//===- tools/report/Operation.cpp - Library calls as kinds of operation ---===//
#include "tools/report/Operation.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

OpKind operationOf(Act act) {
  switch (act) {
  case Act::None:
  case Act::AskEnd:
  case Act::Cancel:
  case Act::Change:
  case Act::Ask:
  case Act::SendSignal:
  case Act::Signals:
  case Act::AwaitSignal:
  case Act::Time:
  case Act::Allocate:
    return OpKind::Call;
  case Act::Create:
    return OpKind::Create;
  case Act::Join:
  case Act::TryJoin:
    return OpKind::Join;
  case Act::Detach:
    return OpKind::Detach;
  case Act::EndThread:
  case Act::EndProcess:
    return OpKind::End;
  case Act::Init:
  case Act::Destroy:
    return OpKind::Init;
  case Act::Lock:
  case Act::WriteLock:
    return OpKind::Lock;
  case Act::ReadLock:
    return OpKind::ReadLock;
  case Act::TryLock:
  case Act::TryReadLock:
  case Act::TimedLock:
  case Act::TimedReadLock:
    return OpKind::TryLock;
  case Act::Unlock:
    return OpKind::Unlock;
  case Act::Wait:
  case Act::TimedWait:
    return OpKind::Wait;
  case Act::Signal:
    return OpKind::Signal;
  case Act::Broadcast:
    return OpKind::Broadcast;
  case Act::Acquire:
  case Act::TryAcquire:
  case Act::TimedAcquire:
    return OpKind::Acquire;
  case Act::Release:
    return OpKind::Release;
  case Act::Barrier:
    return OpKind::Barrier;
  case Act::Futex:
  case Act::Await:
    return OpKind::Futex;
  case Act::Once:
  case Act::OnceEnd:
  case Act::Guard:
  case Act::GuardEnd:
    return OpKind::Once;
  case Act::Choice:
    return OpKind::Choice;
  case Act::BeginAtomic:
  case Act::EndAtomic:
  case Act::BeginStep:
  case Act::EndStep:
    return OpKind::Atomic;
  case Act::Yield:
  case Act::Sleep:
    return OpKind::Yield;
  case Act::Free:
  case Act::Delete:
  case Act::DeleteArray:
    return OpKind::Free;
  }
  llvm_unreachable("covered switch");
}

bool isLocking(OpKind kind) {
  return kind == OpKind::Lock || kind == OpKind::ReadLock ||
         kind == OpKind::TryLock || kind == OpKind::Unlock;
}

const char *operationWord(OpKind kind) {
  switch (kind) {
#define RB_OPERATION(name, word, help)                                         \
  case OpKind::name:                                                           \
    return word;
#include "tools/report/Operations.def"
#undef RB_OPERATION
  }
  llvm_unreachable("covered switch");
}

const char *edgeWord(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::Create:
    return "create";
  case EdgeKind::Join:
    return "join";
  case EdgeKind::Lock:
    return "lock";
  case EdgeKind::Wake:
    return "wake";
  case EdgeKind::ReadsFrom:
    return "reads-from";
  case EdgeKind::ReadsOlder:
    return "reads-older";
  }
  llvm_unreachable("covered switch");
}

const char *threadEndWord(ThreadEnd end) {
  switch (end) {
  case ThreadEnd::Ready:
    return "ready";
  case ThreadEnd::Spinning:
    return "spinning";
  case ThreadEnd::Blocked:
    return "blocked";
  case ThreadEnd::Finished:
    return "finished";
  case ThreadEnd::Failed:
    return "failed";
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
