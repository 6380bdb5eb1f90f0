//===- interp/exec/Caches.h - From addresses to host memory ---------------===//
//
// The two small caches of the machine, one for reads and one for writes, map
// 256-byte pieces of the address space to host memory. What may be in them is
// said in Core.h, and checked by VerifyCaches.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Address.h"

#include <bit>
#include <utility>

namespace rbcheck {

/// A power of two: its place is found by a shift.
struct alignas(32) TlbEntry {
  uint64_t tag = ~0ull; ///< address >> 8
  uint8_t *data = nullptr;
  uint64_t limit = 0; ///< bytes of the piece that exist
};
constexpr unsigned kTlbSize = 1024;
/// Pieces of one object have places of their own, as have objects that were
/// made one after the other. The regions begin in different quarters.
inline unsigned tlbIndex(uint64_t address) {
  return unsigned(address >> 8 ^ address >> 16 ^ address >> 37) &
         (kTlbSize - 1);
}

/// Entries of a cache that may be set, a bit each.
struct UsedEntries {
  uint64_t words = 0; ///< those of `bits` that are not 0
  uint64_t bits[kTlbSize / 64] = {};

  void add(unsigned index) {
    words |= 1ull << index / 64;
    bits[index / 64] |= 1ull << index % 64;
  }
  bool has(unsigned index) const { return bits[index / 64] >> index % 64 & 1; }
  /// Calls visit(index) for each, and holds none then.
  template <typename Visit> void takeAll(Visit visit) {
    for (; words; words &= words - 1) {
      const auto word = unsigned(std::countr_zero(words));
      for (uint64_t left = std::exchange(bits[word], 0); left; left &= left - 1)
        visit(64 * word + unsigned(std::countr_zero(left)));
    }
  }
};

/// Where `n` bytes lie on the host, if the cache has all of them in one entry.
inline uint8_t *cachedIn(const TlbEntry *tlb, uint64_t address, uint64_t n) {
  const TlbEntry &entry = tlb[tlbIndex(address)];
  const uint64_t at = address & 255;
  return entry.tag == address >> 8 && at < entry.limit && n <= entry.limit - at
             ? entry.data + at
             : nullptr;
}

constexpr unsigned kExtents = 16;
inline unsigned extentIndex(uint64_t address) {
  return unsigned(address >> kOffsetBits) % kExtents;
}

} // namespace rbcheck
