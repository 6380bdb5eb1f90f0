//===- interp/state/Holders.cpp - Where pointers to a local were stored ---===//
#include "interp/state/Holders.h"

#include <new>

namespace rbcheck {

Holder *addHolder(Holder *list, uint64_t word, uint32_t limit) {
  return new (poolAllocate(sizeof(Holder)))
      Holder(word, list, list ? list->count + 1 : 1, limit);
}

void destroyHolders(Holder *list) {
  while (list) {
    Holder *next = list->next;
    poolFree(list, sizeof(Holder));
    if (!next)
      return;
    uint32_t left = kNodesAreShared ? __atomic_sub_fetch(&next->refs, 1,
                                                         __ATOMIC_ACQ_REL)
                                    : --next->refs;
    list = left == 0 ? next : nullptr;
  }
}

} // namespace rbcheck
