//===- test/oracle/Explorer.h - All interleavings, one by one -------------===//
//
// Plain depth-first enumeration of the states of a program. In every state
// every thread that can move is moved, in every way it can; a state is left out
// only if its complete contents were seen before.
//
// Races: in every state the next operation of every thread is executed on a
// copy, which records what it touches. If two of them are in conflict, both are
// about to happen in this state and nothing orders them. This is a property of
// the state alone, so remembering states loses no race. (Clocks.h is a second
// opinion along the paths.) Paths go on after a race, as if every access were
// atomic.
//
// A path ends at its first other error, so which errors are found can depend on
// how long a thread may pause before it runs into one of its own. Any checker
// that switches threads at least before operations that others can see and at
// most before every operation finds a set between two extremes, and both are
// computed here, one after the other:
//
//   finest   threads are switched before every operation
//   eager    a thread runs on through operations that cannot be seen: that do
//            not synchronise, and were never about to happen together with an
//            operation of another thread on the same bytes in a finest state
//
// Every eager path is a finest path, with the same errors at its end, and every
// path of such a checker lies between them. Errors that both find have to be
// found by everybody; those of `finest` alone may be.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "test/oracle/Clocks.h"

#include <set>
#include <unordered_set>

namespace oracle {

struct Findings {
  std::set<std::string> errors; ///< "KIND PLACE", "data-race PLACE PLACE"
  std::set<std::string> doubts; ///< the same; another checker may not say so
  std::set<int> exits;
  bool isCut = false;
  bool clocksSawRace = false;
  bool hasRace = false;
  std::string unsupported; ///< what stopped some path
  size_t states = 0;
};

class Explorer {
public:
  Explorer(const Program &program, const Options &options, size_t maxStates)
      : program_(program), options_(options), maxStates_(maxStates) {}

  Findings finest();
  /// After finest().
  Findings eager();

private:
  enum class End { Next, Blocked, Failure, Exited, Dropped, Unsupported };

  /// One way in which one thread can go on.
  struct Move {
    uint32_t thread = 0;
    std::unique_ptr<State> state; ///< after it; the record refers to it
    std::unique_ptr<Step> step;   ///< its record
    End end = End::Next;
    std::string error;
    int status = 0;
    int32_t waitsFor = -1;
  };

  Findings explore();
  void visit(State state);
  void movesOf(const State &state, uint32_t thread, std::vector<Move> &moves);
  Move perform(const State &state, uint32_t thread,
               std::vector<unsigned> answers);
  void runEagerly(State &state, uint32_t thread,
                  std::vector<uint32_t> &created);
  void findRaces(const State &state, const std::vector<Move> &moves);
  bool findDeadlock(const State &state, const std::vector<Move> &moves);
  void end(const Move &move, const std::vector<Move> &moves);

  const Program &program_;
  Options options_;
  size_t maxStates_;
  bool isEager_ = false;
  /// Operations (by thread) that others can see; found by finest().
  std::set<std::pair<const llvm::Instruction *, uint32_t>> seenByOthers_;

  Findings findings_;
  Clocks clocks_;
  Keys keys_;
  std::unordered_set<std::string> seen_;
  std::vector<std::vector<Move>> path_; ///< what is left to do, per level
};

} // namespace oracle
