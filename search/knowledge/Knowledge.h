//===- search/knowledge/Knowledge.h - Accesses nobody has heard of --------===//
//
// Along one path: the accesses that matter so far (events), and for each who
// knows it, that is, what happens after it by synchronisation and not just by
// chance (OrderedStep.h). An access in conflict with an event that its thread
// does not know races with it: nothing orders the two but the schedule, or
// another race.
//
// Events have sides, a set of bits of whoever asks; an access is compared with
// events that have the sides it asks for. Kept is what can still be of use:
//
//   - Of two accesses of a thread the later one is known to fewer, so it stands
//     for an earlier one that touches no more.
//   - What all threads that live know, all that will ever live know: it goes.
//   - Memory that is gone takes its events with it.
//
// Two paths with the same state and the same knowledge have the same races in
// their future, so a search can remember the pair (hash()).
// Tested by test/unit/KnowledgeTest.cpp, test/triage/order-agree.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/OrderedStep.h"
#include "interp/state/Hash.h"

#include <vector>

namespace rbcheck {

/// An access that was made.
struct OrderEvent {
  uint32_t thread = 0;
  Access access;
  uint64_t sides = 0;
  CodePlace place;
  std::vector<Knower> knowers; ///< sorted
};

class Knowledge {
public:
  /// What a step takes before its accesses happen.
  void take(const OrderedStep &step);
  /// The event of another thread that `access` of `thread` races with, among
  /// those that have a side of `against`; null if there is none.
  const OrderEvent *findRace(uint32_t thread, const Access &access,
                             uint64_t against) const;
  /// `thread` makes the access.
  void add(uint32_t thread, const Access &access, uint64_t sides,
           CodePlace place);
  /// What the step gives to others afterwards, and what it makes void.
  void give(const OrderedStep &step);
  /// Forgets what no thread of that state can need.
  void forget(const OpenState &state);

  Hash128 hash() const;
  size_t size() const { return events_.size(); }

private:
  void flow(const KnowledgeFlow &flow);
  void voidBytes(const Gone &gone);

  std::vector<OrderEvent> events_; ///< sorted, without places
};

} // namespace rbcheck
