//===- search/visited/Root.h - A whole state as one word ------------------===//
//
// The root of the tree that an exact set makes of a state (ExactSet.cpp): three
// indices, one of which is never 0. As a word:
//
//   small   first, a 0, base, last: if all are below kSmall
//   large   the index of the pair of base and first, and last, with a 1 where
//           the other has its 0
//
// Different roots have different words, none of which is 0. The top bits are
// what depth-first searches change least often (WordSet.h).
// Tested by test/unit/StateSetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/visited/WordSet.h"

namespace rbcheck {

struct Root {
  static constexpr unsigned kIndexBits = 30;
  static constexpr unsigned kSmallBits = 21;
  static constexpr uint32_t kSmall = 1u << kSmallBits;

  uint32_t base, first, last;
  bool isBelow(uint32_t limit) const {
    return base < limit && first < limit && last < limit;
  }
  bool operator==(const Root &) const = default;
};

struct LargeRoot {
  uint32_t both, last;
  bool operator==(const LargeRoot &) const = default;
};

constexpr unsigned kRootMarkBit = 2 * Root::kSmallBits;
constexpr uint64_t kRootMark = uint64_t(1) << kRootMarkBit;
static_assert(3 * Root::kSmallBits + 1 == 64 && 2 * Root::kIndexBits + 1 <= 64);

inline bool isLargeRoot(uint64_t word) { return word & kRootMark; }

inline uint64_t wordOf(const Root &root) {
  return uint64_t(root.first) << (kRootMarkBit + 1) |
         uint64_t(root.base) << Root::kSmallBits | root.last;
}
inline Root smallRootOf(uint64_t word) {
  constexpr uint32_t kMask = Root::kSmall - 1;
  return {uint32_t(word >> Root::kSmallBits) & kMask,
          uint32_t(word >> (kRootMarkBit + 1)), uint32_t(word) & kMask};
}

inline uint64_t wordOf(const LargeRoot &root) {
  const uint64_t all = uint64_t(root.both) << Root::kIndexBits | root.last;
  return all >> kRootMarkBit << (kRootMarkBit + 1) | kRootMark |
         (all & (kRootMark - 1));
}
inline LargeRoot largeRootOf(uint64_t word) {
  const uint64_t all = word >> (kRootMarkBit + 1) << kRootMarkBit |
                       (word & (kRootMark - 1));
  return {uint32_t(all >> Root::kIndexBits),
          uint32_t(all & ((1u << Root::kIndexBits) - 1))};
}

} // namespace rbcheck
