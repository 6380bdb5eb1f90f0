//===- search/HappensBefore.h - Which accesses of an execution are ordered ===//
//
// Two accesses can be unordered and still never be about to happen at once: an
// if (flag) before the second one waits for the first, but a plain flag orders
// nothing. Clocks along one execution tell (Lamport, CACM 1978; Mattern 1989):
// each thread has a vector of how much it knows of every other, and what
// synchronises hands vectors over.
//
// Everything that could order counts as if it did: an operation on a lock, a
// semaphore, a condition, an atomic variable hands over to every later one on the
// same bytes, atomic loads only receive. Weaker orders count as sequentially
// consistent ones. So what is called unordered here is so; what is not may be.
//
// In an execution of a program without data races nothing is unordered:
// test/triage/agree.test holds it against the reference search.
// Tested by test/triage/annotated/plain-flag.c, too.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace rbcheck {

class HappensBefore {
public:
  /// An access that was made, and the number its step was given.
  struct Touch {
    Access access;
    uint32_t thread = 0;
    uint32_t tag = 0;
    uint32_t time = 0; ///< of its thread's clock
  };
  using Sink = llvm::function_ref<void(const Access &, const Touch &)>;

  /// `thread` has taken a step with these effects and `state` is what came of it.
  /// Calls unordered(mine, earlier) for each earlier access of another thread
  /// that conflicts with one of this step and that nothing orders.
  void step(const OpenState &state, uint32_t thread, const Effects &effects,
            uint32_t tag, Sink unordered);

private:
  using Clock = llvm::SmallVector<uint32_t, 8>;
  using Touches = llvm::SmallVector<Touch, 4>;

  void receive(const OpenState &state, uint32_t thread,
               const Effects &effects);
  void handOver(uint32_t thread, const Effects &effects);
  void compare(uint32_t thread, const Access &access, Sink unordered);
  void remember(const Touch &touch);
  void forget(const Access &life);
  Clock &clockOf(uint32_t thread);
  static void join(Clock &into, const Clock &from);

  std::vector<Clock> threads_;
  llvm::DenseMap<uint64_t, Clock> cells_; ///< atomically touched, by cell
  Clock sections_;                        ///< of all atomic sections
  std::map<uint64_t, Touches> touched_;   ///< by cell
  Touches large_;                         ///< those of very many cells
};

} // namespace rbcheck
