//===- interp/state/Hash.cpp - 128-bit fingerprints -----------------------===//
//
// The one place that knows which hash function is used (XXH3, inlined).
//
//===----------------------------------------------------------------------===//
#include "interp/state/Hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace rbcheck {

Hash128 hashBytes(const void *data, size_t size, uint64_t seed) {
  XXH128_hash_t h = XXH3_128bits_withSeed(data, size, seed);
  return Hash128(h.high64) << 64 | h.low64;
}

} // namespace rbcheck
