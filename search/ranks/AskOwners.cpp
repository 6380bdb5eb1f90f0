//===- search/ranks/AskOwners.cpp - Which states are new, asked in batches ===//
#include "search/ranks/AskOwners.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>

namespace rbcheck {

namespace {

/// Keys that are remembered: 4 MB. Those of a neighbourhood (Hash.h) lie near
/// each other, in the processor's cache.
constexpr size_t kRecent = 1 << 18, kNear = 1 << 11;
/// Limits of what waits; and the answers after which it is looked at again.
constexpr size_t kLeastWindow = 256, kMostWindow = 1 << 14;
constexpr uint32_t kHeard = 32;

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

size_t placeOf(Hash128 key) {
  const auto area = size_t(key >> (128 - kNeighbourhoodBits)) * kNear % kRecent;
  return area + size_t(uint64_t(key) >> StateSet::kCostBits) % kNear;
}

} // namespace

AskOwners::AskOwners(uint32_t me, uint32_t members, size_t batch, Send send)
    : me_(me), most_(batch), send_(std::move(send)), batches_(members),
      window_(kLeastWindow), recent_(members > 1 ? kRecent : 0) {}

bool AskOwners::ask(Hash128 key) {
  Hash128 &recent = recent_[placeOf(key)];
  if (recent == key)
    return false;
  recent = key;
  askedLast_ = ownerOf(key);
  batches_[askedLast_].open.keys.push_back(key);
  return true;
}

void AskOwners::keep(SearchNode node, uint32_t oldThreads) {
  Batch &open = batches_[askedLast_].open;
  open.nodes.push_back({std::move(node), oldThreads});
  RB_CHECK(open.nodes.size() == open.keys.size(), "a node is not kept");
  ++waiting_;
  if (open.keys.size() >= std::min(most_, window_ / 4))
    send(askedLast_);
}

void AskOwners::send(uint32_t to) {
  Owner &owner = batches_[to];
  const uint32_t number = owner.open.number;
  send_(to, number, owner.open.keys);
  owner.open.sentAt = now();
  owner.sent.push_back(std::exchange(owner.open, Batch()));
  owner.open.number = number + 1;
}

void AskOwners::flush() {
  for (uint32_t to = 0; to < batches_.size(); ++to)
    if (!batches_[to].open.keys.empty())
      send(to);
}

bool AskOwners::answered(uint32_t from, uint32_t number, llvm::StringRef found,
                         llvm::function_ref<void(Answer)> take) {
  std::deque<Batch> &sent = batches_[from].sent;
  auto at = std::find_if(sent.begin(), sent.end(), [&](const Batch &batch) {
    return batch.number == number;
  });
  if (at == sent.end() || at->keys.size() != found.size() ||
      llvm::any_of(
          found, [](char one) { return uint8_t(one) > uint8_t(Found::Known); }))
    return false;
  Batch batch = std::move(*at);
  sent.erase(at);
  waiting_ -= batch.nodes.size();
  const double time = now();
  noteTime(batch.nodes.size(), time - batch.sentAt, time);
  for (size_t i = 0; i < batch.nodes.size(); ++i)
    take({std::move(batch.nodes[i].node), batch.keys[i],
          batch.nodes[i].oldThreads, Found(found[i])});
  return true;
}

void AskOwners::noteTime(size_t keys, double seconds, double now) {
  if (batchesHeard_++ == 0) {
    heardSince_ = now;
    secondsHeard_ = 0;
    keysHeard_ = 0;
    return;
  }
  secondsHeard_ += seconds;
  keysHeard_ += keys;
  if (batchesHeard_ <= kHeard || now <= heardSince_)
    return;
  const double rate = double(keysHeard_) / (now - heardSince_);
  window_ = size_t(std::clamp(2 * rate * secondsHeard_ / kHeard,
                              double(kLeastWindow), double(kMostWindow)));
  batchesHeard_ = 0;
}

} // namespace rbcheck
