//===- search/run/Limits.h - When a search has to stop --------------------===//
//
// Limits on time and memory cost system calls, so they are looked at every now
// and then: a LimitWatch adapts the number of steps between two looks so that
// about 10 ms pass, whatever a step costs.
// Tested by test/cli/limits.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Completeness.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace rbcheck {

struct Limits {
  double seconds = 0;     ///< 0 = none, like all others
  uint64_t megabytes = 0; ///< of resident memory
  uint64_t states = 0;
  uint64_t depth = 0;
  /// Set from outside to end the search (Ctrl-C); may be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// Set when others have decided; may be null.
  const std::atomic<bool> *decided = nullptr;
  /// Time counts from here.
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();

  double elapsed() const;
  /// Interrupted, or the time is up.
  bool isOver() const;
};

class LimitWatch {
public:
  explicit LimitWatch(const Limits &limits);

  /// True when it is time to look.
  bool isDue() { return --stepsLeft_ == 0; }
  /// Looks; returns why to stop, if so. Sets `tick` a few times a second.
  SearchStop look(bool &tick);
  /// True if the memory limit was close at the last look.
  bool isMemoryShort() const { return isMemoryShort_; }
  /// Some was freed: gives it back to the system, and is not short until the
  /// next look.
  void memoryWasFreed();

private:
  Limits limits_;
  uint32_t stepsLeft_ = 1;
  uint32_t interval_ = 1;
  double lastLook_ = 0;
  double lastMemoryLook_ = 0;
  double lastTick_ = 0;
  bool isMemoryShort_ = false;
};

/// What the process takes before a search begins, in MB: without what only
/// waits to be used again.
uint64_t baseMb();
/// Resident memory of this process now, and its peak, in MB.
uint64_t residentMb();
uint64_t peakResidentMb();

} // namespace rbcheck
