//===- search/triage/Verdicts.h - From what was found out to a verdict ----===//
//
// Facts about a goal, and how far the searches came, become a verdict with the
// fact that decides. The words are made in tools/report/TriageReasons.cpp.
// Tested by test/triage.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/GoalMonitor.h"

namespace rbcheck {

/// How far the common searches came.
struct Extent {
  bool isComplete = false;             ///< every interleaving was explored
  std::optional<uint32_t> preemptions; ///< all with at most this many were
  uint64_t states = 0;                 ///< of the search that says so
  Completeness completeness;           ///< of the one that came furthest
  bool isGuessed = false; ///< also behind errors, as far as guesses go
};

/// Of a race that no state shows: a lock, a thread, or the time before there were
/// others orders its accesses for certain.
bool areOrdered(const Goal &goal, const GoalFacts &facts);

/// Fills in verdict, ground, scope and what was observed. The evidence is there
/// already. `race` is one that the program has, if any.
void judge(Judgement &judgement, const Goal &goal, const GoalFacts &facts,
           const Endings &endings, const std::optional<Violation> &race,
           const Extent &extent);

/// Takes a refutation back if nothing can refute the warning.
void withhold(Judgement &judgement);

/// What a warning was taken as, and what the searches saw (Evidence.cpp).
Evidence evidenceOf(const Program &program, const GoalMonitor &monitor,
                    size_t number);

} // namespace rbcheck
