//===- search/visited/InternTable.h - Numbers for pairs and byte strings --===//
//
// Gives equal values equal numbers, exactly. A PairTable numbers pairs of
// numbers, a BlobTable byte strings: with both, any tree of bytes has a number
// that stands for it alone, and equal subtrees are stored once. The number of
// a value never changes.
//
// 15 to 18 bytes a pair; a byte string takes its size and about 20 bytes more.
// Tested by test/unit/StateSetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace rbcheck {

/// Array that grows in pieces, so that growing neither copies nor doubles.
template <typename T> class PieceArray {
public:
  static constexpr unsigned kBits = 16;
  static constexpr size_t kPiece = size_t(1) << kBits;

  T &operator[](size_t i) { return pieces_[i >> kBits][i & (kPiece - 1)]; }
  const T &operator[](size_t i) const {
    return pieces_[i >> kBits][i & (kPiece - 1)];
  }
  size_t size() const { return size_; }
  size_t bytes() const { return pieces_.size() * kPiece * sizeof(T); }
  void push(const T &value) {
    reserveOne();
    (*this)[size_++] = value;
  }
  /// Room for n elements that lie together (n <= kPiece); returns the index.
  size_t extend(size_t n) {
    if ((size_ & (kPiece - 1)) + n > kPiece)
      size_ = (size_ | (kPiece - 1)) + 1;
    size_t at = size_;
    if (n)
      reserveOne();
    size_ += n;
    return at;
  }

private:
  void reserveOne() {
    if (size_ >> kBits == pieces_.size())
      pieces_.emplace_back(new T[kPiece]);
  }
  std::vector<std::unique_ptr<T[]>> pieces_;
  size_t size_ = 0;
};

/// Open addressing over indices into somebody else's array, in segments that
/// grow one at a time, between 51 % and 75 % full.
class IndexTable {
public:
  /// Looks for an element of that hash for which `isEqual(index)`; if there is
  /// none, adds `fresh`. Returns the index found or `fresh`.
  template <typename IsEqual, typename HashOf>
  uint32_t findOrAdd(uint64_t hash, uint32_t fresh, IsEqual isEqual,
                     HashOf hashOf) {
    Segment &segment = segments_[hash >> (64 - kSegmentBits)];
    if (segment.used * 4 >= segment.slots.size() * 3)
      grow(segment, hashOf);
    size_t size = segment.slots.size();
    for (size_t at = home(hash, size);; at = at + 1 == size ? 0 : at + 1) {
      uint32_t &slot = segment.slots[at];
      if (slot == 0) {
        slot = fresh + 1;
        segment.tags[at] = uint8_t(hash);
        ++segment.used;
        return fresh;
      }
      if (segment.tags[at] == uint8_t(hash) && isEqual(slot - 1))
        return slot - 1;
    }
  }

  size_t bytes() const {
    size_t sum = 0;
    for (const Segment &segment : segments_)
      sum += segment.slots.capacity() * (sizeof(uint32_t) + 1);
    return sum;
  }

private:
  static constexpr unsigned kSegmentBits = 6;
  struct Segment {
    std::vector<uint32_t> slots; ///< index + 1; 0 = empty
    std::vector<uint8_t> tags;   ///< of the hashes: saves most look-ups
    size_t used = 0;
  };
  static size_t home(uint64_t hash, size_t size) {
    return size_t((unsigned __int128)(hash << kSegmentBits) * size >> 64);
  }
  template <typename HashOf> void grow(Segment &segment, HashOf hashOf) {
    size_t size = segment.slots.empty() ? 16 : segment.slots.size() * 3 / 2;
    std::vector<uint32_t> slots(size);
    std::vector<uint8_t> tags(size);
    for (uint32_t slot : segment.slots) {
      if (slot == 0)
        continue;
      uint64_t hash = hashOf(slot - 1);
      size_t at = home(hash, size);
      while (slots[at])
        at = at + 1 == size ? 0 : at + 1;
      slots[at] = slot;
      tags[at] = uint8_t(hash);
    }
    segment.slots = std::move(slots);
    segment.tags = std::move(tags);
  }
  Segment segments_[1u << kSegmentBits];
};

class PairTable {
public:
  struct Pair {
    uint32_t a, b;
  };

  /// Number of a pair; `isNew` tells whether it was given just now.
  uint32_t number(uint32_t a, uint32_t b, bool &isNew) {
    auto fresh = uint32_t(pairs_.size());
    uint32_t found = index_.findOrAdd(
        hash({a, b}), fresh,
        [&](uint32_t i) { return pairs_[i].a == a && pairs_[i].b == b; },
        [&](uint32_t i) { return hash(pairs_[i]); });
    isNew = found == fresh;
    if (isNew)
      pairs_.push({a, b});
    return found;
  }
  size_t size() const { return pairs_.size(); }
  size_t bytes() const { return pairs_.bytes() + index_.bytes(); }

private:
  static uint64_t hash(Pair pair) {
    uint64_t x = (uint64_t(pair.a) << 32 | pair.b) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 32;
  }
  PieceArray<Pair> pairs_;
  IndexTable index_;
};

class BlobTable {
public:
  /// Number of a byte string of at most 64 KiB.
  uint32_t number(const void *data, size_t size);
  size_t size() const { return starts_.size(); }
  size_t bytes() const {
    return starts_.bytes() + words_.bytes() + index_.bytes();
  }

private:
  /// The string of number i: its size in bytes, then its bytes.
  const uint32_t *at(uint32_t i) const { return &words_[starts_[i]]; }
  PieceArray<uint64_t> starts_;
  PieceArray<uint32_t> words_;
  IndexTable index_;
};

} // namespace rbcheck
