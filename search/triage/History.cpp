//===- search/triage/History.cpp - What happened on the way to a fault ----===//
#include "search/triage/History.h"

#include "search/result/Locate.h"
#include "search/result/Replay.h"
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

class FreeWatcher final : public ReplayWatcher {
public:
  explicit FreeWatcher(uint64_t address) : address_(address) {}

  void begin(Machine &machine) override { machine_ = &machine; }
  void allocated(uint64_t address, uint64_t size, uint32_t,
                 CodePlace) override {
    if (address_ >= address && address_ < address + std::max<uint64_t>(size, 1))
      base_ = address;
  }
  void freed(uint64_t address, uint32_t thread, CodePlace) override {
    if (address != base_)
      return;
    llvm::SmallVector<CodePlace, 16> stack;
    machine_->stack(thread, stack);
    found = Freeing{thread, {stack.begin(), stack.end()}};
  }

  std::optional<Freeing> found;

private:
  const uint64_t address_;
  std::optional<uint64_t> base_;
  Machine *machine_ = nullptr;
};

class AllocationWatcher final : public ReplayWatcher {
public:
  explicit AllocationWatcher(llvm::ArrayRef<uint64_t> blocks)
      : stacks(blocks.size()), blocks_(blocks) {}

  void begin(Machine &machine) override { machine_ = &machine; }
  void allocated(uint64_t address, uint64_t, uint32_t thread,
                 CodePlace) override {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i] != address)
        continue;
      llvm::SmallVector<CodePlace, 16> stack;
      machine_->stack(thread, stack);
      stacks[i] = {stack.begin(), stack.end()};
    }
  }

  std::vector<std::vector<CodePlace>> stacks;

private:
  llvm::ArrayRef<uint64_t> blocks_;
  Machine *machine_ = nullptr;
};

/// Where the last step failed.
class FailureWatcher final : public ReplayWatcher {
public:
  explicit FailureWatcher(Violation &violation) : violation_(violation) {}

  void finished(Machine &machine, StepEnd,
                const std::optional<Fault> &fault) override {
    if (fault)
      violation_.location = locateThread(machine, fault->thread, fault->place);
  }

private:
  Violation &violation_;
};

} // namespace

std::vector<std::vector<CodePlace>>
allocationsOf(const Program &program, const Violation &violation,
              llvm::ArrayRef<uint64_t> blocks) {
  AllocationWatcher watcher(blocks);
  replay(program, violation, watcher);
  return std::move(watcher.stacks);
}

std::optional<Freeing> freeingOf(const Program &program,
                                 const Violation &violation) {
  FreeWatcher watcher(violation.fault.address);
  replay(program, violation, watcher);
  return std::move(watcher.found);
}

std::optional<Violation> failureOf(const Program &program, Schedule schedule,
                                   const MachineOptions &machine) {
  Violation violation;
  violation.schedule = std::move(schedule);
  violation.machine = machine;
  FailureWatcher watcher(violation);
  std::optional<Fault> fault = replay(program, violation, watcher);
  if (!fault)
    return std::nullopt;
  violation.fault = *fault;
  return violation;
}

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
