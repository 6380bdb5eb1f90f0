//===- test/unit/SummarySetTest.cpp - Visited states with summaries -------===//
#include "search/Rng.h"
#include "search/reduce/SummarySet.h"

#include "gtest/gtest.h"

#include <map>

using namespace rbcheck;

namespace {

/// All in one neighbourhood, so that its table grows, or anywhere.
Hash128 draw(Rng &random, bool isNear) {
  const Hash128 print = Hash128(random.next()) << 64 | random.next();
  return isNear ? withNeighbourhood(print, 5) : print;
}

TEST(SummaryTable, HoldsWhatAMapHolds) {
  Rng random(3);
  SummaryTable table;
  std::map<Hash128, uint32_t> all;
  std::vector<Hash128> prints;
  for (int i = 0; i < 60'000; ++i) {
    Hash128 print = draw(random, i % 2);
    if (!prints.empty() && random.below(3) == 0)
      print = prints[random.below(uint32_t(prints.size()))];
    bool isNew;
    uint32_t &number = table.at(print, isNew);
    auto [known, isAdded] = all.try_emplace(print, 0);
    ASSERT_EQ(isNew, isAdded);
    ASSERT_EQ(number, known->second);
    number = known->second = uint32_t(random.next());
    prints.push_back(print);
  }
  EXPECT_EQ(table.size(), all.size());
  for (auto [print, number] : all) {
    bool isNew;
    ASSERT_EQ(table.at(print, isNew), number);
    ASSERT_FALSE(isNew);
  }
}

TEST(SummaryTable, NoFingerprintIsSpecial) {
  SummaryTable table;
  bool isNew;
  for (Hash128 print : {Hash128(0), Hash128(1), ~Hash128(0)}) {
    table.at(print, isNew) = 5;
    EXPECT_TRUE(isNew);
    EXPECT_EQ(table.at(print, isNew), 5u);
    EXPECT_FALSE(isNew);
  }
}

TEST(SummarySet, KnowsThePathAndWhatWasLeft) {
  SummarySet set;
  set.setFrame(0);
  EXPECT_TRUE(set.insertFingerprint(10, 0));
  set.setFrame(1);
  EXPECT_TRUE(set.insertFingerprint(11, 0));
  EXPECT_FALSE(set.insertFingerprint(10, 0));
  EXPECT_EQ(set.lastOnPath(), 0u);
  EXPECT_FALSE(set.insertFingerprint(11, 0));
  EXPECT_EQ(set.lastOnPath(), 1u);

  set.leave(11, {7, 2, 1});
  EXPECT_FALSE(set.insertFingerprint(11, 0));
  EXPECT_FALSE(set.lastOnPath());
  EXPECT_EQ(set.lastKnown(), (Known{7, 2, 1}));
  // The same summary with another stamp; then none at all.
  set.leave(10, {7, 3, 0});
  set.insertFingerprint(10, 0);
  EXPECT_EQ(set.lastKnown(), (Known{7, 3, 0}));
  set.insertFingerprint(11, 0);
  EXPECT_EQ(set.lastKnown(), (Known{7, 2, 1}));
  set.setFrame(2);
  EXPECT_TRUE(set.insertFingerprint(12, 0));
  set.leave(12, {});
  set.insertFingerprint(12, 0);
  EXPECT_EQ(set.lastKnown(), Known());
  EXPECT_EQ(set.size(), 3u);
}

} // namespace
