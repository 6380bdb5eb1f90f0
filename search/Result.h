//===- search/Result.h - What a check found out ---------------------------===//
//
// The value that goes from a search to the reports: verdict, violations with
// their schedules, statistics. Plain data without references, so it outlives
// the search.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Locate.h"
#include "search/Trace.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

enum class Verdict : uint8_t { NoError, Error, Inconclusive };

/// "no-error", "error" or "inconclusive".
const char *verdictWord(Verdict verdict);

/// What showed a fault, and so what has to show it again in a replay.
enum class FoundBy : uint8_t {
  Step,     ///< the last step ended with it
  Race,     ///< two pending accesses in the last state
  NoChoice, ///< no thread can go on in the last state
  Stuck,    ///< the thread can never go on in the last state, others may
  Held,     ///< the thread has ended and still holds a lock
  Exit,     ///< threads that are stuck when the process exits
  Reached   ///< nothing is wrong: the schedule leads to a place asked for
};

/// A fault and how it comes about.
struct Violation {
  Fault fault;
  FoundBy foundBy = FoundBy::Step;
  Location location; ///< of the fault, in the user's code
  Location related;  ///< of fault.related, if there is one
  Schedule schedule; ///< up to and including the failing step
};

/// True if a user would call both the same error: kind and places. The two
/// accesses of a race come in either order.
bool isSameError(const Violation &a, const Violation &b);

struct Statistics {
  /// Distinct states stored: those in which every thread is parked. What an
  /// exited process leaves behind is not one.
  uint64_t states = 0;
  uint64_t revisits = 0;    ///< steps that led to a known state
  uint64_t transitions = 0; ///< steps executed
  uint64_t executions = 0;  ///< paths that ended
  uint64_t maxDepth = 0;
  uint64_t instructions = 0;
  uint64_t statesToFirstError = 0; ///< 0 = none was found
  uint64_t allStates = 0;          ///< of all attempts together, for the rate
  double seconds = 0;
  uint64_t peakRssMb = 0;
  uint64_t visitedBytes = 0; ///< of the visited set at the end

  double statesPerSecond() const {
    return seconds > 0 ? double(allStates) / seconds : 0;
  }
};

/// One member of a team of searches, and how far it came.
struct MemberReport {
  std::string name; ///< search, bound, seed
  uint64_t states = 0;
  uint64_t steps = 0;
  uint32_t turns = 0;
  double seconds = 0;
  std::string outcome;
};

struct Result {
  Verdict verdict = Verdict::Inconclusive;
  std::string reason;      ///< why inconclusive, else empty
  bool isComplete = false; ///< every choice of every state was taken
  std::string leftOut;     ///< why not, also beside an error; else empty
  /// The same, but for what no search could do: paths that were cut, states
  /// that a bitstate set missed.
  bool isExhausted = false;
  std::vector<Violation> violations;
  Statistics stats;
  std::string search;  ///< with its parameters
  std::string member;  ///< of a team: the member that decided, else ""
  std::string visited; ///< which visited set
  std::string bound;   ///< "" or e.g. "preemption bound 2"
  uint64_t seed = 1;
  uint32_t jobs = 1;
  uint32_t ranks = 1; ///< processes under mpirun
  bool locality = true; ///< false: was run without local objects
  std::vector<std::pair<std::string, CodePlace>> approximations;
  std::vector<MemberReport> members; ///< of a team, in the order of the plan
  /// Estimated part of the schedules seen, if a search left some out.
  std::optional<double> coverage;
};

/// One result of several parts of a search: the verdict of the best one (an
/// error is best, of several the one with the shortest trace; then a complete
/// search, then many states), the errors and members of all, and the sum of
/// their states.
Result joinResults(std::vector<Result> parts);

} // namespace rbcheck
