//===- examples/search-plugin/zigzag.cpp - A search of one's own ----------===//
//
// A complete plug-in. It searches depth-first, but turns to the other end of
// its list of open states every `stride` steps: deep for a while, then wide.
// Nothing is left out, so it can end with "no-error".
//
// And a cost of one's own for the search `gambit`: --search=gambit:cost=late.
//
// Build and run:  see README.md beside this file.
//
//===----------------------------------------------------------------------===//
#include "search/Plugin.h"

#include <deque>

using namespace rbcheck;

namespace {

class Zigzag final : public Search {
public:
  // Parameters come complete and checked.
  explicit Zigzag(const SearchArgs &args) : stride_(args.number("stride")) {}

private:
  void run(SearchContext &ctx) override {
    if (!isBegun_)
      open_.push_back(ctx.root());
    isBegun_ = true;
    // shouldPause(): in a team (prss:of=zigzag) others have a turn, too. All
    // progress is in this object, so run() can be called again.
    while (!open_.empty() && !ctx.shouldPause()) {
      SearchNode node = next();
      for (Choice choice : ctx.expand(node)) {
        Step step = ctx.take(node, choice); // runs, checks, remembers
        if (step.after == After::Stop)      // an error, or a limit
          return;
        if (step.after == After::Explore) // a new state
          open_.push_back(std::move(step.node));
      }
    }
  }

  SearchNode next() {
    bool isDeep = count_++ / stride_ % 2 == 0;
    SearchNode node = std::move(isDeep ? open_.back() : open_.front());
    if (isDeep)
      open_.pop_back();
    else
      open_.pop_front();
    return node;
  }

  uint64_t stride_;
  uint64_t count_ = 0;
  bool isBegun_ = false;
  std::deque<SearchNode> open_;
};

/// Executions that differ late come first.
class Late final : public Cost {
  uint32_t of(const Execution &execution, const Deviation &point) override {
    return uint32_t(execution.steps.size()) - point.step;
  }
};

} // namespace

RB_SEARCH_PLUGIN {
  RegisterCost<Late>("late", "late steps first");
  RegisterSearch<Zigzag>(
      "zigzag", "deep for a while, then wide",
      {{"stride", SearchParam::Number, "100", "steps until it turns", 1, 1e9}});
}
