//===- interp/exec/OrderedStep.cpp - Who learns what in a step ------------===//
#include "interp/exec/OrderedStep.h"

#include "interp/exec/Model.h"
#include "interp/exec/Sync.h"

namespace rbcheck {

namespace {

Knower fencedKnower(uint32_t thread) { return {Knower::Fenced, 0, thread}; }
Knower loadedKnower(uint32_t thread) { return {Knower::Loaded, 0, thread}; }

} // namespace

/// What has to be looked at before the step changes it.
struct OrderedSteps::Before {
  Choice choice;
  Op op = Op::Fence;
  uint32_t bits = 0; ///< Insn::c
  PendingKind kind = PendingKind::None;
  Role role;
  bool isInSection = false;
  bool learns = false; ///< in a section of the program
  bool exchanges = false;
  uint32_t threads = 0;
};

MachineOptions forOrder(MachineOptions options) {
  options.memory = MemoryModel::Sc; // an execution of the other models, too
  options.steps = Steps::Access;
  options.locality = false;
  options.allVisible = true;
  return options;
}

OrderedSteps::OrderedSteps(Machine &machine) : machine_(machine) {
  machine.setObserver(this);
}

void OrderedSteps::ordered(uint32_t, const CallFlows &flows) {
  // The first one of the step: those behind it are of other calls.
  if (!flows_)
    flows_ = flows;
}

StepEnd OrderedSteps::step(Choice choice, OrderedStep &out) {
  const OpenState &state = machine_.state();
  const ThreadNode &thread = state.thread(choice.thread);
  const Pending pending = thread.pending;
  Before before;
  before.choice = choice;
  before.kind = pending.kind;
  before.isInSection = thread.s.atomicDepth != 0;
  before.learns = !isSilent(thread.s.atomicDepth);
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
  }
  out.accesses.append(pending.accesses.begin(), pending.accesses.end());
  flows_.reset();

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
      before.learns || flowOf(before.role.act) == ActFlow::SectionBegin ||
      !isSilent(machine_.state().thread(out.thread).s.atomicDepth);
  if (!isPart)
    return;
  const Knower all = sectionKnower();
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

void OrderedSteps::libraryCall(const Before &before, OrderedStep &out) {
  if (flows_) {
    out.taken.append(flows_->taken.begin(), flows_->taken.end());
    out.given.append(flows_->given.begin(), flows_->given.end());
    out.gone.append(flows_->gone.begin(), flows_->gone.end());
  }
  if (before.role.act != Act::None)
    return;
  // Of those that have no act only libatomic's touch memory atomically.
  const Knower self = threadKnower(out.thread);
  for (const Access &access : out.accesses)
    if (access.atomic) {
      const Knower bytes = bytesKnower(access.address, access.size);
      out.taken.push_back({bytes, self, false, true});
      if (access.write)
        out.given.push_back({self, bytes});
      out.isGuessed = true;
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
