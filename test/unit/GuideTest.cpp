//===- test/unit/GuideTest.cpp - Milestones and nodes to come back to -----===//
#include "search/guide/Backlog.h"
#include "search/guide/Progress.h"

#include <gtest/gtest.h>

#include <map>

using namespace rbcheck;

namespace {

Milestone at(std::vector<CodePlace> places) { return {"", std::move(places)}; }

constexpr CodePlace kA{1, 0}, kB{1, 5}, kC{2, 0};

std::vector<WatchEvent> executed(std::vector<uint32_t> places) {
  std::vector<WatchEvent> events;
  for (uint32_t place : places)
    events.push_back({0, place, true});
  return events;
}

TEST(Progress, OneStepCanMeetSeveralMilestonesInOrder) {
  Guide guide{{{at({kA}), at({kB}), at({kC})}}};
  Progress progress(guide);
  ASSERT_EQ(progress.places(), (std::vector<CodePlace>{kA, kB, kC}));
  Standings standings = progress.begin();
  EXPECT_FALSE(progress.advance(standings, executed({1, 2})));
  EXPECT_EQ(Progress::level(standings), 0u);
  EXPECT_TRUE(progress.advance(standings, executed({2, 0, 2, 1})));
  EXPECT_EQ(Progress::level(standings), 2u);
  EXPECT_TRUE(progress.advance(standings, executed({2, 2})));
  EXPECT_EQ(Progress::level(standings), 3u);
  EXPECT_FALSE(progress.advance(standings, executed({0, 1, 2})));
}

TEST(Progress, WhatIsOnlyComeToIsNotMet) {
  Progress progress(Guide{{{at({kA})}}});
  Standings standings = progress.begin();
  EXPECT_FALSE(progress.advance(standings, {{0, 0, false}}));
  EXPECT_TRUE(progress.advance(standings, {{0, 0, true}}));
}

TEST(Progress, ALineOfSeveralInstructionsIsVisitedTwiceToBeMetTwice) {
  Progress progress(Guide{{{at({kA, kB}), at({kA, kB}), at({kC})}}});
  Standings standings = progress.begin();
  progress.advance(standings, executed({0, 1}));
  EXPECT_EQ(Progress::level(standings), 1u);
  progress.advance(standings, executed({0, 1}));
  EXPECT_EQ(Progress::level(standings), 2u);
}

TEST(Progress, SequencesAreFollowedEachForItself) {
  Progress progress(Guide{{{at({kA}), at({kB})}, {at({kB}), at({kA})}}});
  Standings standings = progress.begin();
  progress.advance(standings, executed({1}));
  EXPECT_EQ(standings[0].level, 0u);
  EXPECT_EQ(standings[1].level, 1u);
  uint32_t key = Progress::key(standings);
  progress.advance(standings, executed({0}));
  EXPECT_EQ(standings[0].level, 1u);
  EXPECT_EQ(standings[1].level, 2u);
  EXPECT_NE(Progress::key(standings), key);
}

TEST(Backlog, TakesTheLeastValueOfALevelAtRandom) {
  std::map<int, int> counts;
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    Backlog<int> backlog;
    backlog.add(0, 1, 10);
    backlog.add(2, 7, 20);
    backlog.add(2, 5, 21);
    backlog.add(2, 5, 22);
    backlog.add(2, 5, 23);
    EXPECT_EQ(backlog.levels(), (std::vector<uint32_t>{0, 2}));
    ++counts[backlog.takeBest(2, rng)];
    EXPECT_EQ(backlog.size(), 4u);
    EXPECT_EQ(backlog.takeBest(0, rng), 10);
    EXPECT_EQ(backlog.levels(), (std::vector<uint32_t>{2}));
  }
  EXPECT_EQ(counts.size(), 3u);
  for (auto [item, count] : counts)
    EXPECT_NEAR(count, 100, 40) << item;
}

TEST(Backlog, DropsOfTheLowestLevelTheWorstAndOfTheseTheOldest) {
  Backlog<int> backlog;
  Rng rng(1);
  backlog.add(1, 9, 1);
  backlog.add(0, 2, 2);
  backlog.add(0, 8, 3);
  backlog.add(0, 8, 4);
  backlog.dropWorst(); // 3
  backlog.dropWorst(); // 4
  backlog.dropWorst(); // 2
  EXPECT_EQ(backlog.size(), 1u);
  EXPECT_EQ(backlog.takeBest(rng), 1);
  EXPECT_TRUE(backlog.isEmpty());
}

TEST(Backlog, HoldsExactlyWhatWasAddedAndNotTaken) {
  Backlog<int> backlog;
  Rng rng(9);
  std::map<int, bool> isThere;
  for (int i = 0; i < 20'000; ++i) {
    backlog.add(rng.below(3), rng.below(4), i);
    isThere[i] = true;
    if (backlog.size() > 50) {
      std::vector<uint32_t> levels = backlog.levels();
      int item = backlog.takeBest(levels[rng.below(uint32_t(levels.size()))],
                                  rng);
      EXPECT_TRUE(isThere.erase(item)) << item;
    }
  }
  EXPECT_EQ(backlog.size(), isThere.size());
  for (size_t i = backlog.size(); i > 10; --i)
    backlog.dropRandom(rng);
  EXPECT_EQ(backlog.size(), 10u);
}

} // namespace
