//===- search/reduce/SummarySet.h - Visited states with their summaries ---===//
//
// 128-bit fingerprints, each with what Reduced.h keeps for a state.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/reduce/Summaries.h"
#include "search/visited/StateSet.h"

namespace rbcheck {

/// What is known of a visited state.
struct Known {
  SummaryId summary = Summaries::kEmpty;
  uint32_t stamp = 0; ///< late operations that the summary has
  /// Number of the lowest frame that a way from here leads to; while the state
  /// is on the path its own; 0 = none but itself.
  uint64_t low : 63 = 0;
  uint64_t isOpen : 1 = 1;
};
static_assert(sizeof(Known) == 16);

class SummarySet final : public StateSet {
public:
  bool insert(const State &state, uint32_t extra) override {
    return insertFingerprint(state.fingerprint(), extra);
  }
  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 print, uint32_t) override {
    last_ = {uint64_t(print), uint64_t(print >> 64)};
    auto [at, isNew] = states_.try_emplace(last_);
    if (isNew)
      at->second.low = frame_;
    else
      lastKnown_ = at->second;
    return isNew;
  }
  uint64_t size() const override { return states_.size(); }
  uint64_t bytes() const override { return states_.getMemorySize(); }

  /// States that are added from here on belong to the frame of that number.
  void setFrame(uint64_t frame) { frame_ = frame; }

  using Key = std::pair<uint64_t, uint64_t>;
  /// Of the state that was asked for last.
  Key last() const { return last_; }
  /// What was known of it; not for a new one.
  const Known &lastKnown() const { return lastKnown_; }
  Known &operator[](Key key) { return states_[key]; }

private:
  struct KeyInfo {
    static Key getEmptyKey() { return {0, 0}; }
    static Key getTombstoneKey() { return {0, 1}; }
    static unsigned getHashValue(Key key) { return unsigned(key.first); }
    static bool isEqual(Key a, Key b) { return a == b; }
  };
  llvm::DenseMap<Key, Known, KeyInfo> states_;
  Key last_;
  Known lastKnown_;
  uint64_t frame_ = 0;
};

} // namespace rbcheck
