//===- search/livelock/StateGraph.h - The states and steps of a search ----===//
//
// What the check `termination` looks at: which state leads to which by whose
// step, and who could move in each. Kept only while that check is on. States
// are fingerprints; the first one that is named is where the program begins.
//
// Threads: several workers may add at once.
// Tested by test/unit/FairCyclesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Trace.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace rbcheck {

class StateGraph {
public:
  struct Edge {
    uint32_t from = 0, to = 0;
    Choice choice;
    bool isProgress = false; ///< rb_progress() was passed
  };
  using Threads = llvm::SmallVector<uint16_t, 8>; ///< sorted

  void addState(Hash128 state);
  /// All that can be chosen in the state.
  void addChoices(Hash128 state, llvm::ArrayRef<Choice> choices);
  void addStep(Hash128 from, Choice choice, Hash128 to, bool isProgress);

  // While nobody adds
  // -----------------------------------------------------------
  size_t size() const { return enabled_.size(); }
  llvm::ArrayRef<Edge> edges() const { return edges_; }
  /// Threads that can move in the state with that number.
  const Threads &enabled(uint32_t state) const {
    return sets_[enabled_[state]];
  }

private:
  struct KeyHash {
    size_t operator()(Hash128 key) const { return size_t(key); }
  };
  uint32_t numberOf(Hash128 state);

  std::mutex mutex_;
  std::unordered_map<Hash128, uint32_t, KeyHash> numbers_;
  std::vector<uint32_t> enabled_; ///< by state: index into sets_
  std::vector<Threads> sets_{{}};
  std::map<std::vector<uint16_t>, uint32_t> setNumbers_;
  std::vector<Edge> edges_;
};

} // namespace rbcheck
