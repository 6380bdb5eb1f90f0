//===- test/unit/RanksTest.cpp - Shares and messages of many ranks --------===//
#include "interp/exec/Inputs.h"
#include "search/run/Team.h"
#include "search/ranks/ResultBytes.h"

#include <gtest/gtest.h>

#include <set>

using namespace rbcheck;

namespace {

TeamPlan planOf(const char *text, uint64_t seed) {
  return llvm::cantFail(SearchSpec::parse(text)).plan({seed});
}

/// Names of all members of all shares, each with its seed.
std::multiset<std::string> deal(const char *text, uint32_t count) {
  std::multiset<std::string> names;
  for (uint32_t i = 0; i < count; ++i)
    for (const TeamMember &member :
         shareOf(planOf(text, 7), {i, count}, 7).members)
      names.insert(member.name(true));
  return names;
}

} // namespace

TEST(Share, EveryMemberIsInOne) {
  for (const char *text : {"prss:members=7", "portfolio", "rb-portfolio"})
    for (uint32_t count : {1, 2, 3, 5})
      EXPECT_EQ(deal(text, count), deal(text, 1)) << text << count;
}

TEST(Share, MoreSharesThanMembersGetSeedsOfTheirOwn) {
  for (const char *text : {"prss:members=3", "portfolio"}) {
    std::multiset<std::string> names = deal(text, 40);
    EXPECT_EQ(names.size(), 40u);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 40u);
  }
}

TEST(Share, WithoutSeedsNothingIsRepeated) {
  EXPECT_EQ(deal("prss:members=2,of=dfs", 5).size(), 2u);
}

TEST(Share, AMemberNamesItsSeedIfOthersHaveAnother) {
  TeamPlan part = shareOf(planOf("prss:members=2", 7), {1, 2}, 7);
  ASSERT_EQ(part.members.size(), 1u);
  EXPECT_TRUE(part.hasManySeeds());
  EXPECT_FALSE(shareOf(planOf("portfolio", 7), {1, 2}, 7).hasManySeeds());
}

