//===- test/unit/SearchTest.cpp - Small parts of the searches -------------===//
#include "search/Search.h"
#include "search/Checks.h"
#include "search/run/Team.h"
#include "search/result/Trace.h"

#include <gtest/gtest.h>

#include <map>

using namespace rbcheck;

TEST(Rng, SameSeedSameNumbersOtherStreamOthers) {
  Rng a(7), b(7), c(7, 1), d(8);
  uint64_t first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
  EXPECT_NE(first, d.next());
}

TEST(Rng, BelowIsUniformEnough) {
  Rng rng(1);
  std::map<uint32_t, int> counts;
  for (int i = 0; i < 60'000; ++i)
    ++counts[rng.below(6)];
  EXPECT_EQ(counts.size(), 6u);
  for (auto [value, count] : counts)
    EXPECT_NEAR(count, 10'000, 500) << value;
}

TEST(Path, SchedulesAreInOrderAndLongOnesAreFreed) {
  Path path;
  for (uint16_t i = 0; i < 5; ++i)
    path = path.then({i, 0});
  Path branch = path.then({9, 1});
  path = path.then({8, 0});
  EXPECT_EQ(path.schedule().back(), (Choice{8, 0}));
  EXPECT_EQ(branch.schedule().back(), (Choice{9, 1}));
  EXPECT_EQ(branch.schedule().front(), (Choice{0, 0}));
  for (int i = 0; i < 2'000'000; ++i)
    branch = branch.then({0, 0});
}

TEST(CheckSet, SignsChangeTheDefaultWordsReplaceIt) {
  auto has = [](const char *text, FaultKind kind) {
    return llvm::cantFail(CheckSet::parse(text)).has(kind);
  };
  EXPECT_TRUE(CheckSet().has(FaultKind::DataRace));
  EXPECT_FALSE(CheckSet().has(FaultKind::Leak));
  EXPECT_FALSE(has("-data-race", FaultKind::DataRace));
  EXPECT_TRUE(has("-data-race", FaultKind::DoubleFree));
  EXPECT_FALSE(has("deadlock", FaultKind::DoubleFree));
  EXPECT_TRUE(has("deadlock,memory", FaultKind::DoubleFree));
  EXPECT_TRUE(has("none,+memory", FaultKind::DoubleFree));
  EXPECT_FALSE(has("none", FaultKind::Assertion));
}

TEST(SearchSpec, KeepsItsTextAndFillsInDefaults) {
  auto spec = SearchSpec::parse("random-walk:walks=3");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->text(), "random-walk:walks=3");
  EXPECT_NE(spec->make(), nullptr);
}

TEST(SearchSpec, NestedSearchesAreChecked) {
  EXPECT_TRUE(bool(SearchSpec::parse("prss:of=rb:threshold=5+ratio=1-d/20")));
  auto message = [](const char *text) {
    auto spec = SearchSpec::parse(text);
    return spec ? std::string() : llvm::toString(spec.takeError());
  };
  EXPECT_EQ(message("prss:of=rb:treshold=5").substr(0, 39),
            "search 'rb' has no parameter 'treshold'");
  EXPECT_EQ(message("prss:of=prss"),
            "search 'prss': of=prss is a team of searches itself");
}

TEST(Team, SeedsAreDistinctAndTheFirstIsTheTeamsOwn) {
  std::map<uint64_t, uint64_t> seeds;
  for (uint64_t i = 0; i < 10'000; ++i)
    ++seeds[memberSeed(7, i)];
  EXPECT_EQ(seeds.size(), 10'000u);
  EXPECT_EQ(memberSeed(7, 0), 7u);
}

TEST(Team, PrssIsAListOfIndependentMembers) {
  auto spec = SearchSpec::parse("prss:members=3,of=rb:threshold=5");
  ASSERT_TRUE(bool(spec));
  ASSERT_TRUE(spec->isTeam());
  TeamPlan plan = spec->plan({42});
  ASSERT_EQ(plan.members.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(plan.members[i].spec.text(), "rb:threshold=5");
    EXPECT_EQ(plan.members[i].seed, memberSeed(42, i));
  }
}
