//===- search/ranks/RankRun.h - Many processes check one program ----------===//
//
// Every rank takes its share of the work (Team.h) and searches as if alone.
// The first error and the first complete search decide: who has it tells all
// others to stop, and one rank, the leader, reports for all.
//
// An exhaustive depth-first search is one piece of work, which all ranks make
// together (Together.h): the leader leads it, the others serve.
//
// No rank is waited for. The leader is the lowest rank that answers; ranks tell
// the leader a few times a second that they live, and the leader tells them.
// Who has been silent for `patience` is given up: the leader runs its share in
// threads of its own, and a new leader takes the place of a lost one. What was
// found is sent again to the new leader. A rank that was only slow may come
// back: its result still counts, and as a former leader it reports nothing.
//
//   message   from, to           meaning
//   Alive     rank to leader     I am here
//   Lead      leader to all      I lead; I am here
//   Stop      anybody to all     decided, or interrupted: end your search
//   Ended     rank to leader     the result of a share
//   Search    any to any         of a search that all make together
//   Bye       leader to all      it is reported: go; and back: I go
//
// Every message names the program and the options; a rank with others is given
// up, since its results are about something else.
//
// Threads: one for the messages, one for each share; the caller waits.
// Tested by test/unit/RanksTest.cpp and test/search/mpi.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/ranks/RankLink.h"
#include "search/ranks/Together.h"
#include "search/run/Driver.h"

#include <functional>

namespace rbcheck {

struct RankOptions {
  double patience = 10; ///< seconds of silence after which a rank is given up
  size_t batch = kAskBatch; ///< of a search that all make together
  /// Told about ranks that are given up, in words for the user. By the leader
  /// only, from its thread of messages.
  std::function<void(const std::string &)> note;
};

class RankRun {
public:
  /// Begins. `program`, `link` and what `check` points to outlive this.
  RankRun(const Program &program, const CheckOptions &check, RankLink &link,
          const RankOptions &options);
  ~RankRun();

  /// Waits for the result of all ranks. None if this rank has nothing to
  /// report: another one does.
  std::optional<llvm::Expected<Result>> wait();
  /// After the report: lets the others go. False if not all of them answered;
  /// then they have to be ended from outside.
  bool finish();

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace rbcheck
