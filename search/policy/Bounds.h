//===- search/policy/Bounds.h - Which choices are offered at all ----------===//
//
// The value of --bound, one or several of
//
//   preemptions:N  a preemption is a step of another thread although the last
//                  one could go on
//   delays:N       relative to a round-robin scheduler that lets a thread run
//                  until it blocks: taking the i-th thread behind the one that
//                  is due costs i delays (Emmi, Qadeer, Rakamaric, POPL 2011)
//   depth:N        at most N steps
//
// The last thread is part of the visited key, and the least number of preemptions
// or delays is kept with it (StateSet::insertLeast), or states reached with
// something to spare would be taken for seen. Of a depth bound nothing is: a state
// first reached by a long path keeps its cut future unless the search is
// breadth-first.
//
// A bound that drops a choice says so to the context: the verdict is then at
// best "inconclusive". Values of a data choice cost nothing.
// Tested by test/search/bound.c, bounded.test, delays.c,
// test/unit/PoliciesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace rbcheck {

struct Bounds {
  std::optional<uint32_t> preemptions;
  std::optional<uint32_t> delays;
  std::optional<uint32_t> depth;

  /// Adds to what is there: `preemptions:2,depth:100`.
  llvm::Error parse(llvm::StringRef text);
  bool any() const { return preemptions || delays || depth; }
  /// True if the visited key needs more than the state.
  bool countsSwitches() const { return preemptions || delays; }
  /// "preemption bound 2, depth bound 100", or "" without a bound.
  std::string text() const;
};

/// The delays it costs to take a step of `thread`: how many other threads that
/// can go on come first, in a circle that begins with the last thread.
uint32_t delaysOf(llvm::ArrayRef<Choice> enabled, uint16_t lastThread,
                  uint16_t thread);

} // namespace rbcheck
