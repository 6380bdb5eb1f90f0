//===- search/visited/InternTable.h - Numbers for pairs and byte strings --===//
//
// Gives equal values equal numbers, exactly. A PairTable numbers pairs of
// numbers, a BlobTable byte strings: with both, any tree of bytes has a number
// that stands for it alone, and equal subtrees are stored once. The number of
// a value never changes.
//
// About 16 bytes a pair; a byte string takes its size and about 28 bytes more.
// Tested by test/unit/StateSetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
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
/// grow one at a time, between 51 % and 75 % full. A slot is an index and a
/// byte of the hash that saves most look-ups; they lie together, since what
/// costs is the number of places in memory.
class IndexTable {
public:
  /// Looks for an element of that hash for which `isEqual(index)`; if there is
  /// none, adds `fresh`. Returns the index found or `fresh`.
  template <typename IsEqual, typename HashOf>
  uint32_t findOrAdd(uint64_t hash, uint32_t fresh, IsEqual isEqual,
                     HashOf hashOf) {
    Segment &segment = segments_[hash >> (64 - kSegmentBits)];
    if (segment.used * 4 >= segment.size * 3)
      grow(segment, hashOf);
    for (size_t at = home(hash, segment.size);; at = next(at, segment.size)) {
      const uint32_t index = segment.indexAt(at);
      if (index == 0) {
        segment.set(at, fresh + 1, hash);
        ++segment.used;
        return fresh;
      }
      if (segment.tagAt(at) == uint8_t(hash) && isEqual(index - 1))
        return index - 1;
    }
  }

  size_t bytes() const {
    size_t sum = 0;
    for (const Segment &segment : segments_)
      sum += segment.slots.capacity();
    return sum;
  }

  /// Of a hash: the first bits tell the segment, the rest the place in it.
  static constexpr unsigned kSegmentBits = 6, kRestBits = 64 - kSegmentBits;

private:
  static constexpr size_t kSlotBytes = sizeof(uint32_t) + 1;
  struct Segment {
    std::vector<uint8_t> slots; ///< index + 1 (0 = empty), then the tag
    size_t size = 0;            ///< number of slots
    size_t used = 0;
    uint32_t indexAt(size_t at) const {
      uint32_t index;
      std::memcpy(&index, &slots[at * kSlotBytes], sizeof(index));
      return index;
    }
    uint8_t tagAt(size_t at) const {
      return slots[at * kSlotBytes + sizeof(uint32_t)];
    }
    void set(size_t at, uint32_t index, uint64_t hash) {
      std::memcpy(&slots[at * kSlotBytes], &index, sizeof(index));
      slots[at * kSlotBytes + sizeof(index)] = uint8_t(hash);
    }
  };
  static size_t home(uint64_t hash, size_t size) {
    return size_t((unsigned __int128)(hash << kSegmentBits) * size >> 64);
  }
  static size_t next(size_t at, size_t size) {
    return at + 1 == size ? 0 : at + 1;
  }
  template <typename HashOf> void grow(Segment &segment, HashOf hashOf) {
    Segment larger;
    larger.size = segment.size ? segment.size * 3 / 2 : 16;
    larger.used = segment.used;
    larger.slots.resize(larger.size * kSlotBytes);
    for (size_t i = 0; i < segment.size; ++i) {
      const uint32_t index = segment.indexAt(i);
      if (index == 0)
        continue;
      const uint64_t hash = hashOf(index - 1);
      size_t at = home(hash, larger.size);
      while (larger.indexAt(at))
        at = next(at, larger.size);
      larger.set(at, index, hash);
    }
    segment = std::move(larger);
  }
  Segment segments_[1u << kSegmentBits];
};

/// One of 2^bits places, by what two numbers are.
inline uint32_t placeOf(uint32_t a, uint32_t b, unsigned bits) {
  return (a * 0x9e3779b1u ^ b) * 0x85ebca77u >> (32 - bits);
}

class PairTable {
public:
  struct Pair {
    uint32_t a, b;
    bool operator==(const Pair &) const = default;
  };

