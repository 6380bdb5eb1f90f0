//===- test/oracle/Clocks.h - Races by vector clocks ----------------------===//
//
// Watches the path that the explorer is on. Each step has a vector clock; it
// happens after the earlier steps of its thread, after the creation of its
// thread, after the ends of threads it joined, and after all earlier steps that
// named the same synchronisation object or touched the same bytes atomically.
// Two accesses in conflict of which neither happens before the other race.
//
// This is a second opinion and shares nothing with the first one (Explorer.h:
// two accesses that are both about to happen) but the record of what a step
// touched. If it finds a race on some path, leave out of this path everything
// that happens after the first of the two accesses, and the first itself: what
// is left depends on nothing that was left out, so it can be executed, and then
// both accesses are about to happen. So a program in which the clocks see a
// race and the explorer has none at the end proves one of them wrong.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "test/oracle/Step.h"

namespace oracle {

class Clocks {
public:
  /// Appends a step to the path; true if one of its accesses races with an
  /// earlier one of another thread.
  bool push(uint32_t thread, const Step &step);
  void pop() { path_.pop_back(); }

private:
  using Clock = std::vector<uint32_t>; ///< per thread, how many of its steps

  struct PathStep {
    uint32_t thread;
    Clock clock;
    std::vector<Access> accesses;
    std::vector<uint64_t> keys;
    std::vector<uint32_t> created;
  };

  static bool isOrdered(const PathStep &earlier, const PathStep &later,
                        const Step &step);

  std::vector<PathStep> path_;
};

/// Common bytes, one writes, not both atomic, none ends a life.
bool isConflict(const Access &a, const Access &b);
/// Common bytes and one writes: the order of the two matters.
bool isDependent(const Access &a, const Access &b);

} // namespace oracle
