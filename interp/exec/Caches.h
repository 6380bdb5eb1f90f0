//===- interp/exec/Caches.h - From addresses to host memory ---------------===//
//
// The two small caches of the machine, one for reads and one for writes, map
// 256-byte pieces of the address space to host memory. What may be in them is
// said in Core.h, and checked by VerifyCaches.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Address.h"
#include "interp/state/Object.h"

#include <array>
#include <bit>
#include <utility>

namespace rbcheck {

/// How many addresses of a piece are the first of 1, 2, 4, 8 bytes that exist.
using Starts = std::array<uint16_t, 4>;
constexpr auto kStartsOf = [] {
  std::array<Starts, kLeafBytes + 1> all = {};
  for (unsigned limit = 0; limit <= kLeafBytes; ++limit)
    for (unsigned i = 0; i < 4; ++i)
      if (limit >= 1u << i)
        all[limit][i] = uint16_t(limit - (1u << i) + 1);
  return all;
}();

/// A piece of memory; empty if no byte of it exists. What lies outside is far
/// from the first address that is inside, so that one comparison tells.
class alignas(32) TlbEntry {
public:
  /// Both caches are set at once, and a copy of what was just written waits for it.
  void set(uint64_t address, uint8_t *host, uint64_t limit) {
    begin_ = address;
    data_ = host;
    starts_ = kStartsOf[limit];
  }
  void clear() { starts_ = {}; }

  bool isEmpty() const { return limit() == 0; }
  uint64_t begin() const { return begin_; }
  uint8_t *data() const { return data_; }
  /// Bytes of the piece that exist.
  uint64_t limit() const { return starts_[0]; }
  bool isAbout(uint64_t piece) const { return begin_ == piece && !isEmpty(); }

  /// A value of 1, 2, 4 or 8 bytes is all here.
  template <typename T> bool holds(uint64_t address) const {
    return address - begin_ < starts_[std::countr_zero(sizeof(T))];
  }
  bool holds(uint64_t address, uint64_t n) const {
    const uint64_t at = address - begin_;
    return at < limit() && n <= limit() - at;
  }
  uint8_t *host(uint64_t address) const { return data_ + (address - begin_); }

private:
  uint64_t begin_ = 0;
  uint8_t *data_ = nullptr;
  Starts starts_ = {};
};
static_assert(sizeof(TlbEntry) == 32, "its place is found by shifts");

constexpr uint64_t pieceOf(uint64_t address) {
  return address & ~uint64_t(kLeafBytes - 1);
}

constexpr unsigned kTlbSize = 1024;
/// Pieces of one object have places of their own, as have objects that were
/// made one after the other. The regions begin in different quarters. In bytes
/// from the first entry.
inline uint64_t tlbPlace(uint64_t address) {
  return (address >> 3 ^ address >> 11 ^ address >> 32) &
         (kTlbSize - 1) * sizeof(TlbEntry);
}
inline unsigned tlbIndex(uint64_t address) {
  return unsigned(tlbPlace(address) / sizeof(TlbEntry));
}

/// A cache of pieces.
struct Tlb {
  TlbEntry entries[kTlbSize];

  const TlbEntry &at(uint64_t address) const {
    return *reinterpret_cast<const TlbEntry *>(
        reinterpret_cast<const char *>(entries) + tlbPlace(address));
  }
  TlbEntry &at(uint64_t address) {
    return const_cast<TlbEntry &>(std::as_const(*this).at(address));
  }
};

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
inline uint8_t *cachedIn(const Tlb &tlb, uint64_t address, uint64_t n) {
  const TlbEntry &entry = tlb.at(address);
  return entry.holds(address, n) ? entry.host(address) : nullptr;
}

constexpr unsigned kExtents = 16;
inline unsigned extentIndex(uint64_t address) {
  return unsigned(address >> kOffsetBits) % kExtents;
}

} // namespace rbcheck
