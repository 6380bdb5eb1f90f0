//===- search/triage/static/Held.cpp - Locks that are certainly held ------===//
#include "search/triage/static/Held.h"

#include <algorithm>

namespace rbcheck {

const Hold *Held::find(uint64_t lock) const {
  for (const Hold &hold : all_)
    if (hold.lock == lock)
      return &hold;
  return nullptr;
}

void Held::add(const Hold &hold) {
  auto at = std::find_if(all_.begin(), all_.end(), [&](const Hold &other) {
    return other.lock >= hold.lock;
  });
  if (at != all_.end() && at->lock == hold.lock)
    at->isWrite |= hold.isWrite;
  else
    all_.insert(at, hold);
}

void Held::remove(uint64_t lock) {
  removeIf([&](const Hold &hold) { return hold.lock == lock; });
}

bool Held::meet(const Held &other) {
  std::vector<Hold> both;
  for (const Hold &mine : all_)
    if (const Hold *its = other.find(mine.lock)) {
      Hold hold = mine;
      hold.isWrite &= its->isWrite;
      hold.taken = std::min(mine.taken, its->taken);
      both.push_back(hold);
    }
  bool isLess = both != all_;
  all_ = std::move(both);
  return isLess;
}

} // namespace rbcheck
