//===- interp/state/Object.cpp - Memory objects ---------------------------===//
#include "interp/state/Object.h"

#include <cstring>
#include <new>

namespace rbcheck {

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
