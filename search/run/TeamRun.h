//===- search/run/TeamRun.h - Workers run a team of searches --------------===//
//
// The members take turns: each runs for the steps of its turn, then the next
// one does, round and round. Every member has a machine and a context of its
// own. Ends with the first error, with the first member that was complete, or
// when all have ended or a limit on time or memory is hit.
// Tested by test/search/prss.test and test/search/default.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Driver.h"
#include "search/run/Team.h"

namespace rbcheck {

/// None if it has to be begun again with locality off. With several workers
/// the members are dealt out to them, and the order of turns is by chance.
/// rounds: turns of each member; 0 = as many as it takes.
std::optional<Result> runTeam(const Program &program,
                              const CheckOptions &options, const TeamPlan &plan,
                              uint32_t rounds = 0);

} // namespace rbcheck
