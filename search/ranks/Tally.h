//===- search/ranks/Tally.h - Whether all members of a round are done -----===//
//
// A member that has nothing to do gets something to do only by a message with
// work. So all is done once nobody has anything to do and no work is on its
// way. The leader asks all in waves, the next one when all have answered: two
// waves one after the other in which all were idle, with the same sums of work
// given and work taken, and the two sums equal, show that (Mattern, "Algorithms
// for distributed termination detection", 1987: four counters). Who was busy in
// between has taken work since.
//
// Questions about states need not be counted: who waits for an answer is not
// idle. Tested by test/unit/TallyTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <vector>

namespace rbcheck {

/// What a member answers to a wave.
struct TallyCount {
  uint64_t given = 0, taken = 0; ///< messages with work, ever
  uint64_t states = 0, transitions = 0;
  bool isIdle = false;
};

class Tally {
public:
  explicit Tally(uint32_t members) : counts_(members), wave_(members) {}

  /// Begins the next wave; returns its number, from 1 on. The one before is
  /// over.
  uint32_t next();
  /// A member answered a wave. Answers to others are nothing.
  void add(uint32_t member, uint32_t wave, const TallyCount &count);
  bool isWaveOver() const { return missing_ == 0; }
  /// True once all is done: it stays so.
  bool isDone() const { return isDone_; }
  /// Of all members, as far as known.
  uint64_t states() const;
  uint64_t transitions() const;

private:
  void endWave();

  std::vector<TallyCount> counts_; ///< the last of each
  std::vector<uint32_t> wave_;     ///< that it answered
  uint32_t now_ = 0, missing_ = 0;
  bool wasIdle_ = false; ///< all were in the wave before, with these sums
  uint64_t given_ = 0, taken_ = 0;
  bool isDone_ = false;
};

} // namespace rbcheck
