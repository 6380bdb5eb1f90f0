//===- search/strategies/Bfs.cpp - Breadth-first: shortest counterexample -===//
//
// Keeps a FIFO frontier, so the first violation found has the fewest steps.
// Memory grows with the width of the state graph; prefer dfs for deep programs.
// Tested by test/search/bfs.test and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"

#include <deque>

namespace rbcheck {
namespace {

class Bfs final : public Search {
  void run(SearchContext &ctx) override {
    if (!isBegun_)
      frontier_.push_back(ctx.root());
    isBegun_ = true;
    while (!frontier_.empty() && !ctx.shouldPause()) {
      SearchNode node = std::move(frontier_.front());
      frontier_.pop_front();
      for (Choice choice : ctx.expand(node)) {
        Step step = ctx.take(node, choice); // runs, checks, remembers
        if (step.after == After::Stop)      // violation, or a limit was hit
          return;
        if (step.after == After::Explore) // otherwise Prune: seen before
          frontier_.push_back(std::move(step.node));
      }
    }
  }

  bool isBegun_ = false;
  std::deque<SearchNode> frontier_;
};

const RegisterSearch<Bfs> kBfs("bfs", "breadth-first; finds a shortest trace", {},
                                false);

} // namespace
} // namespace rbcheck
