//===- search/ranks/RankWorker.h - One rank at work in a round ------------===//
//
// Depth-first search over the states that this rank finds first. A new state of
// its own keys is explored at once; the others wait in batches for their owners
// (AskOwners.h), and those that turn out to be new come next, the newest first.
// A rank that has nothing to do asks one after another for work, which comes as
// schedules (search/run/Work.h) from the oldest that the other one has.
//
// Answers, too, what others ask about the keys that it keeps.
// Tested by test/unit/TogetherTest.cpp and test/search/mpi-together.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/ranks/AskOwners.h"
#include "search/ranks/RankPort.h"
#include "search/ranks/RoundBytes.h"
#include "search/ranks/Tally.h"
#include "search/strategies/DepthFirst.h"

namespace rbcheck {

class RankWorker {
public:
  /// One member of the plan; `context` is that of a search alone.
  RankWorker(const Program &program, const RoundPlan &plan,
             ContextOptions context, RankPort &port, size_t batch);

  /// Once: the first member has the root, the others wait for work.
  void begin();
  /// Makes some steps, or rests for a moment if there is nothing to do.
  void turn();
  /// A message of this round. False if it is not for a worker.
  bool handle(uint32_t from, const RoundHead &head, llvm::StringRef body);

  TallyCount count() const;
  SharedContext &context() { return context_; }
  void send(uint32_t to, RoundKind kind, uint32_t number = 0,
            llvm::StringRef body = "");

private:
  using Clock = std::chrono::steady_clock;

  uint32_t memberOf(uint32_t rank) const;
  bool isIdle() const;
  void exploreNewest();
  void serve(uint32_t from, uint32_t number, llvm::StringRef keys);
  void hear(uint32_t from, uint32_t number, llvm::StringRef found);
  void give(uint32_t to);
  void take(llvm::StringRef body);
  void seekWork();
  void rest();

  RankPort &port_;
  const RoundPlan plan_;
  const uint32_t me_; ///< as a member
  AskOwners owners_;
  Machine machine_;
  SharedContext context_;
  DepthFirst search_;
  std::deque<AskOwners::Answer> ready_; ///< new, not looked at yet
  uint64_t given_ = 0, taken_ = 0;      ///< messages with work
  uint64_t gaveAt_ = 0;                 ///< transitions then
  bool hasAsked_ = false;               ///< for work
  uint32_t nextVictim_ = 0, refusals_ = 0;
  uint32_t rests_ = 0; ///< in a row
  Clock::time_point seekAt_{};
};

} // namespace rbcheck
