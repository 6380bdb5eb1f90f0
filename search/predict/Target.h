//===- search/predict/Target.h - What an order is looked for --------------===//
//
// Events that are to be about to happen at once, each in its thread:
//
//   Race     two accesses in conflict
//   Circle   threads that each wait for a lock that the next one holds
//   Pair     two atomic accesses, or an access and the end of the memory:
//   nothing
//            is wrong yet, but each order may lead elsewhere
//   Sight    a read, and before it last another write than the one it saw
//
// Tested by test/search/predict.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/predict/Relations.h"

#include <set>

namespace rbcheck {

enum class TargetKind : uint8_t { Race, Circle, Pair, Sight };

struct Target {
  TargetKind kind = TargetKind::Race;
  llvm::SmallVector<uint32_t, 3> events; ///< about to happen
  // Sight:
  uint32_t cell = 0;
  uint32_t source = kNoEvent; ///< the last write of the cell

  uint32_t first() const {
    return *std::min_element(events.begin(), events.end());
  }
  uint32_t last() const {
    uint32_t most = *std::max_element(events.begin(), events.end());
    return source == kNoEvent ? most : std::max(most, source);
  }
};

/// Places that were tried before, in whatever recording, and how often.
class Tried {
public:
  using Key = std::vector<uint64_t>;
  explicit Tried(uint32_t most) : most_(most) {}
  bool isEnough(const Key &key) const {
    auto at = counts_.find(key);
    return at != counts_.end() && at->second >= most_;
  }
  void add(const Key &key) { ++counts_[key]; }
  /// Never again: it was shown.
  void settle(const Key &key) { counts_[key] = ~0u; }

private:
  uint32_t most_;
  std::map<Key, uint32_t> counts_;
};

/// What tells targets apart across recordings: kind and places.
Tried::Key keyOf(const Relations &relations, const Target &target);

/// Places that are asked for go before others.
using Aims = std::set<CodePlace>;

/// Targets of a recording: those with most aims first, then those that are near
/// in it.
std::vector<Target> findRaces(const Relations &relations, const Aims &aims);
std::vector<Target> findCircles(const Relations &relations, const Aims &aims);
std::vector<Target> findPairs(const Relations &relations, const Aims &aims);
std::vector<Target> findSights(const Relations &relations, const Aims &aims);

} // namespace rbcheck
