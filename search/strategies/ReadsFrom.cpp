//===- search/strategies/ReadsFrom.cpp - Which write a read sees, in walks ===//
#include "search/strategies/ReadsFrom.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

Event eventOf(const State &state, uint16_t thread) {
  const ThreadNode &node = state.thread(thread);
  PlaceKey place =
      node.top ? (uint64_t(node.top->function) << 32 | node.top->pc) + 1 : 0;
  return {place, node.pending.kind == PendingKind::Model,
          {node.pending.accesses.begin(), node.pending.accesses.end()}};
}

std::optional<ReadsFrom> RfPool::drawFresh(Rng &rng) {
  while (!fresh_.empty()) {
    std::swap(fresh_[rng.below(uint32_t(fresh_.size()))], fresh_.back());
    const ReadsFrom pair = fresh_.back();
    fresh_.pop_back();
    if (counts_[pair] == 0)
      return pair;
  }
  return std::nullopt;
}

ReadsFrom RfPool::draw(Rng &rng) const {
  auto weight = [](uint64_t count) { return 1.0 / double(1 + count); };
  double sum = 0;
  for (const auto &[pair, count] : counts_)
    sum += weight(count);
  double at = rng.unit() * sum;
  for (const auto &[pair, count] : counts_)
    if ((at -= weight(count)) < 0)
      return pair;
  return counts_.rbegin()->first;
}

RfWalk::Advice RfWalk::advise(const Event &event, const RfPool &pool) const {
  bool goes = false;
  for (const Wish &wish : open_) {
    Advice advice = advise(wish, event, pool);
    if (advice == Hold)
      return Hold;
    goes |= advice == Go;
  }
  return goes ? Go : Free;
}

RfWalk::Advice RfWalk::advise(const Wish &wish, const Event &event,
                              const RfPool &pool) const {
  const ReadsFrom pair = wish.pair;
  for (const Access &range : event.ranges) {
    const PlaceKey last = lastWrite(range.address);
    if (event.place == pair.read && event.reads(range))
      return (last == pair.write) == wish.isWanted ? Go : Hold;
    if (!range.write || !pool.isKnown({pair.read, event.place}))
      continue;
    // A write that the read might see.
    if (wish.isWanted && last == pair.write)
      return Hold;
    if (event.place == pair.write)
      return wish.isWanted ? Go : Hold;
    if (!wish.isWanted && last == pair.write)
      return Go;
  }
  return Free;
}

void RfWalk::happens(const Event &event) {
  for (const Access &range : event.ranges) {
    Users &users = users_[range.address];
    if (event.reads(range)) {
      const ReadsFrom pair{event.place, lastWrite(range.address)};
      pairs_.insert(pair);
      users.reads.insert(event.place);
      llvm::erase_if(open_, [&](const Wish &wish) {
        return wish.isWanted && wish.pair == pair;
      });
    }
    if (range.write)
      users.writes.insert(event.place);
  }
  for (const Access &range : event.ranges)
    if (range.write)
      last_[range.address] = event.place;
}

void RfWalk::learn(RfPool &pool) const {
  for (const auto &[address, users] : users_)
    for (PlaceKey read : users.reads) {
      if (users.writes.empty())
        continue;
      pool.add({read, 0});
      for (PlaceKey write : users.writes)
        pool.add({read, write});
    }
  for (ReadsFrom pair : pairs_)
    if (pool.isKnown(pair)) // of memory that somebody writes
      pool.count(pair);
}

} // namespace rbcheck
