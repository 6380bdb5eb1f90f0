//===- search/strategies/RandomBfs.cpp - Breadth-first with random picks --===//
//
// A frontier like that of bfs, but from level `threshold` on the next node is
// its head only with probability `ratio`, else any node of it, each with the
// same probability. Nothing is left out, so the search is complete; with ratio
// 1 it is bfs, with ratio 0 the frontier is a bag.
// (Future work of "Randomized backtracking", item 3.)
// Tested by test/search/agree.test and test/search/equal.test.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"

#include <deque>

namespace rbcheck {
namespace {

class RandomBfs final : public Search {
public:
  explicit RandomBfs(const SearchArgs &args)
      : ratio_(args.real("ratio")), threshold_(args.number("threshold")) {}

private:
  void run(SearchContext &ctx) override {
    if (!isBegun_) {
      rng_ = Rng(ctx.seed(), 7);
      frontier_.push_back(ctx.root());
    }
    isBegun_ = true;
    while (!frontier_.empty() && !ctx.shouldPause()) {
      SearchNode node = next();
      for (Choice choice : ctx.expand(node)) {
        Step step = ctx.take(node, choice);
        if (step.after == After::Stop)
          return;
        if (step.after == After::Explore)
          frontier_.push_back(std::move(step.node));
      }
    }
  }

  SearchNode next() {
    if (frontier_.front().depth >= threshold_ && rng_.unit() >= ratio_)
      std::swap(frontier_.front(),
                frontier_[rng_.below(uint32_t(frontier_.size()))]);
    SearchNode node = std::move(frontier_.front());
    frontier_.pop_front();
    return node;
  }

  double ratio_;
  uint64_t threshold_;
  bool isBegun_ = false;
  Rng rng_;
  std::deque<SearchNode> frontier_;
};

const RegisterSearch<RandomBfs>
    kRandomBfs("random-bfs",
               "breadth-first, the next node often picked at random",
               {{"ratio", SearchParam::Real, "0.5",
                 "probability of the oldest node", 0, 1},
                {"threshold", SearchParam::Number, "0",
                 "level from which on it is random", 0, 4e9}});

} // namespace
} // namespace rbcheck