  /// The number of a pair.
  uint32_t number(uint32_t a, uint32_t b) {
    const Pair pair{a, b};
    Recent &recent = recent_[placeOf(a, b, kRecentBits)];
    if (recent.pair == pair && recent.number != kNone)
      return recent.number;
    const uint64_t hash = hashOf(pair);
    auto fresh = uint32_t(pairs_.size());
    uint32_t found = index_.findOrAdd(
        hash, fresh, [&](uint32_t i) { return pairs_[i] == pair; },
        [&](uint32_t i) { return hashOf(pairs_[i]); });
    if (found == fresh)
      pairs_.push(pair);
    recent = {pair, found};
    return found;
  }
  Pair operator[](uint32_t number) const { return pairs_[number]; }
  size_t size() const { return pairs_.size(); }
  size_t bytes() const { return pairs_.bytes() + index_.bytes(); }

private:
  /// Pairs that begin alike lie in one segment: searches go through all that one
  /// part can be combined with before they take up the next.
  static uint64_t hashOf(Pair pair) {
    uint64_t x = (uint64_t(pair.a) << 32 | pair.b) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull;
    x ^= x >> 32;
    const uint64_t near = pair.a * 0x9e3779b97f4a7c15ull;
    return near >> IndexTable::kRestBits << IndexTable::kRestBits |
           x >> IndexTable::kSegmentBits;
  }
  /// The pairs that were asked for last: one step changes few parts of a state.
  static constexpr unsigned kRecentBits = 10;
  static constexpr uint32_t kNone = ~0u;
  struct Recent {
    Pair pair{0, 0};
    uint32_t number = kNone;
  };
  std::vector<Recent> recent_ = std::vector<Recent>(1u << kRecentBits);
  PieceArray<Pair> pairs_;
  IndexTable index_;
};

/// A byte string that begins with words, of at most 64 KiB, and a hash of it:
/// any that is the same for equal ones.
struct Blob {
  uint64_t hash;
  llvm::ArrayRef<uint32_t> words;
  const void *bytes = nullptr;
  size_t count = 0; ///< of the bytes behind the words

  size_t size() const { return words.size() * sizeof(uint32_t) + count; }
};

inline uint64_t hashWords(llvm::ArrayRef<uint32_t> words) {
  uint64_t x = words.size();
  for (const uint32_t word : words)
    x = (x << 23 ^ x >> 41 ^ word) * 0x9e3779b97f4a7c15ull;
  return x ^ x >> 32;
}

class BlobTable {
public:
  uint32_t number(const Blob &blob) {
    Recent &recent = recent_[blob.hash % kRecent];
    if (recent.hash == blob.hash && recent.stored &&
        isEqual(recent.stored, blob))
      return recent.number;
    const auto fresh = uint32_t(starts_.size());
    const uint32_t found = index_.findOrAdd(
        blob.hash, fresh, [&](uint32_t i) { return isEqual(at(i), blob); },
        [&](uint32_t i) { return hashAt(i); });
    if (found == fresh)
      add(blob);
    recent = {blob.hash, at(found), found};
    return found;
  }
  /// The byte string of a number.
  const void *data(uint32_t number) const { return at(number) + kHead; }
  size_t size() const { return starts_.size(); }
  size_t bytes() const {
    return starts_.bytes() + words_.bytes() + index_.bytes();
  }

private:
  /// Of number i: its size in bytes, two words of its hash, then the string.
  const uint32_t *at(uint32_t i) const { return starts_[i]; }
  static constexpr size_t kHead = 3;

  uint64_t hashAt(uint32_t i) const {
    return at(i)[1] | uint64_t(at(i)[2]) << 32;
  }
  static bool isEqual(const uint32_t *stored, const Blob &blob) {
    return *stored == blob.size() &&
           std::equal(blob.words.begin(), blob.words.end(), stored + kHead) &&
           (blob.count == 0 || std::memcmp(stored + kHead + blob.words.size(),
                                           blob.bytes, blob.count) == 0);
  }
  void add(const Blob &blob) {
    uint32_t *to = &words_[words_.extend(kHead + (blob.size() + 3) / 4)];
    starts_.push(to);
    to[0] = uint32_t(blob.size());
    to[1] = uint32_t(blob.hash);
    to[2] = uint32_t(blob.hash >> 32);
    to = std::copy(blob.words.begin(), blob.words.end(), to + kHead);
    if (blob.count)
      std::memcpy(to, blob.bytes, blob.count);
  }
  /// The strings that were asked for last: fewer places in memory to go to.
  static constexpr size_t kRecent = 4096;
  struct Recent {
    uint64_t hash = 0;
    const uint32_t *stored = nullptr;
    uint32_t number = 0;
  };
  std::vector<Recent> recent_ = std::vector<Recent>(kRecent);
  PieceArray<const uint32_t *> starts_; ///< pieces stay where they are
  PieceArray<uint32_t> words_;
  IndexTable index_;
};

} // namespace rbcheck
