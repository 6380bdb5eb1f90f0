//===- search/reduce/PathRaces.h - Which steps of a path could be swapped -===//
//
// The steps of one execution, as events, and for a further one which earlier
// ones it could go before: they depend on each other, nothing else orders them,
// and it is possible there. For searches that execute one representative of
// each order (Dpor.h, search/gambit). Two questions are left open by theory:
//
//   - *Blocking.* The later step may be impossible without the earlier one, or
//     without what lies between (a lock that was given back). That is found out
//     by running the sequence.
//   - *What a step does elsewhere* can differ from what it did, if it fails or
//     ends lives only in one of the places. So it is run there, too.
//
// Tested by test/reduce and test/generate.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/reduce/Clocks.h"
#include "search/reduce/WakeUpTree.h"

#include <optional>
#include <vector>

namespace rbcheck {

/// An earlier step that another one could go before, and what that one does
/// there, as far as that is known.
struct Race {
  uint32_t index = 0;
  Event later;
  /// What depends on inputs is decided in between: whether it can go there is
  /// not known, and all that can is wanted.
  bool isOpen = false;
};
using Races = llvm::SmallVector<Race, 4>;

class PathRaces {
public:
  /// Adds a step; `threads` of them are there behind it.
  void push(const State &before, const Event &step, uint32_t threads);
  void pop();
  size_t size() const { return steps_.size(); }
  const Event &step(size_t index) const { return steps_[index].event; }

  const Operations &operations() const { return operations_; }

  /// A decision on an input goes with the step before it, since nobody else moves
  /// in between: the first of such steps.
  uint32_t beginOf(uint32_t step) const;

  /// Steps that an event, the next of its thread, could go before; those that
  /// no other one of them follows.
  void find(Machine &machine, const Event &event,
            llvm::SmallVectorImpl<Race> &out);
  /// What threads wait to do in a state behind the path, but not `except`, as
  /// if it came next: calls visit(race).
  template <typename Visit>
  void findWaiting(Machine &machine, const State &last, uint32_t except,
                   Visit visit);
  /// All that does not depend on the earlier step, and then the later one. Of the
  /// steps before `until`, by default of all.
  Events reversed(const Race &race, size_t until) const;
  Events reversed(const Race &race) const { return reversed(race, size()); }
  /// The latest step of all threads that an operation, the next of its thread,
  /// depends on, could be enabled together with, and is not ordered behind; -1
  /// if there is none. Nothing is run.
  int64_t latestRival(OperationId operation) const;
  /// The same for each other thread: calls visit(step).
  void forEachLatestRival(OperationId operation,
                          llvm::function_ref<void(uint32_t)> visit) const;

  /// What a step did that ended the path or not.
  OperationId operationOf(uint32_t thread, Effects &executed, bool isOver);
  /// What a thread is parked at in the state the machine is in.
  OperationId pendingOf(Machine &machine, uint32_t thread);
  /// Takes a step on the machine alone, to see what it does.
  Event tryStep(Machine &machine, Choice choice);

  static constexpr uint32_t kNone = ~0u;

private:
  struct Step {
    State before;
    Event event;
  };
  void listWaiting(Machine &machine, const State &last, uint32_t except,
                   Events &out);
  std::optional<Race> raceWith(Machine &machine, uint32_t index,
                               const Event &event);

  std::vector<Step> steps_;
  Operations operations_;
  mutable PathClocks clocks_{operations_}; ///< are worked out when asked
  std::vector<uint32_t> candidates_; ///< of find()
};

template <typename Visit>
void PathRaces::findWaiting(Machine &machine, const State &last,
                            uint32_t except, Visit visit) {
  Events waiting;
  listWaiting(machine, last, except, waiting);
  Races races;
  for (const Event &event : waiting) {
    races.clear();
    find(machine, event, races);
    for (const Race &race : races)
      visit(race);
  }
}

} // namespace rbcheck
