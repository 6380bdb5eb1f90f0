//===- search/result/Trace.cpp - The choices that lead to a state ---------===//
#include "search/result/Trace.h"

#include <algorithm>
#include <new>

namespace rbcheck {

void Path::retainLink(Link *link) {
  if (!link)
    return;
  if (__builtin_expect(kNodesAreShared, false))
    __atomic_fetch_add(&link->refs, 1, __ATOMIC_RELAXED);
  else
    ++link->refs;
}

void Path::releaseLinks(Link *link) {
  while (link) {
    uint32_t left = __builtin_expect(kNodesAreShared, false)
                        ? __atomic_sub_fetch(&link->refs, 1, __ATOMIC_ACQ_REL)
                        : --link->refs;
    if (left)
      return;
    Link *before = link->before;
    poolFree(link, sizeof(Link));
    link = before;
  }
}

Path Path::then(Choice choice) const {
  Path longer;
  retainLink(last_);
  longer.last_ = new (poolAllocate(sizeof(Link))) Link{1, choice, last_};
  return longer;
}

Schedule Path::schedule() const {
  Schedule choices;
  for (const Link *link = last_; link; link = link->before)
    choices.push_back(link->choice);
  std::reverse(choices.begin(), choices.end());
  return choices;
}

} // namespace rbcheck
