//===- search/triage/Evidence.h - What a verdict on a warning rests on ----===//
//
// What a warning was taken as, what the searches saw at its places, and which
// of these facts decides: values, from which the reports make their sentences
// (tools/report/TriageReasons.cpp). Nobody reads those sentences back.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Completeness.h"

namespace rbcheck {

/// What would show that a warning is right (Goals.h has the definitions).
enum class GoalKind : uint8_t {
  Race,
  Cycle,
  SelfLock,
  Leak,
  Lost,
  Wait,
  Fault,
  Reach
};

/// The fact that decides. What speaks of one side is about Judgement::side.
enum class Ground : uint8_t {
  Said,  ///< in words already: Judgement::why
  Shown, ///< there is a violation
  // Undecided
  Limits,    ///< no search came far enough: Judgement::open
  Hidden,    ///< schedules end earlier, with the error in Judgement::why
  ShownByGuess, ///< only behind that error, as if it had no effect
  EndsBefore, ///< schedules end with that error before they come to the place
  OrderedByRace, ///< never together, but perhaps by the race at Judgement::why
  OrderedByChance, ///< the same by what orders nothing: a failed try-lock, ...
  Unsettled, ///< something fails; whether it is this is not known
  // Not applicable, or refuted within a bound
  NeverExecuted, ///< the place of a side
  // Refuted, a race
  Alone,          ///< a side is executed only where nobody else can notice
  CommonLock,     ///< Evidence::common are held at both sides
  OneThread,      ///< both sides are executed by one and the same thread only
  Harmless,       ///< both there at once, but as atomic accesses or reads
  OtherMemory,    ///< both there at once, but never on the same memory
  NeverTogether,  ///< never both there at the same time
  NeverDisturbed, ///< no conflicting access is ever concurrent with it
  NeverDisturbedUnlocked, ///< the same, although it holds no lock
  NoConflict,             ///< no two threads make conflicting accesses there
  // Refuted, the other kinds of goals
  LoneThread, ///< a side of a cycle is executed only by a lone thread
  NoCircle,
  NoRelock,
  NoLeak,
  NothingLost,
  NothingAfterWait,
  NothingFails,
  NotReached
};

/// A lock, and where threads were seen to take it.
struct LockEvidence {
  std::string name;
  std::vector<Location> takenAt; ///< some of the places, in order
};

/// One side of a goal: where a thread has to stand, and what was seen there.
struct SideEvidence {
  std::string text; ///< "race_flag.c:14"
  bool isAnywhere = false;
  std::vector<Location> places;     ///< the code it was taken as
  std::vector<std::string> callers; ///< functions that have to be on the stack
  bool wasExecuted = false;
  bool wasParked = false;        ///< while other threads lived
  std::vector<uint32_t> threads; ///< that stood there
  /// Held at every visit; none if nobody looked.
  std::optional<std::vector<LockEvidence>> locks;
};

struct Evidence {
  GoalKind kind = GoalKind::Fault;
  std::vector<SideEvidence> sides;
  std::vector<LockEvidence> common; ///< held at both sides of a race
  std::string stood;        ///< the nearest approach: where the threads stood
  bool wasSearched = false; ///< else the code alone decided, or nothing
};

/// One search of a triage, and how far it came.
struct SearchRun {
  std::optional<size_t> warning; ///< along the places of this one; none: all
  std::optional<uint32_t> preemptions; ///< at most so many; none: no bound
  uint64_t states = 0;
  double seconds = 0;
  Completeness completeness;
  /// Orders that were predicted from executions; none: it was another search.
  std::optional<Predictions> predictions;
};

} // namespace rbcheck
