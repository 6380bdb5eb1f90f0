//===- search/ranks/QueueLink.h - Ranks in one process --------------------===//
//
// A network of queues, for tests and to measure what latency does
// (bench/latency.cpp): each message arrives some time after it was sent, up to
// twice the delay with `jitter`, so that those of different senders overtake
// each other. A rank can be cut off, like one that died. Threads: all functions
// may be called by any at any time. Tested by test/unit/TogetherTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Rng.h"
#include "search/ranks/RankLink.h"

#include <chrono>
#include <list>
#include <mutex>
#include <vector>

namespace rbcheck {

class QueueNet {
public:
  explicit QueueNet(uint32_t ranks, std::chrono::microseconds delay = {},
                    bool jitter = false)
      : delay_(delay), jitter_(jitter), queues_(ranks), isCut_(ranks) {}

  uint32_t count() const { return uint32_t(queues_.size()); }
  /// From now on nothing comes from this rank or gets there.
  void cut(uint32_t rank) {
    std::lock_guard lock(mutex_);
    isCut_[rank] = true;
    queues_[rank].clear();
  }
  uint64_t sent() const {
    std::lock_guard lock(mutex_);
    return sent_;
  }

  void send(uint32_t from, uint32_t to, llvm::StringRef bytes) {
    std::lock_guard lock(mutex_);
    if (isCut_[from] || isCut_[to])
      return;
    ++sent_;
    auto at = Clock::now() + delay_;
    if (jitter_)
      at += std::chrono::microseconds(rng_.below(1 + uint32_t(delay_.count())));
    std::list<Flying> &queue = queues_[to];
    // Behind all of the same sender; else by time.
    auto before = queue.end();
    while (before != queue.begin()) {
      const Flying &last = *std::prev(before);
      if (last.message.from == from)
        at = std::max(at, last.at);
      if (last.at <= at)
        break;
      --before;
    }
    queue.insert(before, {at, {from, bytes.str()}});
  }

  std::optional<RankMessage> receive(uint32_t rank) {
    std::lock_guard lock(mutex_);
    std::list<Flying> &queue = queues_[rank];
    if (queue.empty() || queue.front().at > Clock::now())
      return std::nullopt;
    RankMessage message = std::move(queue.front().message);
    queue.pop_front();
    return message;
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Flying {
    Clock::time_point at;
    RankMessage message;
  };

  const std::chrono::microseconds delay_;
  const bool jitter_;
  mutable std::mutex mutex_;
  std::vector<std::list<Flying>> queues_; ///< to each rank, by time
  std::vector<char> isCut_;               ///< as bool
  Rng rng_;
  uint64_t sent_ = 0;
};

/// One rank of it.
class QueueLink final : public RankLink {
public:
  QueueLink(QueueNet &net, uint32_t rank) : net_(net), rank_(rank) {}

  uint32_t rank() const override { return rank_; }
  uint32_t count() const override { return net_.count(); }
  void send(uint32_t to, llvm::StringRef bytes) override {
    net_.send(rank_, to, bytes);
  }
  std::optional<RankMessage> receive() override { return net_.receive(rank_); }

private:
  QueueNet &net_;
  const uint32_t rank_;
};

} // namespace rbcheck
