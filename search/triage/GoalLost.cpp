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
// Where a block was allocated is no part of a state: on another path to the
// same state it may have been elsewhere. So it is noted for every block which
// warnings were near whenever it was allocated. Each loss is looked at by
// executing its schedule again; if there are too many, the others leave the
// goal blurred.
// Tested by test/triage/leaks.c.
//
//===----------------------------------------------------------------------===//
#include "search/triage/GoalMonitor.h"
#include "search/triage/History.h"
#include "search/triage/SyncCalls.h"

#include "search/result/LeakPlaces.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

static bool makesMemory(const Function &callee) {
  const llvm::StringRef name = callee.name;
  return roleOf(callee).act == Act::Allocate || name.contains("strdup") ||
         name.contains("strndup") || name.starts_with("realloc") ||
         name == "posix_memalign" || name == "asprintf" || name == "vasprintf";
}

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

/// The place is where the function ends in which the block was made and lost,
/// or anywhere behind the loss, and the function makes no other.
bool GoalMonitor::isTheOne(const GoalSide &side, llvm::ArrayRef<CodePlace> made,
                           llvm::ArrayRef<CodePlace> gone) const {
  auto inner =
      [&](llvm::ArrayRef<CodePlace> stack) -> std::optional<CodePlace> {
    auto users = llvm::find_if(
        stack, [&](CodePlace frame) { return !positions_.isLibrary(frame); });
    return users == stack.end() ? std::nullopt : std::optional(*users);
  };
  const std::optional<CodePlace> from = inner(made), to = inner(gone);
  if (!from || !to || from->function != to->function)
    return false;
  const uint32_t lostAt = locate(program_, *to).line;
  const Function &function = program_.functions[to->function];
  const auto allocations = llvm::count_if(function.code, [&](const Insn &insn) {
    return insn.op == Op::CallModel &&
           makesMemory(program_.functions[function.callSites[insn.c].callee]);
  });
  return allocations == 1 && llvm::any_of(side.places, [&](CodePlace place) {
           return place.function == to->function &&
                  locate(program_, place).line >= lostAt;
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
      for (uint64_t block : lost) {
        auto loss = findLoss(program_, found.front(), block);
        gone.push_back(loss ? std::move(loss->stack)
                            : std::vector<CodePlace>());
      }
    }
    bool isIt = false;
    for (size_t i = 0; i < lost.size(); ++i)
      isIt |= llvm::any_of(goal.sides,
                           [&](const GoalSide &side) {
                             return positions_.isAt(made[i], side);
                           }) ||
              positions_.isAt(gone[i], goal.sides.back()) ||
              isTheOne(goal.sides.back(), made[i], gone[i]);
    auto best = llvm::find_if(found, [&](const Violation &one) {
      return llvm::any_of(goal.sides, [&](const GoalSide &side) {
        return llvm::is_contained(side.places, one.fault.place);
      });
    });
    const Violation &shown = best == found.end() ? found.front() : *best;
    if (isIt) {
      confirm(g, shown);
    } else if (isNear(g, made) || isNear(g, gone) ||
               llvm::any_of(gone,
                            [](const auto &stack) { return stack.empty(); }) ||
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
