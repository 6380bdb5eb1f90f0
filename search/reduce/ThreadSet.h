//===- search/reduce/ThreadSet.h - Some of the threads of a state ---------===//
//
// A set that threads are only added to. Programs seldom have more than 64 of
// them: these are one word, and nothing is allocated.
// Tested by test/unit/OperationsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <bit>

namespace rbcheck {

class ThreadSet {
public:
  void add(uint32_t thread) {
    if (thread < 64) {
      first_ |= 1ull << thread;
      return;
    }
    if (more_.size() < thread / 64)
      more_.resize(thread / 64);
    more_[thread / 64 - 1] |= 1ull << thread % 64;
  }
  bool has(uint32_t thread) const {
    if (thread < 64)
      return first_ >> thread & 1;
    return thread / 64 <= more_.size() &&
           (more_[thread / 64 - 1] >> thread % 64 & 1);
  }
  /// The lowest of them that is not in the other set, or -1.
  int firstWithout(const ThreadSet &other) const {
    if (uint64_t left = first_ & ~other.first_)
      return std::countr_zero(left);
    for (size_t i = 0; i < more_.size(); ++i)
      if (uint64_t left =
              more_[i] & ~(i < other.more_.size() ? other.more_[i] : 0))
        return int(64 * (i + 1)) + std::countr_zero(left);
    return -1;
  }
  friend bool operator==(const ThreadSet &a, const ThreadSet &b) {
    return a.first_ == b.first_ && a.more_ == b.more_;
  }

private:
  uint64_t first_ = 0;
  /// Threads 64 and up. Invariant: the last word is not 0.
  llvm::SmallVector<uint64_t, 0> more_;
};

} // namespace rbcheck
