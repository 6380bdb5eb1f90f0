//===- interp/state/PendingMark.h - What a thread may race with -----------===//
//
// Every new state asks whether the thread that moved is about to touch what
// some other thread is about to touch. Of most the answer is no, and a word per
// thread tells: which blocks of memory its operation touches (as bits, of which
// different blocks may share one), whether some of that is not atomic, and
// whether it comes only once the thread is not blocked any more.
//
// Tested by test/unit/PendingMarkTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Thread.h"

namespace rbcheck {

class PendingMark {
public:
  PendingMark() = default;
  explicit PendingMark(const Pending &pending)
      : bits_((pending.isGuarded ? kGuarded : 0) |
              (pending.accesses.hasPlain() ? kPlain : 0)) {
    for (const Access &access : pending.accesses)
      bits_ |= blocksOf(access);
  }

  bool isGuarded() const { return bits_ & kGuarded; }
  /// False only if no access of one overlaps one of the other, or all are
  /// atomic.
  friend bool mayRace(PendingMark a, PendingMark b) {
    return ((a.bits_ | b.bits_) & kPlain) && (a.bits_ & b.bits_ & kBlocks);
  }
  bool operator==(const PendingMark &) const = default;

private:
  static constexpr uint64_t kGuarded = 1, kPlain = 2;
  static constexpr unsigned kFirst = 32, kBits = 32;
  static constexpr uint64_t kBlocks = ~uint64_t(0) << kFirst;
  static constexpr unsigned kBlockShift = 3;

  static uint64_t blocksOf(const Access &access) {
    const uint64_t first = access.address >> kBlockShift;
    const uint64_t last =
        (access.address + std::max<uint32_t>(access.size, 1) - 1) >>
        kBlockShift;
    if (last - first >= kBits)
      return kBlocks;
    uint64_t bits = 0;
    for (uint64_t block = first; block <= last; ++block)
      bits |= uint64_t(1) << (kFirst + block % kBits);
    return bits;
  }

  uint64_t bits_ = 0;
};
static_assert(sizeof(PendingMark) == sizeof(uint64_t));

} // namespace rbcheck
