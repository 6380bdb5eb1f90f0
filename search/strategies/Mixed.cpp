//===- search/strategies/Mixed.cpp - Breadth, then depth ------------------===//
//
// Explores the first `threshold` levels breadth-first; every state of the next
// level then is the start of a depth-first search, one after another, with one
// visited set. Complete. Spreads over all early schedules before going deep.
// (Future work of "Randomized backtracking": BFS above the threshold, DFS
// below.)
// Tested by test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/DepthFirst.h"
#include "search/Search.h"

#include <deque>

namespace rbcheck {
namespace {

class Mixed final : public Search {
public:
  explicit Mixed(const SearchArgs &args)
      : threshold_(args.number("threshold")),
        isRandom_(args.text("starts") == "random") {}

private:
  void run(SearchContext &ctx) override {
    if (!isBegun_) {
      rng_ = Rng(ctx.seed(), 8);
      level_.push_back(ctx.root());
    }
    isBegun_ = true;
    for (;;) {
      below_.run(ctx);
      if (ctx.isPaused() || ctx.isStopped() || level_.empty())
        return;
      if (ctx.shouldPause())
        return;
      if (level_.front().depth < threshold_)
        widen(ctx);
      else
        deepen(ctx);
    }
  }

  void widen(SearchContext &ctx) {
    SearchNode node = std::move(level_.front());
    level_.pop_front();
    for (Choice choice : ctx.expand(node)) {
      Step step = ctx.take(node, choice);
      if (step.after == After::Stop)
        return;
      if (step.after == After::Explore)
        level_.push_back(std::move(step.node));
    }
  }

  void deepen(SearchContext &ctx) {
    if (isRandom_)
      std::swap(level_.front(), level_[rng_.below(uint32_t(level_.size()))]);
    SearchNode node = std::move(level_.front());
    level_.pop_front();
    below_.push(ctx, std::move(node));
  }

  uint64_t threshold_;
  bool isRandom_;
  bool isBegun_ = false;
  Rng rng_;
  std::deque<SearchNode> level_;
  DepthFirst below_;
};

const RegisterSearch<Mixed>
    kMixed("mixed", "breadth-first above a threshold, depth-first below",
           {{"threshold", SearchParam::Number, "10",
             "levels explored breadth-first", 0, 4e9},
            {"starts", SearchParam::Word, "first",
             "which state of that level is next", 0, 0, "first|random"}});

} // namespace
} // namespace rbcheck
