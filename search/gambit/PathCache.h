//===- search/gambit/PathCache.h - Executions that were made lately -------===//
//
// An execution is that of its parent up to one step. Where the parent, or one
// above it, was executed not long ago, its states are still here, and nothing
// before that step has to be executed again. States are shared between the
// executions that go through them.
//
// Of an execution that had to be made again for one deviation the part up to there
// is kept: what deviates earlier, which comes next among equals, begins in it.
//
// The least recently used ones go first, by the number of steps that all have.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Execution.h"

#include "llvm/ADT/DenseMap.h"

#include <list>

namespace rbcheck {

class PathCache {
public:
  struct Entry {
    uint64_t name = 0;
    std::vector<PathStep> steps; ///< of the execution, at least the first ones
    PathStateRef last;           ///< behind them
  };

  /// In place of what is here of the same execution.
  void keep(Entry entry) {
    auto [at, isNew] = places_.try_emplace(keyOf(entry.name));
    if (!isNew)
      remove(at->second);
    steps_ += entry.steps.size();
    entries_.push_front(std::move(entry));
    places_[keyOf(entries_.front().name)] = entries_.begin();
    while (steps_ > kMostSteps && entries_.size() > 1) {
      places_.erase(keyOf(entries_.back().name));
      remove(std::prev(entries_.end()));
    }
  }
  /// Null if it is not here any more.
  const Entry *find(uint64_t name) {
    auto at = places_.find(keyOf(name));
    if (at == places_.end())
      return nullptr;
    entries_.splice(entries_.begin(), entries_, at->second);
    return &entries_.front();
  }

private:
  static constexpr uint64_t kMostSteps = 100'000;
  using Entries = std::list<Entry>;

  /// DenseMap keeps two keys for itself.
  static uint64_t keyOf(uint64_t name) { return name >> 1; }
  void remove(Entries::iterator at) {
    steps_ -= at->steps.size();
    entries_.erase(at);
  }

  Entries entries_; ///< the last one used first
  llvm::DenseMap<uint64_t, Entries::iterator> places_;
  uint64_t steps_ = 0;
};

} // namespace rbcheck
