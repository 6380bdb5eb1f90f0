//===- search/strategies/ThreadInterleavings.cpp - Switch often -----------===//
//
// The next state is one whose last thread has run little and long ago: the
// value of a state reached by thread t with a path of n steps is the sum of
// (n - i) * L over the last `history` positions i (from 0) that t executed,
// where L is the number of live threads; 0 if there is only one. Lower is
// better. Complete: the value only decides the order.
// (The heuristic "thread interleavings" of Groce and Visser, STTT 2004.)
// Tested by test/search/agree.test and test/search/same.test.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"

#include <queue>

namespace rbcheck {
namespace {

class ThreadInterleavings final : public Search {
public:
  explicit ThreadInterleavings(const SearchArgs &args)
      : history_(args.number("history")), ties_(args.text("ties")) {}

private:
  struct Entry {
    uint64_t value;
    uint64_t tie; ///< decides among equal values; lower first
    SearchNode node;
    bool operator<(const Entry &other) const { // the top is the largest
      return std::pair(other.value, other.tie) < std::pair(value, tie);
    }
  };

  void run(SearchContext &ctx) override {
    if (!isBegun_) {
      rng_ = Rng(ctx.seed(), 9);
      queue_.push({0, 0, ctx.root()});
    }
    isBegun_ = true;
    while (!queue_.empty() && !ctx.shouldPause()) {
      SearchNode node = queue_.top().node;
      queue_.pop();
      for (Choice choice : ctx.expand(node)) {
        Step step = ctx.take(node, choice);
        if (step.after == After::Stop)
          return;
        if (step.after == After::Explore) {
          uint64_t value = valueOf(step.node);
          queue_.push({value, tie(), std::move(step.node)});
        }
      }
    }
  }

  uint64_t valueOf(const SearchNode &node) const {
    uint64_t live = 0;
    for (uint32_t id = 0; id < node.state.threadCount(); ++id)
      live += node.state.thread(id).s.status != ThreadStatus::Finished;
    if (live <= 1)
      return 0;
    uint64_t sum = 0, distance = 0; // n - i of the last step is 1
    node.path.forEachBackwards([&](Choice choice) {
      ++distance;
      if (choice.thread == node.lastThread)
        sum += distance * live;
      return distance != history_;
    });
    return sum;
  }

  uint64_t tie() {
    ++count_;
    if (ties_ == "random")
      return rng_.next();
    return ties_ == "first" ? count_ : ~count_;
  }

  uint64_t history_;
  std::string ties_;
  bool isBegun_ = false;
  uint64_t count_ = 0;
  Rng rng_;
  std::priority_queue<Entry> queue_;
};

const RegisterSearch<ThreadInterleavings> kThreadInterleavings(
    "thread-interleavings", "best-first: threads that ran little and long ago",
    {{"history", SearchParam::Number, "0",
      "how many of the last steps count; 0 = all", 0, 4e9},
     {"ties", SearchParam::Word, "first", "which of equally good states", 0, 0,
      "first|last|random"}});

} // namespace
} // namespace rbcheck
