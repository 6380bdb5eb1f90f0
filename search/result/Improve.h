//===- search/result/Improve.h - Changing a schedule ----------------------===//
//
// Tries schedules that are made from the best one known: without some of its
// preemptions, switches, rounds, steps. Every one is executed, from the last
// state that it shares with the one it was made from. Used by Minimise.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Candidate.h"

namespace rbcheck {

class Improver {
public:
  Improver(Candidate &run, const MinimiseLimits &limits, KnownWay way)
      : run_(run), limits_(limits), way_(std::move(way)) {}

  /// Fewer switches first; then whatever is not needed, large pieces first.
  void improve();

  const KnownWay &way() const { return way_; }

private:
  /// Steps of one thread in a row.
  struct Run {
    uint16_t thread = 0;
    std::vector<uint16_t> values;
  };

  bool readLatest();
  bool dropPreemptions();
  bool withoutPreemptions(size_t from, size_t to);
  bool mergeRuns();
  bool mergeAt(const std::vector<Run> &runs, size_t i);
  bool dropRounds();
  bool dropPieces();

  std::vector<Run> runs() const;
  static void append(Run &to, const Run &more);
  bool attempt(const std::vector<Run> &runs);
  bool attempt(size_t same, Candidate::Next next);

  Candidate &run_;
  const MinimiseLimits &limits_;
  KnownWay way_;
};

} // namespace rbcheck
