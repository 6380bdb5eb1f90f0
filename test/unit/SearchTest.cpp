//===- test/unit/SearchTest.cpp - Small parts of the searches -------------===//
#include "search/Search.h"
#include "search/Checks.h"
#include "search/Policies.h"
#include "search/Trace.h"

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

TEST(Order, KeepsTheChoicesOfAThreadTogether) {
  using List = std::vector<Choice>;
  const List list = {{0, 0}, {1, 0}, {1, 1}, {2, 0}};
  Rng rng(1);
  List same = list, last = list;
  orderChoices(same, Order::Same, 1, rng);
  EXPECT_EQ(same, (List{{1, 0}, {1, 1}, {0, 0}, {2, 0}}));
  orderChoices(last, Order::Switch, 1, rng);
  EXPECT_EQ(last, (List{{0, 0}, {2, 0}, {1, 0}, {1, 1}}));
  // The last thread cannot go on: nothing changes.
  List other = list;
  orderChoices(other, Order::Switch, 5, rng);
  EXPECT_EQ(other, list);
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
  auto spec = SearchSpec::parse("random:walks=3");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->text(), "random:walks=3");
  EXPECT_NE(spec->make(), nullptr);
}
