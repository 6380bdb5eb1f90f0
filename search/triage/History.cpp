//===- search/triage/History.cpp - What happened on the way to a fault ----===//
#include "search/triage/History.h"

#include "search/Replay.h"
#include "search/triage/SyncCalls.h"

namespace rbcheck {

namespace {

class AcquisitionWatcher final : public ReplayWatcher {
public:
  AcquisitionWatcher(uint32_t thread, uint64_t lock)
      : thread_(thread), lock_(lock) {}

  void beforeStep(Machine &machine, size_t, Choice choice) override {
    if (choice.thread != thread_)
      return;
    const Pending &pending = machine.state().thread(thread_).pending;
    if (pending.kind != PendingKind::Model)
      return;
    const Role role = roleOf(machine.program().functions[pending.callee]);
    if (!takesLock(role.act) || pending.args[role.object] != lock_)
      return;
    // One that fails (a trylock) does not take it.
    if (machine.holderOfMutex(lock_))
      return;
    llvm::SmallVector<CodePlace, 16> stack;
    machine.stack(thread_, stack);
    stack_.assign(stack.begin(), stack.end());
  }

  std::vector<CodePlace> &&take() { return std::move(stack_); }

private:
  uint32_t thread_;
  uint64_t lock_;
  std::vector<CodePlace> stack_;
};

class WaitWatcher final : public ReplayWatcher {
public:
  WaitWatcher(uint32_t thread, const Positions &positions, const GoalSide &side)
      : thread_(thread), positions_(positions), side_(side) {}

  void beforeStep(Machine &machine, size_t, Choice choice) override {
    // Its first step gives the mutex back, its last one comes back with it.
    if (choice.thread == thread_ &&
        machine.state().thread(thread_).s.phase > 1 &&
        positions_.isAt(machine, thread_, side_))
      hasReturned = true;
  }

  bool hasReturned = false;

private:
  uint32_t thread_;
  const Positions &positions_;
  const GoalSide &side_;
};

} // namespace

bool doesReplay(const Program &program, const Violation &violation) {
  ReplayWatcher nobody;
  std::optional<Fault> fault = replay(program, violation, nobody);
  return fault && isSameFault(*fault, violation.fault) &&
         (!violation.fault.hasRelated ||
          (fault->hasRelated &&
           fault->related.place == violation.fault.related.place));
}

std::vector<CodePlace> lastAcquisition(const Program &program, const Violation &violation,
                                       uint32_t thread, uint64_t lock) {
  AcquisitionWatcher watcher(thread, lock);
  replay(program, violation, watcher);
  return watcher.take();
}

bool hasReturnedFrom(const Program &program, const Violation &violation, uint32_t thread,
                     const Positions &positions, const GoalSide &side) {
  WaitWatcher watcher(thread, positions, side);
  replay(program, violation, watcher);
  return watcher.hasReturned;
}

} // namespace rbcheck
