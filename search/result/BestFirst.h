//===- search/result/BestFirst.h - The cheapest way to an error -----------===//
//
// Dijkstra's algorithm on (state, last thread): whether a step is a preemption
// depends on both. Costs never fall along a path, so that the first time a
// node comes up it is with its least cost. Used by Minimise.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Candidate.h"

#include <map>
#include <set>

namespace rbcheck {

/// Where threads are that may lose their turn.
using PreemptionPlaces = std::set<std::pair<uint16_t, CodePlace>>;

class BestFirst {
public:
  /// Looks for less than `known`. With `places`: among the schedules that
  /// preempt nowhere else.
  BestFirst(Candidate &run, const MinimiseLimits &limits, ScheduleCost known,
            const PreemptionPlaces *places = nullptr)
      : run_(run), limits_(limits), best_(known), places_(places) {}

  /// True if nothing better than what it found, or knew, can exist.
  bool search();

  ScheduleCost best() const { return best_; }
  std::optional<Violation> &found() { return found_; }

private:
  struct Node {
    State state;
    Path path;
    uint16_t lastThread;
  };
  using Key = std::pair<Hash128, uint16_t>;

  bool expand(const Node &node, ScheduleCost cost);

  Candidate &run_;
  const MinimiseLimits &limits_;
  ScheduleCost best_;
  const PreemptionPlaces *places_;
  std::optional<Violation> found_;
  std::map<std::pair<ScheduleCost, uint64_t>, Node> open_;
  std::map<Key, ScheduleCost> costs_;
  uint64_t serial_ = 0;
  uint64_t startBytes_ = poolBytes();
};

} // namespace rbcheck
