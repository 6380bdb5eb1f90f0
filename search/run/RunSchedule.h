//===- search/run/RunSchedule.h - The one schedule of --run ---------------===//
//
// What a real machine would most likely do. A thread goes on until it waits, or
// has had its turn, then the next one. Threads that sleep, or wait for
// something with a time, go on when no other can, the one whose time is up
// first before the others; so does a timer's signal. A signal that was sent
// comes at once. With a seed: anything. Tested by test/cli/run-order.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"
#include "search/Rng.h"

namespace rbcheck {

class RunSchedule {
public:
  RunSchedule(Machine &machine, const std::optional<uint64_t> &seed)
      : machine_(machine), isRandom_(seed), rng_(seed.value_or(1), 3) {}

  /// The next choice; none if no thread can go on.
  std::optional<Choice> next();

private:
  /// Of a thread that sleeps: when its time is up, in milliseconds.
  std::optional<double> wakesAt(uint32_t thread);
  std::optional<Choice> sentSignal();

  /// What a thread sleeps in, and until when.
  struct Sleep {
    CodePlace place;
    double until = 0;
    bool isOn = false;
  };

  Machine &machine_;
  bool isRandom_;
  Rng rng_;
  uint32_t current_ = 0;
  uint32_t turn_ = 0; ///< steps of `current_` in a row
  /// So that a thread that waits in a loop does not keep the others waiting.
  static constexpr uint32_t kTurn = 10'000;
  double now_ = 0; ///< the latest end of a sleep
  std::vector<Sleep> sleeps_;
  llvm::SmallVector<Choice, 8> choices_;
};

} // namespace rbcheck
