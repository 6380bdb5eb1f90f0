//===- search/predict/Reorder.h - Another order of a recording ------------===//
//
// An order is a list of events, a part of each thread's from its first one on,
// behind which the events of a target are about to happen. It was never
// executed: who wants to know replays it.
//
// Two ways to one:
//
//   keepOrder   leaves out what is not needed and keeps all else as it was, in
//               time linear in the events (sync-preserving races: Mathur,
//               Pavlogiannis, Viswanathan, POPL 2021). Needed is what the order
//               demands, the write that a read saw, and that a lock was given
//               back before it is taken again.
//   askForOrder asks a solver for any order: one in which reads see a write of
//   the
//               same value, wherever that comes from, and sections of a lock
//               come one behind the other (maximal causal models: Huang,
//               Meredith, Rosu, PLDI 2014). Events further away than the window
//               stay as they were.
//
// Many values that are read decide nothing. So both can be told to let reads
// see what they like: then what an order leads to is a guess, and its replay
// tells.
//
// Tested by test/search/predict.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/predict/Target.h"

namespace rbcheck {

using EventOrder = std::vector<uint32_t>;

/// Whether reads see what they saw.
enum class Values : uint8_t { Same, Any };

std::optional<EventOrder> keepOrder(const Relations &relations,
                                    const Target &target, Values values);

struct OrderQuestion {
  Values values = Values::Same;
  uint32_t window = 1'000; ///< events on each side of the target
  uint64_t effort = 0;     ///< of the solver, in its own unit
};

struct OrderAnswer {
  std::optional<EventOrder> order;
  bool wasAsked = false; ///< else there is no order, or it is too large
  bool isUnknown = false;
};

OrderAnswer askForOrder(const Relations &relations, const Target &target,
                        const OrderQuestion &question);

} // namespace rbcheck
