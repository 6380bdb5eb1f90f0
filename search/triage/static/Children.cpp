//===- search/triage/static/Children.cpp - Threads that a thread has made -===//
#include "search/triage/static/Children.h"

#include <algorithm>

namespace rbcheck {

bool Children::mayHaveMade(uint32_t maker) const {
  return isUnknown_ ||
         std::any_of(all_.begin(), all_.end(),
                     [&](const Child &child) { return child.maker == maker; });
}

bool Children::mayLive(uint32_t maker) const {
  return isUnknown_ ||
         std::any_of(all_.begin(), all_.end(), [&](const Child &child) {
           return child.maker == maker && child.isLive;
         });
}

bool Children::mayAnyLive() const {
  return isUnknown_ ||
         std::any_of(all_.begin(), all_.end(),
                     [](const Child &child) { return child.isLive; });
}

static auto keyOf(const Child &child) {
  return std::pair(child.maker, child.number);
}

uint32_t Children::make(uint32_t maker, bool isLoose) {
  if (isUnknown_)
    return kMost;
  uint32_t number = 0;
  for (const Child &child : all_)
    if (child.maker == maker)
      number = std::min(child.number + 1, kMost);
  Child child{maker, number, true, isLoose || number == kMost, {}};
  auto at = std::lower_bound(
      all_.begin(), all_.end(), child,
      [](const Child &a, const Child &b) { return keyOf(a) < keyOf(b); });
  if (at != all_.end() && keyOf(*at) == keyOf(child))
    *at = child;
  else
    all_.insert(at, child);
  return number;
}

bool Children::join(uint32_t maker, uint32_t number, CodePlace where) {
  if (isUnknown_)
    return false;
  for (Child &child : all_)
    if (child.maker == maker && child.number == number) {
      if (child.isLoose)
        return false;
      child.isLive = false;
      child.joined = where;
      return true;
    }
  return false;
}

void Children::loosen(uint32_t maker, uint32_t number) {
  for (Child &child : all_)
    if (child.maker == maker && child.number == number)
      child.isLoose = child.isLive = true;
}

bool Children::meet(const Children &other) {
  if (isUnknown_)
    return false;
  if (other.isUnknown_) {
    setUnknown();
    return true;
  }
  Children before = *this;
  for (const Child &its : other.all_) {
    auto at = std::lower_bound(
        all_.begin(), all_.end(), its,
        [](const Child &a, const Child &b) { return keyOf(a) < keyOf(b); });
    if (at == all_.end() || keyOf(*at) != keyOf(its)) {
      all_.insert(at, its);
      continue;
    }
    at->isLive |= its.isLive;
    at->isLoose |= its.isLoose;
    at->joined = std::max(at->joined, its.joined);
  }
  return *this != before;
}

} // namespace rbcheck
