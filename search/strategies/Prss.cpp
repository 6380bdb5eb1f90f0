//===- search/strategies/Prss.cpp - Parallel randomized search ------------===//
//
// N independent randomized searches with seeds of their own, nothing shared;
// the first that finds an error wins (Dwyer, Elbaum, Person, Purandare,
// "Parallel randomized state-space search", ICSE 2007). A member that is
// complete decides, too; one that hits a limit is dropped. By default the
// members are `random-order`; any other search can be (`of=`), parameters with
// + between them: prss:members=4,of=rb:threshold=20+strategy=luby.
//
// A team of one is the same as its search alone with the same seed.
// Tested by test/search/prss.test.
//
//===----------------------------------------------------------------------===//
#include "search/run/Team.h"

namespace rbcheck {
namespace {

TeamPlan planPrss(const SearchArgs &args, const TeamTask &task) {
  SearchSpec spec = llvm::cantFail(SearchSpec::parse(unnest(args.text("of"))));
  TeamPlan plan;
  for (uint64_t i = 0, n = args.number("members"); i < n; ++i) {
    TeamMember member(spec);
    member.seed = memberSeed(task.seed, i);
    member.turn = n == 1 ? 0 : args.number("turn");
    member.growth = 1;
    plan.members.push_back(std::move(member));
  }
  return plan;
}

const RegisterTeam kPrss(
    "prss", "several independent randomized searches; the first error wins",
    {{"members", SearchParam::Number, "10", "how many", 1, 10000},
     {"of", SearchParam::Nested, "random-order",
      "the search of every member, + for , between its parameters"},
     {"turn", SearchParam::Number, "1000",
      "steps after which the next member goes on, with one worker", 1, 1e15}},
    planPrss);

} // namespace
} // namespace rbcheck
