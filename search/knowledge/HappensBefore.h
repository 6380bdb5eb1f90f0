//===- search/knowledge/HappensBefore.h - Which accesses are ordered ------===//
//
// Two accesses can be unordered and still never be about to happen at once: an
// if (flag) before the second one waits for the first, but a plain flag orders
// nothing. Clocks along one execution tell (Lamport, CACM 1978; Mattern 1989):
// each thread has a vector of how much it knows of every other, and what
// synchronises hands vectors over.
//
// Who hands over to whom in a step is said by interp/exec/OrderedStep.h, with
// the memory orders that the program asks for.
//
// In an execution of a program without data races nothing is unordered:
// test/triage/agree.test holds it against the reference search.
// search/knowledge/Knowledge.h does the same for a search through all
// executions, where a clock would tell states apart that are the same. Tested
// by test/triage/annotated/plain-flag.c, too.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/OrderedStep.h"

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

  /// Calls unordered(mine, earlier) for each earlier access of another thread
  /// that conflicts with one of this step and that nothing orders.
  void step(const OrderedStep &step, uint32_t tag, Sink unordered);

private:
  using Clock = llvm::SmallVector<uint32_t, 8>;
  using Touches = llvm::SmallVector<Touch, 4>;

  void follow(const KnowledgeFlow &flow);
  void makeVoid(const Gone &gone);
  void compare(uint32_t thread, const Access &access, Sink unordered);
  void remember(const Touch &touch);
  void forget(const Gone &life);
  Clock &clockOf(uint32_t thread);
  static void join(Clock &into, const Clock &from);

  std::vector<Clock> threads_;
  std::map<Knower, Clock> others_;        ///< what is no thread
  std::map<uint64_t, Touches> touched_;   ///< by cell
  Touches large_;                         ///< those of very many cells
};

} // namespace rbcheck
