//===- search/triage/StaticReasons.h - Refuted without a search -----------===//
//
// Some warnings can be refuted from the code alone, in programs of any size:
//
//   - no path of calls leads from main, or from where a thread begins, to a
//     place of the warning,
//   - the program never makes a thread,
//   - nothing at a place accesses memory,
//   - both places are only executed by the main thread, or both only by one
//     thread that is made at most once,
//   - two places exclude each other: a lock that is held at both, the order of
//     making and joining threads (static/Exclusion.h).
//
// Calls through pointers are taken to enter every function whose address the
// program has anywhere, so each reason is a proof. When in doubt there is none:
// also if the program may use a value that nobody gave (passes/Uninitialised.h).
// If it calls what has neither definition nor model, only the last one counts, by
// what such code can do (Exclusion::assumeUnknownCode).
// Tested by test/triage/static*, test/unit/StaticReasonsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Goals.h"
#include "search/triage/static/Exclusion.h"

namespace rbcheck {

class StaticReasons {
public:
  StaticReasons(const Program &program, const Sites &sites);

  /// Why a place of the goal is never executed, in words for the user; "" if it
  /// may be.
  std::string unreachable(const Goal &goal) const;
  /// Why the goal cannot be reached, in words for the user; "" if unknown.
  std::string refute(const Goal &goal) const;

private:
  using FunctionSet = std::vector<bool>;
  void findPointedTo();
  void findThreads();
  /// All that runs when `function` is called, with what pointers may enter.
  FunctionSet reachableFrom(uint32_t function) const;
  /// One thread executes both sides of a race: which, or "".
  std::string refuteThreads(const Goal &goal) const;
  /// Why none of the pairs of a race can happen, or "".
  std::string refutePairs(const Goal &goal) const;
  /// All pairs of places of the two sides exclude each other: why, or "".
  std::string refutePair(const Goal &goal, const GoalSide &first,
                         const GoalSide &second) const;
  using PlacePairs = std::vector<std::pair<CodePlace, CodePlace>>;
  /// The accesses that the sides mean; none if that cannot be told.
  std::optional<PlacePairs> pairsOf(const Goal &goal, const GoalSide &first,
                                    const GoalSide &second) const;
  /// Nothing at the place accesses memory; what it calls does so elsewhere.
  bool isWithoutAccess(const GoalSide &side) const;
  /// What is wrong may also be a use after free, or of a lock that is made or
  /// destroyed, whatever the order.
  bool mayFree(CodePlace place) const;
  /// The instruction is executed at most once in every run.
  bool isExecutedOnce(CodePlace place) const;
  void findUnknown();
  /// A race of several places needs two of them; one that cannot run is only
  /// decisive where all are needed.
  static bool needsAll(const Goal &goal) {
    return goal.kind != GoalKind::Race || goal.sides.size() == 2;
  }

  const Program &program_;
  const Sites &sites_;
  Exclusion exclusion_;
  std::vector<std::vector<uint32_t>> callees_; ///< direct calls
  std::vector<bool> callsPointers_;            ///< or a model that may
  FunctionSet pointedTo_; ///< its address is somewhere, not only as a thread
  FunctionSet fromMain_;  ///< may run in the main thread
  struct Thread {
    uint32_t function;
    CodePlace creation;
    bool isOnce;
    FunctionSet reaches;
  };
  std::vector<Thread> threads_;
  bool hasUnknown_ = false; ///< calls or values that could be anything
  bool knowsThreads_ = true; ///< false: some begin in unknown functions
};

} // namespace rbcheck
