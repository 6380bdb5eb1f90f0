//===- search/result/Completeness.h - How far a search came, as a value ---===//
//
// All that stands between a search and "every schedule was explored": what
// stopped it, paths that were cut, bounds, work that was left, a visited set
// that forgets, models that are not exact. Facts only: whoever has to decide
// something (verdict, triage, teams) asks these, and the sentences for the user
// are made from them in one place (tools/report/Reasons.h).
//
// A new way to be incomplete is a field here, a line in isComplete() and words
// in Reasons.cpp.
// Tested by test/unit/CompletenessTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/policy/Bounds.h"
#include "search/result/Locate.h"
#include "search/visited/StateSet.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

/// What ended a search before it had nothing left to do.
enum class StopReason : uint8_t {
  None,
  States,      ///< `limit` of them
  Time,        ///< `limit` seconds
  Memory,      ///< `limit` MB
  VisitedFull, ///< the exact set can hold no more
  Interrupted, ///< by the user
  Decided,     ///< another member of the team did
  Judged,      ///< all warnings are decided
  NotLocal,    ///< begins again without local objects
  NotSearched, ///< it never began
  Assumption,  ///< --run: the only schedule is not of interest
  Blocked      ///< --run: no thread can go on, and deadlocks are not checked
};

struct SearchStop {
  StopReason why = StopReason::None;
  double limit = 0;
  explicit operator bool() const { return why != StopReason::None; }
};

/// What is certain of a search before it has ended. Both numbers are those of
/// the executions with one preemption more, of which more may turn up.
struct Coverage {
  /// Every schedule with at most so many was explored; none: not even those
  /// without.
  std::optional<uint32_t> preemptions;
  uint64_t executed = 0, known = 0;

  /// Of what is known, rounded down; known is not 0.
  uint32_t percent() const { return uint32_t(executed * 100 / known); }
  friend bool operator==(const Coverage &, const Coverage &) = default;
};

/// A path that ended before its time.
struct Cut {
  std::optional<FaultKind> unchecked; ///< by a fault that is not checked
  std::string reason;                 ///< else: what the machine cannot do
  Lack lack = Lack::Nothing;          ///< a definition of `symbol`
  std::string symbol;
  Location at;
};

/// An approximation, and where in the source it was first met.
struct MetApproximation : Approximation {
  Location at; ///< unknown: about the program as a whole
};

/// When memory was short, states were kept less exactly from there on.
struct Shrunk {
  VisitedOptions from;
  uint64_t atState = 0;
  uint64_t limitMb = 0;
};

struct Completeness {
  SearchStop stop;
  uint64_t cuts = 0; ///< paths
  Cut firstCut;      ///< if there are any
  Bounds bounds;     ///< of this search
  uint64_t droppedByBound = 0; ///< choices, by a bound on switches
  uint64_t depthCut = 0;       ///< paths ended at this depth; 0 = none did
  bool isDepthLimit = false;   ///< ... by --max-depth, not by --bound
  /// Partial orders were used: left out is only what is proved to be equal.
  bool isReduced = false;
  bool isStateless = false; ///< no states were remembered
  /// Executions that do not end, and were left where a state came back: how
  /// many, and where a thread stood in the first. Only without remembered states.
  uint64_t endless = 0;
  Location endlessAt;
  bool hasOpenWork = false; ///< choices or states that were never taken
  uint64_t offered = 0, taken = 0; ///< choices
  uint64_t found = 0, expanded = 0; ///< states
  std::string pruning; ///< how the search itself calls what it leaves out
  Coverage covered;    ///< by a search that was stopped
  VisitedOptions visited; ///< at the end
  std::optional<Shrunk> toFingerprints, toBits;
  std::vector<MetApproximation> approximations;
  std::vector<ApproximationKind> accepted; ///< by the user, met or not

  /// Part of what was explored was lost: "all up to here" cannot be said.
  bool hasGaps() const;
  /// Every choice of every state was taken, as far as bounds on switches allow.
  bool isCompleteWithinBounds() const;
  /// The same, and no bound dropped anything: no error was missed.
  bool isComplete() const { return isCompleteWithinBounds() && !droppedByBound; }
  /// The same, but for what no search could do: paths that were cut, states
  /// that a bitstate set missed, approximations.
  bool isExhausted() const;

  /// Could hide an error, and was not accepted.
  bool isHiding(const Approximation &one) const;
  bool hasAccepted(ApproximationKind kind) const;
};

} // namespace rbcheck
