//===- interp/exec/Fresh.h - Objects that were made just now --------------===//
//
// Who allocates accesses next what was allocated, so that is in the caches at
// once; and locals come again at the place where the last call had them
// (RecentLocals.h). All of it is part of single instructions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Core.h"

namespace rbcheck {

inline void Core::fillFresh(Object *object) {
  const uint64_t base = object->base, size = object->size;
  if (!usesCaches || size > kLeafBytes || !isPrivate(object))
    return;
  const unsigned index = tlbIndex(base);
  usedWrite.add(index);
  usedRead.add(index);
  writeTlb.entries[index].set(base, object->inlineBytes(), size);
  readTlb.entries[index].set(base, object->inlineBytes(), size);
}

[[gnu::always_inline]] inline uint64_t
Core::allocateAgain(uint64_t size, uint32_t tag) {
  if (!hasQuietLocals)
    return 0;
  Object *object = state.createAgain(current, stackNext, size, tag);
  if (!object)
    return 0;
  ++stackNext;
  fillFresh(object);
  return object->base;
}

inline void Core::popQuiet(uint32_t mark) {
  while (stackNext > mark && hasQuietLocals) {
    const Object *object = state.endLocal(current, stackNext - 1);
    if (!object)
      return;
    forgetPiece(object->base);
    --stackNext;
  }
}

} // namespace rbcheck
