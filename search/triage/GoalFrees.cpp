//===- search/triage/GoalFrees.cpp - Memory freed under an access ---------===//
//
// A tool may call it a data race when one thread frees what another accesses, or
// a use after free; what the engine finds depends on which of the two comes
// first in the state where it looks. So either confirms either: two threads
// about to free and to access the same memory (shown by the access behind the
// free), or an access to what another thread has freed at the warning's place.
// Tested by test/triage/frees.c.
//
//===----------------------------------------------------------------------===//
#include "search/triage/GoalMonitor.h"
#include "search/triage/History.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void GoalMonitor::checkFree(uint32_t thread, uint32_t other,
                            const SearchNode &node, Machine &machine) {
  std::optional<uint32_t> freer = machine.freesUnder(thread, other);
  if (!freer)
    return;
  Hits mine, others;
  hitsOf(machine, thread, mine);
  hitsOf(machine, other, others);
  std::optional<Violation> violation;
  bool isTried = false;
  for (uint32_t g : goalsAt(mine, others)) {
    const Goal &goal = goals_[g];
    bool isIt = goal.kind == GoalKind::Race
                    ? isRaceOf(goal, mine, others, g, kNoVariable)
                    : goal.kind == GoalKind::Fault &&
                          llvm::any_of(llvm::concat<Hit>(mine, others),
                                       [&](Hit hit) { return hit.goal == g; });
    if (!isOpen(g) || !isIt || !mayReplay(g))
      continue;
    if (!std::exchange(isTried, true)) {
      uint16_t last = uint16_t(*freer == thread ? other : thread);
      violation = failureOf(program_,
                            node.path.then({uint16_t(*freer), 0})
                                .then({last, 0})
                                .schedule(),
                            machine.options());
    }
    if (violation && (goal.kind == GoalKind::Race ||
                      goal.isAbout(violation->fault.kind)))
      confirm(g, *violation);
  }
}

/// The last step touched what another thread freed, at the two places.
bool GoalMonitor::isFreedBy(size_t goal, const Violation &violation,
                            Machine &machine) {
  const Fault &fault = violation.fault;
  if (fault.kind != FaultKind::UseAfterFree &&
      fault.kind != FaultKind::DoubleFree)
    return false;
  const Goal &wanted = goals_[goal];
  auto isThere = [&](const GoalSide &side) {
    return positions_.isAt(machine, fault.thread, side);
  };
  if (llvm::none_of(wanted.sides, isThere) || !mayReplay(goal))
    return false;
  std::optional<Freeing> freeing = freeingOf(program_, violation);
  if (!freeing || freeing->thread == fault.thread)
    return false;
  return llvm::any_of(wanted.pairs, [&](std::pair<uint32_t, uint32_t> pair) {
    const GoalSide &a = wanted.sides[pair.first], &b = wanted.sides[pair.second];
    if (a.isAnywhere && b.isAnywhere)
      return false; // a variable is meant, not memory of the heap
    return (isThere(a) && positions_.isAt(freeing->stack, b)) ||
           (isThere(b) && positions_.isAt(freeing->stack, a));
  });
}

} // namespace rbcheck
