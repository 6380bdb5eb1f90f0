//===- search/Bfs.cpp - Breadth-first: shortest counterexample ------------===//
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
    std::deque<SearchNode> frontier{ctx.root()};
    while (!frontier.empty()) {
      SearchNode node = std::move(frontier.front());
      frontier.pop_front();
      for (Choice choice : ctx.expand(node)) {
        Step step = ctx.take(node, choice); // runs, checks, remembers
        if (step.after == After::Stop)      // violation, or a limit was hit
          return;
        if (step.after == After::Explore) // otherwise Prune: seen before
          frontier.push_back(std::move(step.node));
      }
    }
  }
};

const RegisterSearch<Bfs> kBfs("bfs", "breadth-first; finds a shortest trace");

} // namespace
} // namespace rbcheck
