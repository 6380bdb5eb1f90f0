//===- search/triage/GoalLocks.cpp - Goals about locks --------------------===//
//
// Circles of threads that wait for each other, threads that wait for one that
// has ended, threads that end with a lock: tests of one state each. A circle
// is a matter of lock objects; the sides only say whose it is.
//
//===----------------------------------------------------------------------===//
#include "search/triage/GoalMonitor.h"
#include "search/triage/History.h"
#include "search/triage/SyncCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

uint64_t GoalMonitor::lockWaitedFor(Machine &machine, uint32_t thread) const {
  const ThreadNode &state = machine.state().thread(thread);
  if (state.pending.kind != PendingKind::Model ||
      state.s.status == ThreadStatus::Finished)
    return 0;
  const Role role = roleOf(program_.functions[state.pending.callee]);
  if (takesLock(role.act))
    return state.pending.args[role.object];
  // A condition variable's mutex, on the way back.
  if (role.mutex >= 0 && state.s.phase != 0)
    return state.pending.args[role.mutex];
  return 0;
}

void GoalMonitor::findStuck(uint32_t thread, const SearchNode &node,
                            Machine &machine) {
  // From one to the one it waits for, until the circle closes.
  std::vector<uint32_t> chain{thread};
  bool hasEnded = false;
  size_t closes = 0;
  for (;;) {
    std::optional<uint32_t> next = machine.waitsFor(chain.back());
    if (!next || *next >= machine.state().threadCount())
      return;
    if (machine.state().thread(*next).s.status == ThreadStatus::Finished) {
      hasEnded = true;
      chain.push_back(*next);
      break;
    }
    auto known = llvm::find(chain, *next);
    if (known != chain.end()) {
      closes = size_t(known - chain.begin());
      break;
    }
    chain.push_back(*next);
  }
  // To join a thread that has ended is not to wait for it.
  if (hasEnded && chain.size() == 2 && !lockWaitedFor(machine, thread))
    return;
  llvm::ArrayRef<uint32_t> cycle;
  if (!hasEnded)
    cycle = llvm::ArrayRef<uint32_t>(chain).drop_front(closes);
  std::optional<Violation> violation;
  auto stuck = [&]() -> const Violation & {
    if (!violation)
      violation = makeViolation(*machine.findStuck(thread), stuckThreads(),
                                node.path, machine);
    return *violation;
  };
  for (size_t g = 0; g < goals_.size(); ++g) {
    if (!isOpen(g))
      continue;
    const Goal &goal = goals_[g];
    if (goal.kind == GoalKind::Cycle && cycle.size() > 1 &&
        isCycleOf(goal, cycle, machine)) {
      confirm(g, stuck());
      continue;
    }
    if (goal.kind == GoalKind::Leak)
      for (size_t i = 0; i < chain.size() && isOpen(g); ++i)
        if (uint64_t lock = lockWaitedFor(machine, chain[i]))
          if (std::optional<uint32_t> holder = machine.holderOfMutex(lock))
            tryLeak(g, *holder, lock, stuck());
    bool isAboutLocks = goal.kind == GoalKind::Cycle ||
                        goal.kind == GoalKind::Leak ||
                        goal.kind == GoalKind::SelfLock;
    if (isAboutLocks && isOpen(g) && !facts_[g].related &&
        llvm::any_of(chain, [&](uint32_t id) {
          return concerns(g, id, machine);
        }))
      relate(g, stuck());
  }
}

bool GoalMonitor::isCycleOf(const Goal &goal, llvm::ArrayRef<uint32_t> cycle,
                            Machine &machine) const {
  bool isOpenEnded = llvm::any_of(
      goal.sides, [](const GoalSide &side) { return side.isAnywhere; });
  if (!isOpenEnded && goal.sides.size() != cycle.size())
    return false;
  auto fits = [&](uint32_t thread, const GoalSide &side) {
    uint64_t lock = lockWaitedFor(machine, thread);
    if (!lock || !positions_.isAt(machine, thread, side))
      return false;
    // A lock that the warning names must be the one, if it is a known one.
    if (side.objects.empty() || regionOf(lock) != RegionKind::Global)
      return true;
    const Global *global = program_.globalAt(globalIndexOf(lock));
    return !global || llvm::is_contained(side.objects, global->index);
  };
  // A thread for each side. Circles are short.
  std::vector<bool> isTaken(cycle.size());
  auto assign = [&](auto &self, size_t side) -> bool {
    if (side == goal.sides.size())
      return true;
    if (goal.sides[side].isAnywhere)
      return self(self, side + 1);
    for (size_t i = 0; i < cycle.size(); ++i) {
      if (isTaken[i] || !fits(cycle[i], goal.sides[side]))
        continue;
      isTaken[i] = true;
      if (self(self, side + 1))
        return true;
      isTaken[i] = false;
    }
    return false;
  };
  return assign(assign, 0);
}

void GoalMonitor::findHeld(uint32_t thread, const SearchNode &node,
                           Machine &machine) {
  if (thread == 0)
    return;
  for (size_t g = 0; g < goals_.size(); ++g) {
    if (!isOpen(g) || goals_[g].kind != GoalKind::Leak)
      continue;
    for (uint64_t lock : knownLocks_)
      if (std::optional<Fault> held = machine.findHeld(thread, lock))
        if (isOpen(g))
          tryLeak(g, thread, lock,
                  makeViolation(*held, heldLocks(), node.path, machine));
  }
}

/// The lock is lost; is it the warning's acquisition that lost it?
void GoalMonitor::tryLeak(size_t goal, uint32_t holder, uint64_t lock,
                          const Violation &violation) {
  const Goal &wanted = goals_[goal];
  const GoalSide &taken = wanted.sides.front();
  SideFacts &side = facts_[goal].sides.front();
  if (!side.wasExecuted || !mayReplay(goal))
    return;
  std::vector<CodePlace> stack =
      lastAcquisition(program_, violation, holder, lock);
  if (stack.empty() || !positions_.isAt(stack, taken)) {
    // Another path to this state may come by the warning's place, if that
    // ever takes this lock.
    if (stack.empty() || facts_[goal].locks.count(lock))
      facts_[goal].isBlurred = true;
    return;
  }
  Violation shown = violation;
  if (shown.foundBy == &heldLocks())
    shown.location = locate(program_, stack.front());
  for (CodePlace frame : stack)
    if (shown.foundBy == &heldLocks() &&
        std::binary_search(taken.places.begin(), taken.places.end(), frame))
      shown.location = locate(program_, frame);
  confirm(goal, shown);
}

/// Something failed; did the thread return from the wait before?
void GoalMonitor::tryWait(size_t goal, uint32_t thread,
                          const Violation &violation) {
  const Goal &wanted = goals_[goal];
  if (!facts_[goal].sides.back().threads.count(thread))
    return;
  if (hasReturnedFrom(program_, violation, thread, positions_,
                      wanted.sides.back()))
    confirm(goal, violation);
  else
    facts_[goal].isBlurred = true;
}

} // namespace rbcheck
