//===- search/reduce/SummarySet.h - Visited states with their summaries ---===//
//
// 128-bit fingerprints, each with what Reduced.h keeps for a state: where on the
// path it is, or what was known when it was left. The latter is the same for many
// states, so it is stored apart and a state has its number.
// Tested by test/unit/SummarySetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Check.h"
#include "search/reduce/Summaries.h"
#include "search/reduce/SummaryTable.h"
#include "search/visited/StateSet.h"

#include <optional>

namespace rbcheck {

/// What is known of a state that was left.
struct Known {
  SummaryId summary = Summaries::kEmpty;
  uint32_t stamp = 0; ///< late operations that the summary has
  /// Number of the lowest frame that a way from here leads to; 0 = none but
  /// itself.
  uint64_t low = 0;
  friend bool operator==(const Known &, const Known &) = default;
};

class SummarySet final : public StateSet {
public:
  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 print, uint32_t) override {
    last_ = print;
    bool isNew;
    uint32_t &number = table_.at(print, isNew);
    if (isNew)
      number = kOnPath | frame_;
    lastNumber_ = number;
    return isNew;
  }
  uint64_t size() const override { return table_.size(); }
  uint64_t bytes() const override {
    return table_.bytes() + known_.capacity() * sizeof(Known) +
           latest_.capacity() * sizeof(uint32_t);
  }

  /// States that are added from here on are the frame of that index.
  void setFrame(size_t index) {
    RB_CHECK(index < kOnPath, "too many states on a path");
    frame_ = uint32_t(index);
  }

  /// The state that was asked for last.
  Hash128 last() const { return last_; }
  /// The index of its frame while it is on the path.
  std::optional<size_t> lastOnPath() const {
    if (lastNumber_ & kOnPath)
      return lastNumber_ & ~kOnPath;
    return std::nullopt;
  }
  /// What is known of it; not while it is on the path.
  const Known &lastKnown() const { return known_[lastNumber_]; }

  /// The state is left.
  void leave(Hash128 print, const Known &known) {
    bool isNew;
    table_.at(print, isNew) = numberOf(known);
  }

private:
  static constexpr uint32_t kOnPath = 1u << 31;

  /// The same as that of the last state with this summary, if that was equal.
  uint32_t numberOf(const Known &known) {
    if (latest_.size() <= known.summary)
      latest_.resize(known.summary + 1);
    uint32_t &latest = latest_[known.summary];
    if (latest < known_.size() && known_[latest] == known)
      return latest;
    RB_CHECK(known_.size() < kOnPath, "too many states");
    known_.push_back(known);
    return latest = uint32_t(known_.size() - 1);
  }

  SummaryTable table_;
  std::vector<Known> known_;
  std::vector<uint32_t> latest_; ///< by summary: index in known_
  Hash128 last_ = 0;
  uint32_t lastNumber_ = 0;
  uint32_t frame_ = 0;
};

} // namespace rbcheck
