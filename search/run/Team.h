//===- search/run/Team.h - Several independent searches for one program ---===//
//
// A team is a plan, and a plan is data: a list of members, each a search with
// its seed, its bound and the steps of its first turn. Members share nothing,
// so who runs a plan is free in how: one worker lets them take turns (which
// simulates running side by side), many workers can take a member each, many
// machines a part of the list each. The first error decides; so does the first
// member that was complete; a member that ended otherwise is dropped.
//
// Turns are counted in steps and not in seconds: with one worker a team is as
// repeatable as a single search.
//
//   const RegisterTeam kPrss("prss", "...", {...}, planPrss);
//
// Tested by test/search/prss.test and test/search/default.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

#include <algorithm>

namespace rbcheck {

struct TeamMember {
  explicit TeamMember(SearchSpec search) : spec(std::move(search)) {}

  SearchSpec spec;
  uint64_t seed = 1;
  /// A bound on top of what the user gave.
  std::optional<uint32_t> preemptions;
  /// Steps of its first turn; 0 = it runs until it ends.
  uint64_t turn = 0;
  /// The turn is for so many threads; with more it is shorter, in proportion.
  uint32_t threads = ~0u;
  /// Every further turn has this many times the steps of the one before.
  double growth = 2;
  /// It may leave out what is covered elsewhere (ContextOptions::reduces).
  bool reduces = false;
  /// It does what a member that reduces does with less: one worker alone needs
  /// it only where nothing is reduced.
  bool isUnreduced = false;
  /// Made for complete searches: many workers make one shared search of it.
  bool isThorough = false;

  /// Steps of its first turn in a program with that many threads.
  uint64_t firstTurn(uint32_t count) const {
    return count > threads ? std::max<uint64_t>(turn * threads / count, 1)
                           : turn;
  }
  /// "dfs, preemption bound 1", "random-order, seed 7".
  std::string name(bool withSeed) const;
};

struct TeamPlan {
  std::vector<TeamMember> members;
  /// It is a part of a plan whose members have different seeds.
  bool isOfManySeeds = false;

  /// False if all members have the same seed.
  bool hasManySeeds() const;
};

/// The plan without members that are of no use: those that reduce where that
/// must not be, else, for one worker, those they replace.
void fit(TeamPlan &plan, bool mayReduce, uint32_t workers);

/// Which part of the work of many machines: `index` of `count`.
struct Share {
  uint32_t index = 0, count = 1;
};

/// Every count-th member of a plan. If there are fewer members than shares, the
/// plan goes on with those that use seeds, each time with new ones.
TeamPlan shareOf(TeamPlan plan, Share share, uint64_t seed);

/// What a plan may depend on.
struct TeamTask {
  uint64_t seed = 1;
};

/// A search given as the value of a parameter, + for the commas.
std::string unnest(llvm::StringRef value);

/// The seed of member `index`: different for every index; the first one is the
/// team's own, so that a team of one is the same as its search alone.
uint64_t memberSeed(uint64_t seed, uint64_t index);

class RegisterTeam {
public:
  RegisterTeam(const char *name, const char *help,
               std::vector<SearchParam> params, TeamPlanner plan) {
    registerSearch({name, help, std::move(params), nullptr, plan});
  }
};

} // namespace rbcheck
