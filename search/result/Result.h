//===- search/result/Result.h - What a check found out --------------------===//
//
// The value that goes from a search to the reports: verdict, violations with
// their schedules, statistics. Plain data without references, so it outlives
// the search.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Property.h"
#include "search/result/Completeness.h"
#include "search/result/Trace.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

enum class Verdict : uint8_t { NoError, Error, Inconclusive };

/// "no-error", "error" or "inconclusive".
const char *verdictWord(Verdict verdict);

/// A fault and how it comes about.
struct Violation {
  Fault fault;
  /// What showed it, and so what has to show it again in a replay.
  const Property *foundBy = &stepFaults();
  Location location; ///< of the fault, in the user's code
  Location related;  ///< of fault.related, if there is one
  Schedule schedule; ///< up to and including the failing step
  /// So many steps at its end lead back to where they began: they repeat for
  /// ever. 0 = the execution ends.
  uint32_t cycle = 0;
  /// A schedule is one of a machine: with the program, these and it determine
  /// the execution.
  MachineOptions machine;
};

/// True if a user would call both the same error: kind and places. The two
/// accesses of a race come in either order.
bool isSameError(const Violation &a, const Violation &b);

/// Memory that was lost at the end of an execution, where that is no error
/// since
/// --check=leak is off.
struct LeakNote {
  uint64_t bytes = 0, blocks = 0;
  uint32_t places = 0; ///< at which it was allocated
  Location at;         ///< the first of them
};

/// What a run did altogether: all attempts and all members of a team.
struct Totals {
  uint64_t states = 0; ///< stored
  uint64_t steps = 0;  ///< executed
  uint64_t paths = 0;  ///< that ended
  Totals &operator+=(const Totals &other) {
    states += other.states;
    steps += other.steps;
    paths += other.paths;
    return *this;
  }
};

/// Of a search that predicts orders (search/predict).
struct Predictions {
  uint64_t recorded = 0;   ///< executions
  uint64_t events = 0;     ///< of all of them
  uint64_t asked = 0;      ///< questions to the solver
  uint64_t unanswered = 0; ///< with the effort that is allowed
  uint64_t predicted = 0;  ///< orders that were found
  uint64_t replayed = 0;   ///< of them: came about as they were thought
};

struct Statistics {
  /// Distinct states stored: those in which every thread is parked. What an
  /// exited process leaves behind is not one. If none are remembered
  /// (Completeness::isStateless), each counts every time it is come to.
  uint64_t states = 0;
  uint64_t revisits = 0;    ///< steps that led to a known state
  uint64_t transitions = 0; ///< steps executed
  uint64_t executions = 0;  ///< paths that ended
  uint64_t blocked = 0; ///< paths given up: all ways on were seen elsewhere
  uint64_t treeNodes = 0; ///< executions that were planned, by a search with a tree
  uint64_t treeMost = 0;  ///< most of them at a time
  Predictions predictions;
  uint64_t maxDepth = 0;
  uint64_t instructions = 0;
  uint64_t statesToFirstError = 0; ///< 0 = none was found
  Totals all;
  double seconds = 0;
  uint64_t peakRssMb = 0;
  uint64_t visitedBytes = 0; ///< of the visited set at the end

  double statesPerSecond() const {
    return seconds > 0 ? double(all.states) / seconds : 0;
  }
};

/// One member of a team of searches, and how far it came.
struct MemberReport {
  std::string name; ///< search, bound, seed
  uint64_t states = 0;
  uint64_t steps = 0;
  uint32_t turns = 0;
  double seconds = 0;
  Verdict verdict = Verdict::Inconclusive;
  Completeness completeness;
};

/// Inputs that were open in a search: what it says holds for all their values.
/// All others are as the user gave them.
struct OpenInputs {
  bool any = false;
  uint32_t arguments = 0, argumentBytes = 0; ///< how many, and how long
  uint64_t stdinBytes = 0;
};

struct Result {
  Verdict verdict = Verdict::Inconclusive;
  /// How far the search came that decided, also beside an error.
  Completeness completeness;
  std::vector<Violation> violations;
  std::vector<LeakNote>
      leaks; ///< of the first execution that has some; or none
  Statistics stats;
  std::string search; ///< with its parameters
  std::string member; ///< of a team: the member that decided, else ""
  Bounds bounds;      ///< as the user gave them
  uint64_t seed = 1;
  uint32_t jobs = 1;
  uint32_t ranks = 1;   ///< processes under mpirun
  bool locality = true; ///< false: was run without local objects
  bool spurious = true; ///< false: nothing fails or wakes without a reason
  Steps steps = Steps::Access;          ///< that it was run with in the end
  MemoryModel memory = MemoryModel::Sc; ///< that it holds under
  OpenInputs inputs;                    ///< that it holds for all values of
  std::string checkpoint;               ///< the file to go on from, or ""
  std::string unsaved; ///< why such a file could not be written, or ""
  std::vector<MemberReport> members; ///< of a team, in the order of the plan
};

/// Some execution never ends although every thread gets its turn: an error
/// shows one, or a complete search saw no execution end. What is not known is
/// not said.
bool neverEnds(const Result &result);

/// Those that such a machine leaves open.
OpenInputs openInputs(const MachineOptions &machine);

/// It holds for all values of its open inputs: none was left out.
bool holdsForAllInputs(const Result &result);

/// Every schedule with at most so many preemptions was explored, by this search
/// or by a member of the team, without an error that could have been missed.
/// None if not even that is so. The numbers of what comes next are 0 if not
/// known.
Coverage coverageOf(const Result &result);

/// One result of several parts of a search: the verdict of the best one (an
/// error is best, of several the one with the shortest trace; then a complete
/// search, then many states), the errors and members of all, and the sum of
/// their states.
Result joinResults(std::vector<Result> parts);

} // namespace rbcheck
