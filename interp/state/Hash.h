//===- interp/state/Hash.h - 128-bit fingerprints -------------------------===//
//
// A fingerprint of a state is the sum, modulo 2^128, of one hash per part
// (object, thread), so that a step updates it from the parts it changed: the
// old hash is subtracted, the new one added. Each part's hash covers its own
// address, so equal contents at different places count differently.
//
// Tested by test/unit/StateTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>

namespace rbcheck {

using Hash128 = unsigned __int128;

/// Hash of `size` bytes; different seeds give independent functions.
Hash128 hashBytes(const void *data, size_t size, uint64_t seed);

/// Hash of a few words, for keys that extend a fingerprint.
inline Hash128 hashWords(uint64_t a, uint64_t b) {
  const uint64_t words[2] = {a, b};
  return hashBytes(words, sizeof(words), 0x9e3779b97f4a7c15ull);
}

} // namespace rbcheck
