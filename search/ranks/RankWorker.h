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

  /// Once: the first member has the root, the others wait for work. All wait if
  /// the round goes on from a checkpoint.
  void begin();
  /// Makes some steps, or rests for a moment if there is nothing to do.
  void turn();
  /// A message of this round. False if it is not for a worker.
  bool handle(uint32_t from, const RoundHead &head, llvm::StringRef body);

  // Checkpoints ------------------------------------------------------------
  /// Takes no more steps, until resume(). What is on its way comes to its end.
  void halt(uint32_t number);
  void resume() { isHalted_ = false; }
  /// Halted, and nothing of its own is on its way.
  bool isSettled() const {
    return isHalted_ && ready_.empty() && !owners_.isWaiting() && !hasAsked_;
  }
  SavedPart saved() const;
  /// A key of another day that this member keeps.
  void know(Hash128 key) { context_.visited().restore(key); }
  uint32_t ownerOf(Hash128 key) const { return owners_.ownerOf(key); }
  /// Open work of another day goes to a member, maybe this one.
  void open(uint32_t member, std::vector<Work> works);

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
  void push(std::vector<Work> works);
  void settle();
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
  std::vector<Work> left_;              ///< came when all was over
  uint64_t given_ = 0, taken_ = 0;      ///< messages with work
  uint64_t gaveAt_ = 0;                 ///< transitions then
  bool hasAsked_ = false;               ///< for work
  uint32_t nextVictim_ = 0, refusals_ = 0;
  uint32_t rests_ = 0; ///< in a row
  bool isHalted_ = false, hasToTell_ = false; ///< that it is settled
  uint32_t halt_ = 0;                         ///< the last one
  Clock::time_point seekAt_{};
};

} // namespace rbcheck
