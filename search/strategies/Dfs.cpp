//===- search/strategies/Dfs.cpp - Depth-first, exhaustive ----------------===//
//
// Takes the choices of a state in the order of the policy. Needs the least
// memory: the stack, and the visited set. With --reduce only those that matter
// (search/reduce/Reduced.h).
// Tested by test/search/counts.c, test/search/long.c, test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/DepthFirst.h"
#include "search/Search.h"
#include "search/reduce/Reduced.h"

namespace rbcheck {
namespace {

class Dfs final : public Search {
public:
  static constexpr Reduces kReduces = Reduces::IfAsked;

private:
  void run(SearchContext &ctx) override {
    if (ctx.reduces()) {
      reduced_.run(ctx);
      return;
    }
    if (!isBegun_)
      search_.push(ctx, ctx.root());
    isBegun_ = true;
    search_.run(ctx);
  }

  bool isBegun_ = false;
  DepthFirst search_;
  Reduced reduced_;
};

const RegisterSearch<Dfs> kDfs("dfs", "depth-first; needs the least memory", {},
                                false);

} // namespace
} // namespace rbcheck
