//===- interp/exec/OrderedStep.cpp - Who learns what in a step ------------===//
#include "interp/exec/OrderedStep.h"

#include "interp/exec/Model.h"
#include "interp/exec/Sync.h"

namespace rbcheck {

namespace {

Knower threadKnower(uint32_t thread) { return {Knower::Thread, 0, thread}; }
Knower fencedKnower(uint32_t thread) { return {Knower::Fenced, 0, thread}; }
Knower loadedKnower(uint32_t thread) { return {Knower::Loaded, 0, thread}; }
Knower bytesKnower(uint64_t address, uint64_t size) {
  return {Knower::Object, uint32_t(size), address};
}
Knower readersKnower(const Knower &lock) {
  return {Knower::Readers, lock.size, lock.id};
}

} // namespace

/// What has to be looked at before the step changes it.
struct OrderedSteps::Before {
  Choice choice;
  Op op = Op::Fence;
  uint32_t bits = 0; ///< Insn::c
  PendingKind kind = PendingKind::None;
  Role role;
  uint8_t phase = 0;
  bool isInSection = false;
  bool exchanges = false;
  uint32_t threads = 0;
  SyncEffect sync;
  uint64_t lock = 0; ///< address of a lock that the call can take or give back
  Family lockFamily = Family::None;
  std::optional<uint32_t> owner;           ///< of it
  llvm::SmallVector<uint32_t, 8> waiters; ///< at the barrier
};

MachineOptions forOrder(MachineOptions options) {
  options.steps = Steps::Access;
  options.locality = false;
  options.allVisible = true;
  return options;
}

OrderedSteps::OrderedSteps(Machine &machine) : machine_(machine) {
  machine.setObserver(this);
}

void OrderedSteps::returned(uint32_t thread, uint32_t callee,
                            uint64_t result) {
  // The first one of the step: those behind it are of other calls.
  if (thread == thread_ && callee == callee_ && !result_)
    result_ = result;
}

StepEnd OrderedSteps::step(Choice choice, OrderedStep &out) {
  const OpenState &state = machine_.state();
  const ThreadNode &thread = state.thread(choice.thread);
  const Pending pending = thread.pending;
  Before before;
  before.choice = choice;
  before.kind = pending.kind;
  before.phase = thread.s.phase;
  before.isInSection = thread.s.atomicDepth != 0;
  before.threads = state.threadCount();
  out = {};
  out.thread = choice.thread;
  out.place = machine_.place(choice.thread);
  const Insn &insn =
      machine_.program().functions[out.place.function].code[out.place.pc];
  before.op = insn.op;
  before.bits = insn.c;
  if (insn.op == Op::CmpXchg && pending.kind == PendingKind::Access)
    before.exchanges =
        choice.value == 0 && machine_.wouldExchange(choice.thread);
  if (pending.kind == PendingKind::Model) {
    const Function &callee = machine_.program().functions[pending.callee];
    before.role = allModels()[callee.model].role;
    if (Effects effects = machine_.effects(choice.thread);
        !effects.sync.empty())
      before.sync = effects.sync.front();
    const bool isWait = before.role.mutex >= 0;
    before.lockFamily = isWait ? Family::Mutex : before.role.family;
    if (isLock(before.lockFamily)) {
      before.lock =
          pending.args[isWait ? before.role.mutex : before.role.object];
      before.owner = machine_.ownerOf(before.lockFamily, before.lock);
    }
    for (uint32_t id = 0; id < before.threads; ++id) {
      const ThreadScalars &s = state.thread(id).s;
      if (before.role.act == Act::Barrier &&
          s.status == ThreadStatus::Parked && s.phase == kWaiting &&
          s.wait[0] == before.sync.object)
        before.waiters.push_back(id);
    }
  }
  out.accesses.append(pending.accesses.begin(), pending.accesses.end());
  thread_ = choice.thread;
  callee_ = pending.kind == PendingKind::Model ? pending.callee : ~0u;
  result_.reset();

  Effects executed;
  StepEnd end = machine_.step(choice, executed);
  section(before, out);
  if (before.kind == PendingKind::Model)
    libraryCall(before, out);
  else
    atomicAccess(before, out);
  for (uint32_t id = before.threads; id < state.threadCount(); ++id)
    out.given.push_back({threadKnower(out.thread), threadKnower(id)});
  ends(before, executed, out);
  return end;
}

/// A step that begins or ends in a section, or has one, is part of it.
void OrderedSteps::section(const Before &before, OrderedStep &out) {
  out.isInSection = before.isInSection;
  const bool isPart =
      before.isInSection || before.role.act == Act::BeginAtomic ||
      machine_.state().thread(out.thread).s.atomicDepth != 0;
  if (!isPart)
    return;
  const Knower all = {Knower::Section, 0, 0};
  out.taken.push_back({all, threadKnower(out.thread)});
  out.given.push_back({threadKnower(out.thread), all});
}

void OrderedSteps::atomicAccess(const Before &before, OrderedStep &out) {
  const Knower self = threadKnower(out.thread);
  const Knower fenced = fencedKnower(out.thread);
  const Knower loaded = loadedKnower(out.thread);
  if (before.op == Op::Fence) {
    if (!(before.bits & kNoAcquire))
      out.taken.push_back({loaded, self});
    if (!(before.bits & kNoRelease))
      out.given.push_back({self, fenced, true});
    return;
  }
  if (before.op < Op::AtomicLoad || before.op > Op::CmpXchg ||
      out.accesses.empty())
    return;
  const Knower bytes =
      bytesKnower(out.accesses[0].address, out.accesses[0].size);
  const bool isUpdate = before.op == Op::AtomicRmw || before.exchanges;
  if (before.op != Op::AtomicStore) {
    const bool fails = before.op == Op::CmpXchg && !before.exchanges;
    const bool acquires =
        !(before.bits & (fails ? kNoAcquireOnFailure : kNoAcquire));
    out.taken.push_back({bytes, acquires ? self : loaded, false, true});
  }
  if (before.op == Op::AtomicStore || isUpdate)
    out.given.push_back(
        {before.bits & kNoRelease ? fenced : self, bytes, !isUpdate});
}

/// Locks that one thread has alone: what counts is whose they are.
void OrderedSteps::lockCall(const Before &before, OrderedStep &out) {
  const Knower self = threadKnower(out.thread);
  const Knower lock = bytesKnower(before.lock, bytesOf(before.lockFamily));
  const bool isOwner =
      machine_.ownerOf(before.lockFamily, before.lock) == out.thread;
  if (isOwner) {
    out.taken.push_back({lock, self});
    out.taken.push_back({readersKnower(lock), self});
    return;
  }
  const bool wasOwner = before.owner == out.thread;
  const bool gives = before.role.act == Act::Unlock ? result_ == 0 : wasOwner;
  if (!gives)
    return;
  const bool isReader =
      before.lockFamily == Family::ReadWrite && !wasOwner;
  out.given.push_back({self, isReader ? readersKnower(lock) : lock});
}

void OrderedSteps::libraryCall(const Before &before, OrderedStep &out) {
  const Knower self = threadKnower(out.thread);
  const Knower object =
      bytesKnower(before.sync.object, bytesOf(before.role.family));
  const bool succeeds = result_ && int32_t(*result_) == 0;
  const auto take = [&] { out.taken.push_back({object, self, false, true}); };
  const auto give = [&] { out.given.push_back({self, object}); };
  switch (before.role.act) {
  case Act::Join:
  case Act::TryJoin:
    if (succeeds)
      out.taken.push_back({threadKnower(uint32_t(before.sync.object)), self});
    return;
  case Act::ReadLock:
  case Act::TryReadLock:
  case Act::TimedReadLock:
    if (succeeds)
      take();
    return;
  case Act::Lock:
  case Act::WriteLock:
  case Act::TryLock:
  case Act::TimedLock:
  case Act::Unlock:
  case Act::Wait:
  case Act::TimedWait:
    return lockCall(before, out);
  case Act::Acquire:
  case Act::TryAcquire:
  case Act::TimedAcquire:
    if (succeeds)
      take();
    return;
  case Act::Release:
    if (succeeds)
      give();
    return;
  case Act::Once:
  case Act::Guard:
    if (result_)
      take();
    return;
  case Act::OnceEnd:
  case Act::GuardEnd:
    return give();
  case Act::Barrier:
    // The last one: it returns at once, and those that wait are woken.
    if (before.phase != 0 || !result_)
      return;
    for (uint32_t id : before.waiters)
      out.taken.push_back({threadKnower(id), self});
    for (uint32_t id : before.waiters)
      out.given.push_back({self, threadKnower(id)});
    return;
  case Act::Init:
  case Act::Destroy:
    out.gone.push_back({object.id, object.size, false});
    return;
  case Act::None:
    // Of those that have no act only libatomic's touch memory atomically.
    for (const Access &access : out.accesses)
      if (access.atomic) {
        const Knower bytes = bytesKnower(access.address, access.size);
        out.taken.push_back({bytes, self, false, true});
        if (access.write)
          out.given.push_back({self, bytes});
        out.isGuessed = true;
      }
    return;
  case Act::Create: // every new thread, whoever made it
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
  case Act::BeginAtomic: // section()
  case Act::EndAtomic:
  case Act::Yield:
  case Act::Sleep:
  case Act::Allocate:
  case Act::Free:
  case Act::Delete:
  case Act::DeleteArray:
    return;
  }
}

/// Plain writes, and lives that ended.
void OrderedSteps::ends(const Before &before, const Effects &executed,
                        OrderedStep &out) {
  for (const Access &access : executed.accesses)
    if (access.release || (access.write && !access.atomic))
      out.gone.push_back({access.address, access.size, access.release});
}

} // namespace rbcheck
