//===- search/strategies/Portfolio.cpp - The default: a team --------------===//
//
// What runs without --search. Most errors need few preemptions and are frequent
// under random schedules, and traces with few preemptions are short to read: so
// quick bounded and random members come first, each for a moment. Then a
// depth-first search, reduced if it may be, takes most of the steps, in turns
// that grow, until it is complete; between its turns the random members get
// theirs, for errors that are far from where depth-first search begins. Members
// and first turns are chosen by bench/experiments/defaults.toml, and judged on
// other programs by bench/portfolio.py; docs/searches.md says how.
// Tested by test/search/default.test and bench/run.py.
//
//===----------------------------------------------------------------------===//
#include "search/run/Team.h"

namespace rbcheck {
namespace {

struct Row {
  const char *search;
  int preemptions; ///< -1 = any number
  uint64_t turn;   ///< steps of the first turn
  double growth;
  bool isThorough = false;
  enum : uint8_t { AnyWay, Reduced, Unreduced } when = AnyWay;
};

constexpr Row kRows[] = {
    {"dfs", 0, 1'000, 2},
    {"dfs", 1, 1'000, 2},
    {"rff:walks=1000000+depth=2000+grow=4+turn=100", -1, 2'000, 2},
    {"surw:events=access+walks=1000000+depth=2000+grow=4+turn=100", -1, 1'000, 2},
    // Keeps all open states: its turns do not grow.
    {"thread-interleavings", -1, 1'000, 1},
    {"surw:walks=1000000+depth=2000+grow=4+turn=100", -1, 6'000, 2},
    {"pos:walks=1000000+depth=2000+grow=4", -1, 2'000, 2},
    {"pct:d=5+walks=1000000+depth=2000+grow=4", -1, 4'000, 2},
    {"rb:threshold=20+strategy=luby", -1, 8'000, 2, true},
    {"dfs", 2, 4'000, 2},
    {"dfs", -1, 50'000, 4, false, Row::Reduced},
    // Where orders are few and states many.
    {"dpor", -1, 10'000, 2, false, Row::Reduced},
    {"dfs", -1, 50'000, 4, true, Row::Unreduced},
};

/// All schedules of more threads are too many: turns that go for them are not to
/// keep the others waiting.
constexpr uint32_t kFewThreads = 8;

TeamPlan planPortfolio(const SearchArgs &, const TeamTask &task) {
  TeamPlan plan;
  for (const Row &row : kRows) {
    TeamMember member(llvm::cantFail(SearchSpec::parse(unnest(row.search))));
    member.seed = task.seed;
    if (row.preemptions >= 0)
      member.preemptions = uint32_t(row.preemptions);
    member.turn = row.turn;
    member.growth = row.growth;
    member.isThorough = row.isThorough;
    if (row.when != Row::AnyWay) // goes for all schedules
      member.threads = kFewThreads;
    member.reduces = row.when == Row::Reduced;
    member.isUnreduced = row.when == Row::Unreduced;
    plan.members.push_back(std::move(member));
  }
  return plan;
}

const RegisterTeam
    kPortfolio("portfolio",
               "the default: quick and random members, then all depth-first",
               {}, planPortfolio);

} // namespace
} // namespace rbcheck
