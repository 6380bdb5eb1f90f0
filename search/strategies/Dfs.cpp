//===- search/strategies/Dfs.cpp - Depth-first, exhaustive ----------------===//
//
// Takes the choices of a state in the order of the policy. Needs the least
// memory: the stack, and the visited set.
// Tested by test/search/counts.c, test/search/long.c, test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/DepthFirst.h"
#include "search/Search.h"

namespace rbcheck {
namespace {

class Dfs final : public Search {
  void run(SearchContext &ctx) override {
    if (!isBegun_)
      search_.push(ctx, ctx.root());
    isBegun_ = true;
    search_.run(ctx);
  }

  bool isBegun_ = false;
  DepthFirst search_;
};

const RegisterSearch<Dfs> kDfs("dfs", "depth-first; needs the least memory", {},
                                false);

} // namespace
} // namespace rbcheck
