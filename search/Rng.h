//===- search/Rng.h - Random numbers that are the same everywhere ---------===//
//
// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): small, fast, and one seed gives
// the same numbers with every compiler and library. Independent streams of one
// seed are told apart by a stream number.
// Tested by test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace rbcheck {

/// A permutation of the 64-bit numbers without visible structure.
inline uint64_t mixBits(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

class Rng {
public:
  explicit Rng(uint64_t seed = 1, uint64_t stream = 0)
      : state_(mixBits(seed + 0x9e3779b97f4a7c15ull * (stream + 1))) {}

  uint64_t next() { return mixBits(state_ += 0x9e3779b97f4a7c15ull); }
  /// Uniform in 0 .. n-1; n > 0. The bias is below 2^-32 for n < 2^32.
  uint32_t below(uint32_t n) {
    return uint32_t((unsigned __int128)next() * n >> 64);
  }
  /// Uniform in [0, 1).
  double unit() { return double(next() >> 11) * 0x1p-53; }

  template <typename Range> void shuffle(Range &&range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[below(uint32_t(i))]);
  }

private:
  uint64_t state_;
};

} // namespace rbcheck
