//===- interp/state/Hash.h - 128-bit fingerprints -------------------------===//
//
// A fingerprint of a state is the sum, modulo 2^128, of one hash per part
// (object, thread), so that a step updates it from the parts it changed: the
// old hash is subtracted, the new one added. Each part's hash covers its own
// address, so equal contents at different places count differently.
//
// The top bits of a fingerprint are a hash of the first half of the threads
// alone. Depth-first searches change those threads least often, so the states
// they meet one after another lie in the same part of a table ordered by
// fingerprint, and that part stays in the processor's cache.
//
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>

namespace rbcheck {

using Hash128 = unsigned __int128;

/// Bits of a fingerprint that tell its neighbourhood: 119 are left to tell
/// states apart, 10^9 states collide with a probability below 10^-17.
constexpr unsigned kNeighbourhoodBits = 9;

inline Hash128 withNeighbourhood(Hash128 sum, Hash128 neighbourhood) {
  constexpr unsigned kRest = 128 - kNeighbourhoodBits;
  return (sum & ((Hash128(1) << kRest) - 1)) | neighbourhood << kRest;
}

/// Hash of `size` bytes; different seeds give independent functions.
Hash128 hashBytes(const void *data, size_t size, uint64_t seed);

/// Fingerprint of a state together with a number, in the same neighbourhood.
inline Hash128 extendFingerprint(Hash128 fingerprint, uint64_t number) {
  Hash128 sum = fingerprint +
                hashBytes(&number, sizeof(number), 0x9e3779b97f4a7c15ull);
  return withNeighbourhood(sum, fingerprint >> (128 - kNeighbourhoodBits));
}

} // namespace rbcheck