TEST(ResultBytes, ComeBackAsTheyWere) {
  Result result;
  result.verdict = Verdict::Error;
  Completeness &seen = result.completeness;
  seen.stop = {StopReason::Time, 2.5};
  seen.cuts = 3;
  seen.firstCut = {FaultKind::Abort, "why", Lack::Function, "f", {"c.c", 1, 0, ""}};
  seen.bounds.preemptions = 2;
  seen.hasOpenWork = true;
  seen.visited.kind = VisitedKind::Fp64;
  seen.toBits = Shrunk{{VisitedKind::Exact}, 7, 8};
  seen.approximations.push_back(
      {{ApproximationKind::Rand, "rand", "more", {8, 9}}, {"d.c", 4, 0, ""}});
  seen.accepted = {ApproximationKind::Signals};
  Violation violation;
  violation.fault = {FaultKind::DataRace, "race", 2, {3, 4}, 5, true,
                     {1, {6, 7}, "other"}};
  violation.foundBy = &dataRaces();
  violation.location = {"a.c", 12, 3, "f"};
  violation.related = {"b.c", 13, 4, "g"};
  violation.machine.locality = violation.machine.spurious = false;
  violation.machine.arguments = {"program", "x"};
  violation.machine.memory = result.memory = MemoryModel::Tso;
  violation.machine.history = 3;
  Inputs inputs;
  inputs.stdinBytes = 6;
  inputs.given = {{1, 2, "rb_nondet_int()", 32, 51}};
  violation.machine.inputs = std::make_shared<Inputs>(inputs);
  result.inputs = {true, 1, 4, 6};
  for (uint16_t i = 0; i < 5000; ++i)
    violation.schedule.push_back({i, uint16_t(i + 1)});
  result.violations = {violation, violation};
  result.stats.states = 99;
  result.search = "prss";
  result.member = "m";
  result.bounds.depth = 5;
  result.seed = 1ull << 63;
  result.locality = false;
  result.members = {{"name", 1, 2, 3, 0.5, Verdict::NoError, seen}};

  std::string bytes = toBytes(result);
  std::optional<Result> back = resultFromBytes(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(toBytes(*back), bytes);
  EXPECT_EQ(back->verdict, Verdict::Error);
  EXPECT_EQ(back->violations.size(), 2u);
  EXPECT_TRUE(isSameError(back->violations[1], violation));
  EXPECT_EQ(back->violations[1].schedule, violation.schedule);
  EXPECT_EQ(back->violations[0].fault.related.message, "other");
  EXPECT_EQ(back->stats.states, 99u);
  EXPECT_EQ(back->seed, 1ull << 63);
  EXPECT_FALSE(back->locality);
  EXPECT_EQ(back->members[0].verdict, Verdict::NoError);
  EXPECT_FALSE(back->violations[0].machine.locality);
  EXPECT_FALSE(back->violations[0].machine.spurious);
  EXPECT_EQ(back->violations[0].machine.arguments[1], "x");
  EXPECT_EQ(back->memory, MemoryModel::Tso);
  EXPECT_EQ(back->violations[0].machine.memory, MemoryModel::Tso);
  EXPECT_EQ(back->violations[0].machine.history, 3u);
  ASSERT_TRUE(back->violations[0].machine.inputs);
  EXPECT_EQ(back->violations[0].machine.inputs->stdinBytes, 6u);
  const InputValue &given = back->violations[0].machine.inputs->given.at(0);
  EXPECT_EQ(given.name, "rb_nondet_int()");
  EXPECT_EQ(given.value, 51u);
  EXPECT_TRUE(back->inputs.any);
  EXPECT_EQ(back->inputs.argumentBytes, 4u);
  for (const Completeness *all :
       {&back->completeness, &back->members[0].completeness}) {
    EXPECT_EQ(all->stop.why, StopReason::Time);
    EXPECT_EQ(all->stop.limit, 2.5);
    EXPECT_EQ(all->firstCut.symbol, "f");
    EXPECT_EQ(all->firstCut.at.file, "c.c");
    EXPECT_EQ(all->bounds.preemptions, 2u);
    EXPECT_EQ(all->toBits->atState, 7u);
    EXPECT_EQ(all->approximations[0].detail, "more");
    EXPECT_EQ(all->approximations[0].at.line, 4u);
    EXPECT_TRUE(all->hasAccepted(ApproximationKind::Signals));
  }
}

TEST(ResultBytes, DamagedOnesAreNone) {
  std::string bytes = toBytes(Result());
  EXPECT_TRUE(resultFromBytes(bytes));
  EXPECT_FALSE(resultFromBytes(bytes + "x"));
  for (size_t i = 0; i < bytes.size(); ++i)
    EXPECT_FALSE(resultFromBytes(llvm::StringRef(bytes).take_front(i)));
}

TEST(JoinResults, AnErrorIsBestThenACompleteOneAndNumbersAddUp) {
  auto make = [](Verdict verdict, uint64_t states, size_t steps) {
    Result result;
    result.verdict = verdict;
    if (verdict != Verdict::NoError)
      result.completeness.stop = {StopReason::States, 1};
    result.stats.states = result.stats.all.states = states;
    if (verdict == Verdict::Error) {
      result.violations.emplace_back().fault.kind = FaultKind::Assertion;
      result.violations.back().location.line = uint32_t(steps);
      result.violations.back().schedule.resize(steps);
    }
    return result;
  };
  Result proof = make(Verdict::NoError, 5, 0);
  Result large = make(Verdict::Inconclusive, 100, 0);
  EXPECT_EQ(joinResults({large, proof}).verdict, Verdict::NoError);
  EXPECT_EQ(joinResults({large, proof}).stats.all.states, 105u);
  Result all = joinResults(
      {make(Verdict::Error, 50, 9), proof, make(Verdict::Error, 1, 3), large});
  EXPECT_EQ(all.verdict, Verdict::Error);
  EXPECT_EQ(all.violations.size(), 2u);
  EXPECT_EQ(all.violations[0].schedule.size(), 3u);
  EXPECT_EQ(all.stats.all.states, 156u);
}
