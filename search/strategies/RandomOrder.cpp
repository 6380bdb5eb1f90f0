//===- search/strategies/RandomOrder.cpp - Depth-first, random order ------===//
//
// Depth-first search that shuffles the choices of every state independently,
// whatever --order says. Complete like dfs; which errors it meets first depends
// on the seed. The member of PRSS (Dwyer, Elbaum, Person, Purandare, ICSE
// 2007). Tested by test/search/prss.test and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/DepthFirst.h"
#include "search/Search.h"

namespace rbcheck {
namespace {

class RandomOrder final : public Search {
  void run(SearchContext &ctx) override {
    if (!isBegun_) {
      ctx.useRandomOrder();
      search_.push(ctx, ctx.root());
    }
    isBegun_ = true;
    search_.run(ctx);
  }

  bool isBegun_ = false;
  DepthFirst search_;
};

const RegisterSearch<RandomOrder>
    kRandomOrder("random-order",
                 "depth-first, the choices of every state shuffled");

} // namespace
} // namespace rbcheck
