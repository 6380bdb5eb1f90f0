//===- search/guide/Progress.h - How far along the milestones a path is ---===//
//
// The level of a path in a sequence is the number of its milestones that were
// met so far, in order. One step can meet several: the events of the step
// (Machine::watched()) are taken one after the other, and each meets at most
// one milestone of a sequence.
//
// A source line can stand for several instructions. If the same milestone comes
// twice in a row, the second is met when the instruction that met the first one
// is executed again: two instructions of one visit of the line do not count
// twice.
//
// Tested by test/unit/GuideTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/guide/Guide.h"

#include "interp/exec/Machine.h"

#include "llvm/ADT/SmallVector.h"

namespace rbcheck {

/// Where a path stands in one sequence.
struct Standing {
  uint32_t level = 0;
  uint32_t lastPlace = 0; ///< watched place that met the last milestone
  friend bool operator==(const Standing &, const Standing &) = default;
};
/// In all sequences.
using Standings = llvm::SmallVector<Standing, 2>;

class Progress {
public:
  explicit Progress(const Guide &guide);

  /// The list for Machine::watch().
  const std::vector<CodePlace> &places() const { return places_; }
  Standings begin() const { return Standings(sequences_.size()); }
  size_t length(size_t sequence) const { return sequences_[sequence].size(); }

  /// Takes the events in; true if a milestone was met.
  bool advance(Standings &standings, llvm::ArrayRef<WatchEvent> events) const;
  /// The same for one event.
  bool advance(Standings &standings, uint32_t place) const;
  /// The best level of all sequences.
  static uint32_t level(const Standings &standings);
  /// 32 bits that tell standings apart, for the key of a state.
  static uint32_t key(const Standings &standings);

private:
  bool isMet(size_t sequence, const Standing &standing, uint32_t place) const;

  std::vector<CodePlace> places_;
  /// By sequence and milestone: numbers of its places, sorted.
  std::vector<std::vector<std::vector<uint32_t>>> sequences_;
};

} // namespace rbcheck
