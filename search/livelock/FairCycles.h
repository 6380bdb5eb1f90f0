//===- search/livelock/FairCycles.h - Executions that never end -----------===//
//
// An endless execution is *fair* (strongly) if every thread that can move again
// and again does move again and again. Of a finite graph: a set of states that
// are connected with each other by steps inside of it, in which every thread
// that can move in one of them makes one of these steps.
//
// Found by taking strong components apart (Streett emptiness): without steps
// that are progress; if some thread can move in a component but makes no step
// in it, the states in which it can are taken out, since a fair execution
// cannot come by them for ever without leaving; what is left is decomposed
// again, until a component has no such thread or nothing is left.
//
// Every step of the graph is a real one, so what is found is real also if the
// graph is not complete; if it is, what is not found is not there. Compared
// with a check that tries all sets of states by test/unit/FairCyclesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/livelock/StateGraph.h"

#include <optional>

namespace rbcheck {

/// A way from the first state to one that comes back, and from there to itself:
/// by a fair cycle, without progress.
struct FairCycle {
  Schedule stem, cycle;
};

/// The one that can be reached in the fewest steps; none if there is none.
std::optional<FairCycle> findFairCycle(const StateGraph &graph);

} // namespace rbcheck
