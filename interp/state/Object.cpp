//===- interp/state/Object.cpp - Memory objects ---------------------------===//
#include "interp/state/Object.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace rbcheck {

Object *Object::create(uint64_t epoch, ObjectKind kind, uint64_t base,
                       uint64_t size, uint8_t fill) {
  size_t inlineSize = size <= kLeafBytes ? (size + 15) / 16 * 16 : 0;
  void *memory = poolAllocate(sizeof(Object) + inlineSize);
  auto *object = new (memory) Object(epoch, kind, base, size);
  object->fill = fill;
  // By words, since most are small: then the bytes behind the last one are 0.
  auto *words = reinterpret_cast<uint64_t *>(object->inlineBytes());
  const size_t count = inlineSize / sizeof(uint64_t);
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t i = 0; i < count; ++i)
    words[i] = fill * 0x0101010101010101ull;
  for (size_t at = inlineSize; at > size;) {
    const size_t behind = std::min<size_t>(at - size, sizeof(uint64_t));
    uint64_t &word = words[--at / sizeof(uint64_t)];
    at -= at % sizeof(uint64_t);
    word = behind == sizeof(uint64_t) ? 0 : word & ~0ull >> 8 * behind;
  }
  return object;
}

Object *Object::clone(uint64_t epoch) const {
  void *memory = poolAllocate(allocatedBytes());
  auto *copy = new (memory) Object(epoch, kind, base, size);
  copy->alloc = alloc;
  copy->shared = shared;
  copy->fill = fill;
  copy->leaves = leaves;
  copy->leafSum = leafSum;
  leaves.retainRoot();
  copy->holders = holders;
  retain(holders);
  if (isSmall())
    std::memcpy(copy->inlineBytes(), inlineBytes(), (size + 15) / 16 * 16);
  return copy;
}

Hash128 Object::computeHash() const {
  uint64_t seed = base ^ size << 48 ^ uint64_t(shared) << 47 ^
                  uint64_t(alloc) << 20 ^ uint64_t(kind) << 22;
  if (isSmall())
    return hashBytes(inlineBytes(), size, seed);
  const uint64_t words[3] = {uint64_t(leafSum), uint64_t(leafSum >> 64),
                             size ^ uint64_t(fill) << 56};
  return hashBytes(words, sizeof(words), seed);
}

} // namespace rbcheck
