//===- runtime/cxx/hash.cpp - Hashing of bytes, sizes of hash tables ------===//
//
// Gives the same values as the library, so that unordered containers are walked
// in the same order as in a native run: MurmurHash64A and 64-bit FNV-1a for
// bytes, and table sizes from the same list of primes.
// Tested by test/cxx/unordered.cpp.
//
//===----------------------------------------------------------------------===//
#include <bits/functional_hash.h>
#include <unordered_map>

#include <cstdint>
#include <cstring>

namespace std {

namespace {

constexpr uint64_t kMultiplier = 0xc6a4a7935bd1e995;

uint64_t mix(uint64_t value) { return value ^ value >> 47; }

/// Sizes of hash tables. Above them the next prime is looked for.
const uint32_t kSizes[] = {
    2,      3,      5,      7,      11,     13,     17,     19,     23,
    29,     31,     37,     41,     43,     47,     53,     59,     61,
    67,     71,     73,     79,     83,     89,     97,     103,    109,
    113,    127,    137,    139,    149,    157,    167,    179,    193,
    199,    211,    227,    241,    257,    277,    293,    313,    337,
    359,    383,    409,    439,    467,    503,    541,    577,    619,
    661,    709,    761,    823,    887,    953,    1031,   1109,   1193,
    1289,   1381,   1493,   1613,   1741,   1879,   2029,   2179,   2357,
    2549,   2753,   2971,   3209,   3469,   3739,   4027,   4349,   4703,
    5087,   5503,   5953,   6427,   6949,   7517,   8123,   8783,   9497,
    10273,  11113,  12011,  12983,  14033,  15173,  16411,  17749,  19183,
    20753,  22447,  24281,  26267,  28411,  30727,  33223,  35933,  38873,
    42043,  45481,  49201,  53201,  57557,  62233,  67307,  72817,  78779,
    85229,  92203,  99733,  107897, 116731, 126271, 136607, 147793, 159871,
    172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503,
    351061, 379787, 410857, 444487, 480881, 520241, 562841, 608903, 658753,
    712697, 771049, 834181, 902483, 976369};

bool isPrime(size_t n) {
  for (size_t divisor = 3; divisor <= n / divisor; divisor += 2)
    if (n % divisor == 0)
      return false;
  return true;
}

size_t sizeFor(size_t n) {
  for (uint32_t size : kSizes)
    if (size >= n)
      return size;
  n |= 1;
  while (!isPrime(n))
    n += 2;
  return n;
}

} // namespace

size_t _Hash_bytes(const void *data, size_t length, size_t seed) {
  const unsigned char *at = static_cast<const unsigned char *>(data);
  uint64_t hash = seed ^ length * kMultiplier;
  for (; length >= 8; length -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    hash = (hash ^ mix(word * kMultiplier) * kMultiplier) * kMultiplier;
  }
  if (length) {
    uint64_t word = 0;
    memcpy(&word, at, length);
    hash = (hash ^ word) * kMultiplier;
  }
  return mix(mix(hash) * kMultiplier);
}

size_t _Fnv_hash_bytes(const void *data, size_t length, size_t hash) {
  const unsigned char *at = static_cast<const unsigned char *>(data);
  for (; length; --length)
    hash = (hash ^ *at++) * 0x100000001b3;
  return hash;
}

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
  if (n == 0)
    return 1;
  size_t size = sizeFor(n);
  _M_next_resize = size_t(__builtin_floor(size * double(_M_max_load_factor)));
  return size;
}

pair<bool, size_t>
_Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                     size_t added) const {
  if (elements + added <= _M_next_resize)
    return {false, 0};
  // A table that was never filled starts with room for some.
  size_t wanted = elements + added;
  if (_M_next_resize == 0 && wanted < 11)
    wanted = 11;
  double least = wanted / double(_M_max_load_factor);
  if (least >= double(buckets)) {
    size_t enough = size_t(__builtin_floor(least)) + 1;
    size_t grown = buckets * _S_growth_factor;
    return {true, _M_next_bkt(enough > grown ? enough : grown)};
  }
  _M_next_resize =
      size_t(__builtin_floor(buckets * double(_M_max_load_factor)));
  return {false, 0};
}

} // namespace __detail
} // namespace std
