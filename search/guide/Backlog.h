//===- search/guide/Backlog.h - Nodes to come back to, with a bound -------===//
//
// Open nodes of a guided search by level and value. What is taken: a random one
// of the least value in a level; what is dropped when there are too many: of
// the lowest level one of the largest value, of these the oldest, or any.
//
// Levels are few and values small in number; within equal values removal leaves
// holes that are closed when they are the half.
//
// Tested by test/unit/GuideTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Check.h"
#include "search/Rng.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace rbcheck {

template <typename Item> class Backlog {
public:
  size_t size() const { return size_; }
  bool isEmpty() const { return size_ == 0; }

  void add(uint32_t level, uint32_t value, Item item) {
    levels_[level][value].add(std::move(item));
    ++size_;
  }

  /// The levels that occur, lowest first.
  std::vector<uint32_t> levels() const {
    std::vector<uint32_t> all;
    for (const auto &[level, values] : levels_)
      all.push_back(level);
    return all;
  }

  /// A random one of the best of a level, which must occur.
  Item takeBest(uint32_t level, Rng &rng) {
    auto found = levels_.find(level);
    RB_CHECK(found != levels_.end(), "a level without nodes was asked for");
    return take(found, found->second.begin(),
                [&](Equal &equal) { return equal.takeRandom(rng); });
  }
  /// A random one of the best of the highest level.
  Item takeBest(Rng &rng) { return takeBest(levels_.rbegin()->first, rng); }

  /// The oldest of the worst of the lowest level.
  void dropWorst() {
    auto lowest = levels_.begin();
    take(lowest, std::prev(lowest->second.end()),
         [](Equal &equal) { return equal.takeOldest(); });
  }
  /// Any, all alike.
  void dropRandom(Rng &rng) {
    uint64_t at = rng.below(uint32_t(size_));
    for (auto level = levels_.begin();; ++level)
      for (auto value = level->second.begin(); value != level->second.end();
           ++value) {
        if (at < value->second.size()) {
          take(level, value,
               [&](Equal &equal) { return equal.takeRandom(rng); });
          return;
        }
        at -= value->second.size();
      }
  }

private:
  /// Items of one level and value, oldest first, with holes.
  class Equal {
  public:
    size_t size() const { return alive_; }
    void add(Item item) {
      items_.push_back(std::move(item));
      ++alive_;
    }
    Item takeRandom(Rng &rng) {
      for (;;) {
        std::optional<Item> &item = items_[rng.below(uint32_t(items_.size()))];
        if (item)
          return takeOut(item);
      }
    }
    Item takeOldest() {
      while (!items_.front())
        items_.pop_front();
      return takeOut(items_.front());
    }

  private:
    Item takeOut(std::optional<Item> &from) {
      Item item = std::move(*from);
      from.reset();
      --alive_;
      if (alive_ * 2 < items_.size())
        std::erase_if(items_, [](const auto &one) { return !one; });
      return item;
    }
    std::deque<std::optional<Item>> items_;
    size_t alive_ = 0;
  };
  using Values = std::map<uint32_t, Equal>;
  using Levels = std::map<uint32_t, Values>;

  template <typename Take>
  Item take(typename Levels::iterator level, typename Values::iterator value,
            Take how) {
    Item item = how(value->second);
    if (!value->second.size())
      level->second.erase(value);
    if (level->second.empty())
      levels_.erase(level);
    --size_;
    return item;
  }

  Levels levels_;
  size_t size_ = 0;
};

} // namespace rbcheck
