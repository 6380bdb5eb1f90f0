//===- search/triage/Goals.h - What would show that a warning is right ----===//
//
// A goal is a warning in the terms of the machine: for each thread it speaks
// of the place where that thread has to stand (a side), and what has to be
// wrong then. What counts is always the engine's own check; that threads reach
// the places alone shows nothing.
//
//   Race      two threads about to make conflicting accesses, at two sides
//   Cycle     threads that wait for each other in a circle, each at a side
//   SelfLock  a thread locks what it holds, at the last side
//   Leak      a lock taken at the first side is held by a thread that has
//             ended, or is waited for and nobody can release it
//   Lost      heap memory that was allocated at a side, or in what it calls, or
//             the last pointer to which went at the last side, is lost
//   Wait      something fails in a thread after it returned from the wait, or
//             a deadlock with a thread in that wait
//   Fault     anything fails at the last side, or what the rule speaks of
//   Reach     a thread comes to the side: not a warning but a question
//
// Tested by test/warnings and test/triage.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Sites.h"
#include "search/triage/Triage.h"

#include "interp/exec/Machine.h"

namespace rbcheck {

/// Where one thread of a warning has to stand.
struct GoalSide {
  bool isAnywhere = false;
  /// A frame further out counts, too: the place is a call.
  bool isDeep = false;
  std::vector<CodePlace> places;  ///< sorted
  /// Functions that the thread has to be in, from the inside out; there may be
  /// others between them. One of each list; lines do not count, for compilers
  /// do not agree on the line of a call that takes several.
  std::vector<std::vector<uint32_t>> callers;
  std::string text;               ///< "race_flag.c:14"
  std::vector<uint32_t> objects;  ///< Global::index of locks it names, or none
};

struct Goal {
  GoalKind kind = GoalKind::Fault;
  std::vector<GoalSide> sides;
  /// Race: which two sides conflict.
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  /// Global::index of variables that the warning names; empty = not known.
  std::vector<uint32_t> variables;
  std::vector<std::string> notes;
  /// Race: a side makes or ends an object of synchronisation. Who uses it at the
  /// same time is wrong, although no two plain accesses meet.
  bool endsLife = false;
  /// Fault: the property that has to be violated; "" = any.
  std::string property;
  /// Why no goal could be made, and the verdict then.
  std::string problem;
  WarningVerdict verdictOfProblem = WarningVerdict::Undecided;

  bool isPossible() const { return problem.empty(); }
  /// Is that kind of error what the warning speaks of?
  bool isAbout(FaultKind kind) const {
    return property.empty() || property == faultCheck(kind);
  }
};

/// The question whether a place can be reached.
Goal makeReachGoal(const Program &program, const Sites &sites,
                   const WarningStep &place);

Goal makeGoal(const Program &program, const Sites &sites,
              const Warning &warning);

/// The address of memory that is no variable of the program.
constexpr uint64_t kNoVariable = ~0ull;

// Which race a goal of kind Race means. An access to `address`:
/// A variable that the warning names must be the one, if it is a known one.
bool canBeMeant(const Program &program, const Goal &goal, uint64_t address);
/// Two sides that may be anywhere: the variable has to say what is meant.
bool isPairFor(const Goal &goal, std::pair<uint32_t, uint32_t> pair,
               uint64_t address);
/// `mine` and `others` tell at which sides with a place the two accesses are.
bool isMeantRace(const Program &program, const Goal &goal, uint64_t address,
                 llvm::function_ref<bool(uint32_t side)> mine,
                 llvm::function_ref<bool(uint32_t side)> others);

/// Tells where threads stand.
class Positions {
public:
  explicit Positions(const Program &program);
  /// `stack` is from the inside out.
  bool isAt(llvm::ArrayRef<CodePlace> stack, const GoalSide &side) const;
  bool isAt(const Machine &machine, uint32_t thread,
            const GoalSide &side) const;
  /// Code that reports do not speak of.
  bool isLibrary(CodePlace place) const {
    return isLibrary_[place.function];
  }

private:
  std::vector<bool> isLibrary_; ///< by function
};

} // namespace rbcheck
