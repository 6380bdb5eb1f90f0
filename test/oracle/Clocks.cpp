//===- test/oracle/Clocks.cpp - Races by vector clocks --------------------===//
#include "test/oracle/Clocks.h"

#include <algorithm>

namespace oracle {

static bool overlap(const Access &a, const Access &b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

bool isDependent(const Access &a, const Access &b) {
  return overlap(a, b) && (a.isWrite || b.isWrite);
}

bool isConflict(const Access &a, const Access &b) {
  return isDependent(a, b) && !(a.isAtomic && b.isAtomic) && !a.isEnd &&
         !b.isEnd;
}

bool Clocks::isOrdered(const PathStep &earlier, const PathStep &later,
                       const Step &step) {
  auto has = [](const auto &list, auto what) {
    return std::find(list.begin(), list.end(), what) != list.end();
  };
  if (earlier.thread == later.thread || has(earlier.created, later.thread) ||
      has(step.joined, earlier.thread))
    return true;
  for (uint64_t key : earlier.keys)
    if (has(later.keys, key))
      return true;
  for (const Access &a : earlier.accesses)
    for (const Access &b : later.accesses)
      if (a.isAtomic && b.isAtomic && overlap(a, b))
        return true;
  return false;
}

bool Clocks::push(uint32_t thread, const Step &step) {
  PathStep now{thread, {}, step.accesses, step.keys, step.created};
  now.clock.resize(step.state.threads.size());
  for (const PathStep &earlier : path_)
    if (isOrdered(earlier, now, step))
      for (size_t i = 0; i < earlier.clock.size(); ++i)
        now.clock[i] = std::max(now.clock[i], earlier.clock[i]);
  bool isRace = false;
  for (const PathStep &earlier : path_) {
    if (earlier.clock[earlier.thread] <= now.clock[earlier.thread])
      continue; // happens before
    for (const Access &a : earlier.accesses)
      for (const Access &b : now.accesses)
        isRace |= isConflict(a, b);
  }
  ++now.clock[thread];
  path_.push_back(std::move(now));
  return isRace;
}

} // namespace oracle
