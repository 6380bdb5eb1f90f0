//===- search/strategies/Yields.h - Threads that wait in a loop, in walks -===//
//
// A thread that spins takes most of a random walk and gets nowhere. So in walks
// a local state that comes back counts as a yield: a thread that is where it
// was some of its steps ago, that left memory as it was then, and none of whose
// accesses since interferes with a step of another, would do the same again.
// It is not chosen until another thread makes a step that interferes with what
// it read, or acts on the thread itself. Now and then it is chosen all the same,
// so that it does not wait at the same place of its loop in every walk; but a
// thread that loops without visible operation never is.
//
// What memory was left as is known from the memory's hash, a sum over objects:
// its differences over the thread's own steps have to add up to nothing.
// Tested by test/search/walks-yield.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

namespace rbcheck {

class Yields {
public:
  /// A new walk begins.
  void begin() {
    turns_.clear();
    allYield_ = 0;
  }
  /// A step was taken.
  void arrived(const SearchNode &before, Choice choice, const Step &step);
  /// Takes choices of threads that yield away, unless none would be left.
  /// False if the walk leads nowhere: all threads that can go on yield, and did
  /// so for long.
  bool apply(const State &state, Choices &choices, Rng &rng);

private:
  using Ranges = llvm::SmallVector<Access, 4>;
  /// What a thread did since its anchor, one of its local states.
  struct Turn {
    Hash128 anchor = 0;   ///< hash of the local state; 0 = none
    Hash128 change = 0;   ///< of memory by the thread's steps
    uint32_t steps = 0;
    uint32_t limit = 2;   ///< steps after which the anchor moves on (Brent)
    Ranges touched;
    bool yields = false;
    bool isForGood = false;
  };
  static void add(Ranges &to, const Accesses &ranges);
  static bool interferes(const Accesses &done, const Ranges &touched);
  void noteOwn(Turn &turn, const SearchNode &before, Choice choice,
               const Step &step);
  bool isYielding(const State &state, uint16_t thread) const;

  std::vector<Turn> turns_; ///< by thread
  uint32_t allYield_ = 0;   ///< times since a thread got on
};

} // namespace rbcheck
