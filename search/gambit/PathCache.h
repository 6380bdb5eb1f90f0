//===- search/gambit/PathCache.h - Executions that were made lately -------===//
//
// An execution is that of its parent up to one step. Where the parent, or one
// above it, was executed not long ago, its states are still here, and nothing
// before that step has to be executed again. States are shared between the
// executions that go through them.
//
// The least recently used ones go first, by the number of steps that all have.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Execution.h"

#include <list>

namespace rbcheck {

class PathCache {
public:
  struct Entry {
    uint64_t name = 0;
    std::vector<PathStep> steps;
    PathStateRef last;
  };

  void keep(Entry entry) {
    steps_ += entry.steps.size();
    entries_.push_front(std::move(entry));
    while (entries_.size() > kMostEntries ||
           (steps_ > kMostSteps && entries_.size() > 1)) {
      steps_ -= entries_.back().steps.size();
      entries_.pop_back();
    }
  }
  /// Null if it is not here any more.
  const Entry *find(uint64_t name) {
    for (auto at = entries_.begin(); at != entries_.end(); ++at)
      if (at->name == name) {
        entries_.splice(entries_.begin(), entries_, at);
        return &entries_.front();
      }
    return nullptr;
  }

private:
  static constexpr size_t kMostEntries = 64;
  static constexpr uint64_t kMostSteps = 100'000;
  std::list<Entry> entries_; ///< the last one used first
  uint64_t steps_ = 0;
};

} // namespace rbcheck
