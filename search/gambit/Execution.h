//===- search/gambit/Execution.h - One execution, step by step ------------===//
//
// What costs look at, and where deviations are found: the steps that were
// taken, what else could have been, and the states before them. A state is
// shared by all executions that go through it, so those that were executed
// lately can be kept and gone on from (PathCache.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"
#include "search/reduce/PathRaces.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"

#include <vector>

namespace rbcheck {

/// One of the events is the choice.
bool areTaking(llvm::ArrayRef<Event> events, Choice choice);

/// Puts the machine into a state, unless it is there.
inline void load(Machine &machine, const State &state) {
  if (!machine.state().isAt(state))
    machine.load(state);
}

/// A state that executions go through.
struct PathState : llvm::RefCountedBase<PathState> {
  SearchNode node;          ///< expanded
  Choices choices;          ///< offered
  Choices enabled;          ///< also those beyond a bound
  uint32_t preemptions = 0; ///< on the way here
  Events sleep;             ///< what they lead to is seen elsewhere

  bool isEnabled(uint16_t thread) const;
  /// A step of the thread is one although the last one could go on.
  bool isPreemption(uint16_t thread) const {
    return thread != node.lastThread && isEnabled(node.lastThread);
  }
  bool isAsleep(Choice choice) const { return areTaking(sleep, choice); }
};
using PathStateRef = llvm::IntrusiveRefCntPtr<PathState>;

struct PathStep {
  PathStateRef before;
  Choice taken;
  OperationId operation = 0; ///< if operations are recorded
  uint32_t threads = 0;      ///< behind it

  Event event() const { return {taken.thread, taken.value, operation}; }
};

struct Execution {
  std::vector<PathStep> steps;
  PathStateRef last; ///< null if the process has ended, or the state is known
  /// What steps touched; without operations if no cost needs them.
  const Operations *operations = nullptr;
};

/// Whether dynamic partial-order reduction would try a deviation.
enum class Wanted : uint8_t {
  Precisely,      ///< the thread whose step races with the one made
  Conservatively, ///< since that cannot go on there, or before a release
  Not
};

/// Another choice at one step of an execution.
struct Deviation {
  uint32_t step = 0;
  Choice choice;
  uint64_t name = 0;        ///< of the execution that takes it
  uint32_t preemptions = 0; ///< up to and including this step
  bool isPreemption = false;
  Wanted wanted = Wanted::Not;
  bool isAsleep = false; ///< and a preemption
};

} // namespace rbcheck
