//===- search/visited/WordSet.h - A set of words, exactly -----------------===//
//
// A table of hash values (SortedTable.h) is exact if the hash is a permutation:
// different words then have different values, and a value tells its word. Such
// a table needs no place where the words themselves are kept; one look-up is
// one place in memory, and a word takes 10 to 15 bytes.
//
// The top bits of a word are its neighbourhood (Hash.h): words that have them
// in common lie in the same few tables, which hold what a search is at in the
// processor's cache. They are a number that grows with time (Root.h), so that
// those which differ in its low bits only are of the same time and lie there, too.
// So what is above these is scrambled for itself, and of the result the first part
// chooses the tables; the rest is scrambled together with all others.
// Tested by test/unit/StateSetTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Hash.h"
#include "search/visited/SortedTable.h"

#include <memory>

namespace rbcheck {

class WordSet {
public:
  /// Top bits of a word that decide in which neighbourhood it is.
  static constexpr unsigned kNearBits = 17;

  /// Adds a word that is not 0; false if it was there.
  bool insert(uint64_t word) {
    const uint64_t value = scramble(word);
    const bool isNew = tables_[value >> (64 - kTableBits)].insert(value);
    size_ += isNew;
    return isNew;
  }
  uint64_t size() const { return size_; }
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (size_t i = 0; i < kTables; ++i)
      sum += sizeof(Table) + tables_[i].bytes();
    return sum;
  }
  template <typename Visit> void forEach(Visit visit) const {
    for (size_t i = 0; i < kTables; ++i)
      tables_[i].forEach([&](uint64_t value) { visit(unscramble(value)); });
  }

  /// A permutation of all words, with 0 where it was.
  static constexpr uint64_t scramble(uint64_t word) {
    const uint64_t near = (word >> kFarBits) * kNearFactor & kNear;
    uint64_t rest = (near << kFarBits | (word & kFar)) & kRest;
    rest = rest * kFactor & kRest;
    rest ^= rest >> kShift;
    rest = rest * kFactor & kRest;
    rest ^= rest >> kShift;
    return near >> (kNearBits - kNeighbourhoodBits) << kRestBits | rest;
  }
  static constexpr uint64_t unscramble(uint64_t value) {
    uint64_t rest = value & kRest;
    rest ^= rest >> kShift;
    rest = rest * inverseOf(kFactor) & kRest;
    rest ^= rest >> kShift;
    rest = rest * inverseOf(kFactor) & kRest;
    const uint64_t scrambled = (value & ~kRest) >> kFarBits | rest >> kFarBits;
    const uint64_t near = scrambled * inverseOf(kNearFactor);
    return near << kFarBits | (rest & kFar);
  }

private:
  using Table = SortedTable<uint64_t>;
  static constexpr unsigned kTableBits = Table::kSegmentBits;
  static constexpr size_t kTables = size_t(1) << kTableBits;

  static constexpr unsigned kFarBits = 64 - kNearBits;
  static constexpr unsigned kRestBits = 64 - kNeighbourhoodBits;
  static constexpr uint64_t kNear = ~uint64_t(0) >> kFarBits;
  static constexpr uint64_t kFar = ~uint64_t(0) >> kNearBits;
  static constexpr uint64_t kRest = ~uint64_t(0) >> kNeighbourhoodBits;
  /// At least half of the bits, so that x ^= x >> kShift undoes itself.
  static constexpr unsigned kShift = (kRestBits + 1) / 2;
  static constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ull;
  static constexpr uint64_t kNearFactor = 0xbf58476d1ce4e5b9ull;
  /// Of an odd number, modulo any power of two: each round doubles the bits.
  static constexpr uint64_t inverseOf(uint64_t odd) {
    uint64_t inverse = odd;
    for (int round = 0; round < 5; ++round)
      inverse *= 2 - odd * inverse;
    return inverse;
  }

  std::unique_ptr<Table[]> tables_ = std::make_unique<Table[]>(kTables);
  uint64_t size_ = 0;
};

static_assert(WordSet::scramble(0) == 0);
static_assert(WordSet::unscramble(WordSet::scramble(0x0123456789abcdefull)) ==
              0x0123456789abcdefull);

} // namespace rbcheck
