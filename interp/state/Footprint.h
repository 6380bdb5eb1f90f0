//===- interp/state/Footprint.h - What a thread touched lately ------------===//
//
// With MachineOptions::steps == Steps::Sync a thread runs from one synchronising
// operation to the next. Its footprint is the shared memory that it touched in
// between by plain accesses: as long as it has not synchronised again, nothing
// orders these with what other threads do. So it decides whether an access of
// another thread is a data race, and is part of the state.
//
// Only which bytes were touched, and how, is compared and hashed; the place in
// the code that is kept with a range is for reports, one of several perhaps.
// A stronger touch of a byte covers a weaker one.
//
// Tested by test/unit/FootprintTest.cpp and test/steps.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Access.h"
#include "interp/state/Hash.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace rbcheck {

/// How a byte was touched, the weakest first.
enum class TouchMode : uint8_t {
  Read,
  Write,
  End ///< the life of its object ended
};

struct FootRange {
  uint64_t address = 0;
  uint64_t end = 0; ///< the first byte behind it
  TouchMode mode = TouchMode::Read;
  uint64_t place = 0; ///< of an access in the code; a number of the machine's

  bool overlaps(uint64_t from, uint64_t to) const {
    return address < to && from < end;
  }
};

/// Immutable, sorted by address, without overlaps; never empty.
class Footprint {
public:
  explicit Footprint(std::vector<FootRange> sorted);
  llvm::ArrayRef<FootRange> ranges() const { return ranges_; }
  /// Of what it covers, not of how that is cut into ranges.
  Hash128 hash() const { return hash_; }
  /// What it covers, in words: equal for equal footprints.
  llvm::SmallVector<uint64_t, 16> coverage() const;
  /// Calls visit(range) for each range that overlaps [from, to), by address.
  template <typename Visit>
  void forEachIn(uint64_t from, uint64_t to, Visit visit) const {
    auto at = std::partition_point(
        ranges_.begin(), ranges_.end(),
        [&](const FootRange &range) { return range.end <= from; });
    for (; at != ranges_.end() && at->address < to; ++at)
      visit(*at);
  }

private:
  std::vector<FootRange> ranges_;
  Hash128 hash_;
};
/// Null if nothing was touched.
using FootprintRef = std::shared_ptr<const Footprint>;

bool areEqual(const FootprintRef &a, const FootprintRef &b);

/// Two ranges, of different footprints, that nothing orders and that conflict.
struct TouchConflict {
  FootRange mine, other;
};
/// The first one by address; false if there is none.
bool findConflict(const Footprint &mine, const Footprint &other,
                  TouchConflict &found);

/// Collects the footprint of the running thread.
class FootprintLog {
public:
  void clear() {
    log_.clear();
    sorted_ = 0;
  }
  bool empty() const { return log_.empty(); }
  /// Goes on with what the thread touched before.
  void resume(const FootprintRef &before);
  void add(uint64_t address, uint64_t size, TouchMode mode, uint64_t place);
  /// What was collected so far.
  FootprintRef footprint();

private:
  void sort();

  std::vector<FootRange> log_;
  size_t sorted_ = 0; ///< size after it was last sorted
};

} // namespace rbcheck
