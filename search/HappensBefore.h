//===- search/HappensBefore.h - Which accesses are ordered ----------------===//
//
// Two accesses can be unordered and still never be about to happen at once: an
// if (flag) before the second one waits for the first, but a plain flag orders
// nothing. Clocks along one execution tell (Lamport, CACM 1978; Mattern 1989):
// each thread has a vector of how much it knows of every other, and what
// synchronises hands vectors over.
//
// What orders: a lock given back and then taken, a semaphore, a barrier, one-time
// initialisation, the start and the end of a thread, an atomic write and a later
// atomic read of the same bytes. Weaker orders count as sequentially consistent
// ones. Where it is not known whether an operation orders (a try-lock that may have
// failed, locks with readers) it counts as if it did, and isCertain() says so. So what
// is called unordered here is so; the rest is ordered if isCertain().
//
// In an execution of a program without data races nothing is unordered:
// test/triage/agree.test holds it against the reference search.
// Tested by test/triage/annotated/plain-flag.c, too.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"
#include "interp/state/Hash.h"

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
  /// that conflicts with one of this step and that nothing orders. `isStore`: an
  /// atomic write of the step does not read.
  void step(const OpenState &state, uint32_t thread, const Effects &effects,
            bool isStore, uint32_t tag, Sink unordered);

  /// Everything that orders was known to.
  bool isCertain() const { return isCertain_; }
  /// Equal for executions that came to the same state and order the same.
  Hash128 fingerprint() const;

private:
  using Clock = llvm::SmallVector<uint32_t, 8>;
  using Touches = llvm::SmallVector<Touch, 4>;

  void receive(const OpenState &state, uint32_t thread, const Effects &effects,
               bool isStore);
  void receiveEnds(const OpenState &state, uint32_t thread,
                   const SyncEffect &sync);
  void handOver(uint32_t thread, const Effects &effects, bool isStore);
  void compare(uint32_t thread, const Access &access, Sink unordered);
  void remember(const Touch &touch);
  void forget(const Access &life);
  Clock &clockOf(uint32_t thread);
  static void join(Clock &into, const Clock &from);

  std::vector<Clock> threads_;
  std::map<uint64_t, Clock> cells_; ///< atomically touched, by cell
  Clock sections_;                        ///< of all atomic sections
  std::map<uint64_t, Touches> touched_;   ///< by cell
  Touches large_;                         ///< those of very many cells
  bool isCertain_ = true;
};

} // namespace rbcheck
