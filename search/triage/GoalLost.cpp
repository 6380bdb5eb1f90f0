//===- search/triage/GoalLost.cpp - Memory that a warning says is lost ----===//
//
// Tools warn where the last pointer to a block goes, whether the program ends
// then or not. So every step is looked at, not only the end of the process:
// what nothing leads to any more behind a step, and did before, was lost in it.
// It is what a warning speaks of if it was allocated at one of the places of
// the warning, or in what they call, or lost at the last of them. Memory that
// is made or lost elsewhere in a function of the warning may be what it means
// all the same: that leaves the goal blurred.
//
// A block is the same on all paths only if it is lost in the same step, so each
// loss is looked at by executing its schedule again; if there are too many,
// what was not looked at leaves the goal blurred. Tested by
// test/triage/leaks.test.
//
//===----------------------------------------------------------------------===//
#include "search/triage/GoalMonitor.h"
#include "search/triage/History.h"

#include "search/result/LeakPlaces.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

/// What was lost in the step from `from`.
std::vector<uint64_t> GoalMonitor::newlyLost(const SearchNode &from,
                                             Machine &machine) {
  const bool isExited = machine.state().scalars().exited;
  std::vector<uint64_t> lost = machine.findLost();
  if (lost.empty())
    return {};
  std::vector<uint64_t> isNew = lost;
  if (from.state)
    if (auto before = lostIn_.find(from.state.fingerprint());
        before != lostIn_.end())
      llvm::erase_if(isNew, [&](uint64_t block) {
        return llvm::is_contained(before->second, block);
      });
  constexpr size_t kMostStates = 1'000'000;
  if (!isExited && lostIn_.size() < kMostStates)
    lostIn_[machine.fingerprint()] = std::move(lost);
  return isNew;
}

void GoalMonitor::observe(Machine &machine) {
  observed_ = &machine;
  if (hasLost_)
    machine.setObserver(this);
}

void GoalMonitor::allocated(uint64_t address, uint64_t, uint32_t thread,
                            CodePlace) {
  if (regionOf(address) != RegionKind::Heap)
    return;
  llvm::SmallVector<CodePlace, 16> stack;
  observed_->stack(thread, stack);
  for (uint32_t g = 0; g < goals_.size(); ++g)
    if (goals_[g].kind == GoalKind::Lost && isOpen(g) &&
        isNear(g, std::vector<CodePlace>(stack.begin(), stack.end())))
      madeNear_[address].insert(g);
}

/// One of the stacks is in a function that the warning speaks of.
bool GoalMonitor::isNear(size_t goal,
                         llvm::ArrayRef<std::vector<CodePlace>> stacks) const {
  auto isIn = [](const GoalSide &side, CodePlace frame) {
    return llvm::any_of(side.places, [&](CodePlace place) {
      return frame.function == place.function;
    });
  };
  return llvm::any_of(stacks, [&](const auto &stack) {
    return llvm::any_of(stack, [&](CodePlace frame) {
      return llvm::any_of(goals_[goal].sides, [&](const GoalSide &side) {
        return isIn(side, frame);
      });
    });
  });
}

void GoalMonitor::findLost(const SearchNode &from, std::optional<Choice> choice,
                           Machine &machine) {
  const std::vector<uint64_t> lost = newlyLost(from, machine);
  if (lost.empty())
    return;
  const Path path = choice ? from.path.then(*choice) : from.path;
  const std::vector<LeakedBlock> roots = machine.findLeaks();
  std::vector<Violation> found;
  for (const Fault &fault :
       leakFaults(program_, machine.options(), path.schedule(), roots))
    found.push_back(makeViolation(fault, leaks(), path, machine));
  // How the blocks were allocated and lost.
  std::vector<std::vector<CodePlace>> made, gone;
  for (size_t g = 0; g < goals_.size(); ++g) {
    const Goal &goal = goals_[g];
    if (goal.kind != GoalKind::Lost || !isOpen(g) || !mayReplay(g))
      continue;
    if (made.empty()) {
      made = allocationsOf(program_, found.front(), lost);
      for (uint64_t block : lost)
        if (auto loss = findLoss(program_, found.front(), block))
          gone.push_back(std::move(loss->stack));
    }
    const bool isIt =
        llvm::any_of(made,
                     [&](const auto &stack) {
                       return llvm::any_of(goal.sides, [&](const auto &side) {
                         return positions_.isAt(stack, side);
                       });
                     }) ||
        llvm::any_of(gone, [&](const auto &stack) {
          return positions_.isAt(stack, goal.sides.back());
        });
    auto best = llvm::find_if(found, [&](const Violation &one) {
      return llvm::any_of(goal.sides, [&](const GoalSide &side) {
        return llvm::is_contained(side.places, one.fault.place);
      });
    });
    const Violation &shown = best == found.end() ? found.front() : *best;
    if (isIt) {
      confirm(g, shown);
    } else if (isNear(g, made) || isNear(g, gone) ||
               gone.size() < lost.size() ||
               llvm::any_of(lost, [&](uint64_t block) {
                 auto near = madeNear_.find(block);
                 return near != madeNear_.end() && near->second.count(g);
               })) {
      // Tools do not agree on the line of a leak.
      facts_[g].isBlurred = true;
      relate(g, shown);
    }
  }
}

} // namespace rbcheck
