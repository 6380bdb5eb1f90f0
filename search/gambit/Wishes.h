//===- search/gambit/Wishes.h - What reductions want of an execution ------===//
//
// Follows an execution and says which threads a partial-order reduction would
// have had go on at which of its steps. By which rule:
//
//   Latest   for each operation that is pending in a state, the latest step
//   that it
//            depends on, could be enabled together with, and is not ordered
//            behind: all three jointly (Flanagan and Godefroid, POPL 2005)
//   Bounded  the latest such step of each thread, and the first step of the
//   block of
//            steps without a switch that it lies in: to go on there needs no
//            more preemptions than the swap does (Coons, Musuvathi and
//            McKinley, OOPSLA 2013)
//   Source   the races of the execution, to be reversed unless something that
//   was
//            tried can begin the reversal (Abdulla and others, JACM 2017); the
//            only rule that goes together with sleep sets
//
// The state behind the last step counts, too, and what waits there for ever.
// Tested by test/gambit and test/generate.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Execution.h"

#include "llvm/ADT/DenseMap.h"

namespace rbcheck {

struct Wish {
  static constexpr uint32_t kAll = ~0u;
  uint32_t step = 0;
  uint32_t thread = 0; ///< or kAll
  Wanted how = Wanted::Precisely;
};

/// A race, and the number of steps before its later one.
struct RaceSeen : Race {
  uint32_t until = 0;
};

class Wishes {
public:
  enum Rule : uint8_t { Nothing, Latest, Bounded, Source };
  explicit Wishes(Rule rule) : rule_(rule) {}

  /// A new execution that begins with these steps; what was wanted of them was
  /// said before. The machine's state is lost.
  void begin(Machine &machine, llvm::ArrayRef<PathStep> steps,
             const PathState &last);
  /// A step was made from the state that is last.
  void stepped(Machine &machine, const PathStep &step, bool isOver);
  /// It led to that state.
  void arrived(Machine &machine, const State &state, uint32_t moved);
  /// The execution has ended. Source: `last` is where threads wait, but not
  /// `except`.
  void ended(Machine &machine, const State &last, uint32_t except);

  /// What is wanted, without repetitions. Not of Source.
  llvm::ArrayRef<Wish> all() const { return wishes_; }
  /// How a thread is wanted at a step.
  Wanted at(uint32_t step, uint32_t thread) const;
  /// Of Source.
  llvm::ArrayRef<RaceSeen> races() const { return races_; }
  const PathRaces &path() const { return path_; }

  /// The numbers of operations are those of this path.
  OperationId operationOf(uint32_t thread, Effects &executed, bool isOver) {
    return path_.operationOf(thread, executed, isOver);
  }
  Event tryStep(Machine &machine, const State &state, Choice choice);
  OperationId pendingOf(Machine &machine, const State &state, uint32_t thread);

private:
  void compare(OperationId operation, bool ofEach);
  void wish(uint32_t step, uint32_t thread);
  void add(uint32_t step, uint32_t thread, Wanted how);
  uint32_t beginOfBlock(uint32_t step) const;

  static constexpr OperationId kNoOperation = ~0u;
  const Rule rule_;
  PathRaces path_;
  std::vector<PathStep> steps_;      ///< that path_ has
  std::vector<OperationId> pending_; ///< by thread, in the last state
  std::vector<Wish> wishes_;
  llvm::DenseMap<uint64_t, uint32_t> places_; ///< (step, thread): in wishes_
  std::vector<RaceSeen> races_;
  Races found_;
};

} // namespace rbcheck
