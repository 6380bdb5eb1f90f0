//===- interp/roles/RwLockLayout.cpp - Who holds a lock for reading -------===//
#include "interp/roles/RwLockLayout.h"

#include <algorithm>
#include <iterator>

namespace rbcheck {

unsigned RwLock::holdsOf(uint32_t thread) const {
  for (uint16_t entry : table)
    if (entry && threadOf(entry) == thread)
      return countOf(entry);
  return 0;
}

bool RwLock::addReader(uint32_t thread) {
  ++readers;
  uint16_t *end = std::find(std::begin(table), std::end(table), 0);
  uint16_t *at = std::find_if(table, end, [&](uint16_t entry) {
    return threadOf(entry) >= thread;
  });
  bool isKnown = at != end && threadOf(*at) == thread;
  if (isKnown ? countOf(*at) == kMaxCount : end == std::end(table)) {
    ++others;
    return false;
  }
  if (!isKnown) {
    std::copy_backward(at, end, end + 1);
    *at = uint16_t(thread << kCountBits);
  }
  ++*at;
  return true;
}

bool RwLock::dropReader(uint32_t thread) {
  for (uint16_t *at = std::begin(table); at != std::end(table) && *at; ++at) {
    if (threadOf(*at) != thread)
      continue;
    --readers;
    if (countOf(--*at) == 0) {
      std::copy(at + 1, std::end(table), at);
      *std::prev(std::end(table)) = 0;
    }
    return true;
  }
  if (others == 0)
    return false;
  --others;
  --readers;
  return true;
}

} // namespace rbcheck
