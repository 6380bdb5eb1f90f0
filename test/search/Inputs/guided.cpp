// A plug-in that follows locations: it says how many it was given, and goes
// depth-first.
#include "search/Plugin.h"
#include "search/guide/Guide.h"

#include "llvm/Support/raw_ostream.h"

namespace {

class Guided final : public rbcheck::Search {
public:
  static constexpr bool kWantsGuide = true;

  void run(rbcheck::SearchContext &ctx) override {
    const rbcheck::Guide *guide = ctx.guide();
    llvm::errs() << "sequences: " << (guide ? guide->sequences.size() : 0)
                 << "\n";
    std::vector<rbcheck::SearchNode> open{ctx.root()};
    while (!open.empty()) {
      rbcheck::SearchNode node = std::move(open.back());
      open.pop_back();
      for (rbcheck::Choice choice : ctx.expand(node)) {
        rbcheck::Step step = ctx.take(node, choice);
        if (step.after == rbcheck::After::Stop)
          return;
        if (step.after == rbcheck::After::Explore)
          open.push_back(std::move(step.node));
      }
    }
  }
};

} // namespace

RB_SEARCH_PLUGIN {
  rbcheck::RegisterSearch<Guided>("guided", "says how many sequences it got");
}
