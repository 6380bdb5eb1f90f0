//===- search/Random.cpp - Random walks -----------------------------------===//
//
// Walks from the start, each choice uniformly at random, until the path ends,
// and starts again. Finds what is frequent, proves nothing: the verdict is
// "inconclusive" unless an error is found. States are stored for the
// statistics, never to cut a walk short; a path that does not end by itself is
// left after `depth` steps.
// Tested by test/search/random.test.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"

namespace rbcheck {
namespace {

class RandomWalk final : public Search {
public:
  explicit RandomWalk(const SearchArgs &args)
      : walks_(args.number("walks")), depth_(args.number("depth")) {}

private:
  void run(SearchContext &ctx) override {
    ctx.explainPruning("random walks take some of the schedules");
    Rng rng(ctx.seed(), 2);
    SearchNode root = ctx.root();
    const Choices first = ctx.expand(root);
    for (uint64_t i = 0; i < walks_ && !first.empty(); ++i) {
      Step step = ctx.walk(root, first[rng.below(uint32_t(first.size()))]);
      while (step.after == After::Explore && step.node.depth < depth_) {
        SearchNode node = std::move(step.node);
        const Choices choices = ctx.expand(node);
        if (choices.empty())
          break;
        step = ctx.walk(node, choices[rng.below(uint32_t(choices.size()))]);
      }
      if (step.after == After::Stop)
        return;
    }
  }

  uint64_t walks_, depth_;
};

const RegisterSearch<RandomWalk>
    kRandom("random", "random walks from the start; proves nothing",
            {{"walks", SearchParam::Number, "1000", "how many", 1, 1e15},
             {"depth", SearchParam::Number, "100000", "longest walk", 1, 4e9}});

} // namespace
} // namespace rbcheck
