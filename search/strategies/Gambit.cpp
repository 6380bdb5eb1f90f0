//===- search/strategies/Gambit.cpp - Best first, over executions ---------===//
//
// The search of search/gambit/Gambit.h with its parameters, and a team of
// several orders side by side. Tested by test/gambit.
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Gambit.h"
#include "search/run/Team.h"

namespace rbcheck {
namespace {

GambitOptions optionsOf(const SearchArgs &args) {
  GambitOptions options;
  options.isBounded = args.text("mode") == "bounded";
  options.bound = uint32_t(args.number("bound"));
  options.matches = args.text("match") == "yes";
  options.reduces = args.text("reduce") == "yes";
  options.sleeps = args.text("sleep") == "yes";
  options.isRandomFirst = args.text("first") == "random";
  options.reprioritises = args.text("reprioritise") == "yes";
  options.costs = args.text("cost").str();
  if (uint64_t spill = args.number("spill"))
    options.inMemory = spill;
  return options;
}

class GambitSearch final : public Search {
public:
  explicit GambitSearch(const SearchArgs &args)
      : GambitSearch(optionsOf(args), nullptr) {}

  GambitSearch(const GambitOptions &options, std::shared_ptr<SharedTree> tree)
      : options_(options) {
    CostOrders costs = llvm::cantFail(CostOrders::parse(options.costs));
    if (!tree) {
      tree = std::make_shared<SharedTree>(
          costs.count(), options.reprioritises ? ~0ull : options.inMemory);
      if (options.reprioritises)
        tree->keepPlaces();
    }
    tree_ = tree;
    search_ =
        std::make_unique<Gambit>(options, std::move(tree), std::move(costs));
  }

  static Reduces reducesWith(const SearchArgs &args) {
    return optionsOf(args).isReduction() ? Reduces::Always : Reduces::Never;
  }

private:
  void run(SearchContext &ctx) override { search_->run(ctx); }
  std::unique_ptr<Search> another() override {
    if (!options_.isBounded && options_.sleeps)
      return nullptr;
    return std::make_unique<GambitSearch>(options_, tree_);
  }

  GambitOptions options_;
  std::shared_ptr<SharedTree> tree_;
  std::unique_ptr<Gambit> search_;
};

const RegisterSearch<GambitSearch> kGambit(
    "gambit",
    "executions, the most promising first; says what is certain so far",
    {{"mode", SearchParam::Word, "bounded",
      "all with few preemptions, or each order of what depends on each other",
      0, 0, "bounded|dpor"},
     {"bound", SearchParam::Number, "2", "bounded: most preemptions", 0, 2000},
     {"cost", SearchParam::Form, "mdpor+pb", "what comes first (costs: below)",
      0, 0, "COST[+COST...][/...]", checkCosts},
     {"match", SearchParam::Word, "yes", "bounded: remembers states", 0, 0,
      "yes|no"},
     {"reduce", SearchParam::Word, "no",
      "bounded: leaves out what differs in nothing", 0, 0, "no|yes"},
     {"sleep", SearchParam::Word, "yes", "dpor: source sets with sleep sets", 0,
      0, "yes|no"},
     {"first", SearchParam::Word, "default",
      "the schedule that others differ from", 0, 0, "default|random"},
     {"reprioritise", SearchParam::Word, "no",
      "bounded: what later turns out to be wanted moves up", 0, 0, "no|yes"},
     {"spill", SearchParam::Number, "4000000",
      "executions that wait in memory, the others in a file; 0 = all", 0,
      1e15}});

/// What the paper suggests: several orders side by side.
TeamPlan planGambits(const SearchArgs &args, const TeamTask &task) {
  const char *const kMembers[] = {
      "gambit:mode=dpor,cost=mdpor+pb",
      "gambit:cost=ss+mdpor",
      "gambit:cost=pb",
      "gambit:cost=rand",
      "gambit:cost=drift,first=random",
      "gambit:cost=atomicity+lock-order+unprotected+pb",
  };
  TeamPlan plan;
  for (const char *text : kMembers) {
    TeamMember member(llvm::cantFail(SearchSpec::parse(text)));
    member.seed = task.seed;
    member.turn = args.number("turn");
    member.growth = 1;
    member.reduces = member.spec.reduces() == Reduces::Always;
    plan.members.push_back(std::move(member));
  }
  return plan;
}

const RegisterTeam kGambits(
    "gambits", "several orders of gambit side by side",
    {{"turn", SearchParam::Number, "2000",
      "steps after which the next member goes on, with one worker", 1, 1e15}},
    planGambits);

} // namespace
} // namespace rbcheck
