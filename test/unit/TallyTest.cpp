//===- test/unit/TallyTest.cpp - When all members of a round are done -----===//
#include "search/ranks/Tally.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

TallyCount idle(uint64_t given, uint64_t taken) {
  TallyCount count;
  count.given = given;
  count.taken = taken;
  count.isIdle = true;
  return count;
}

TallyCount busy(uint64_t given, uint64_t taken) {
  TallyCount count = idle(given, taken);
  count.isIdle = false;
  return count;
}

bool wave(Tally &tally, TallyCount a, TallyCount b) {
  uint32_t number = tally.next();
  EXPECT_FALSE(tally.isWaveOver());
  tally.add(0, number, a);
  tally.add(1, number, b);
  EXPECT_TRUE(tally.isWaveOver());
  return tally.isDone();
}

} // namespace

TEST(Tally, TwoWavesInWhichAllAreIdle) {
  Tally tally(2);
  EXPECT_FALSE(wave(tally, idle(1, 0), idle(0, 1)));
  EXPECT_TRUE(wave(tally, idle(1, 0), idle(0, 1)));
}

TEST(Tally, WorkOnItsWayIsNotDone) {
  Tally tally(2);
  for (int i = 0; i < 3; ++i)
    EXPECT_FALSE(wave(tally, idle(1, 0), idle(0, 0)));
  EXPECT_FALSE(wave(tally, idle(1, 0), idle(0, 1)));
  EXPECT_TRUE(wave(tally, idle(1, 0), idle(0, 1)));
}

TEST(Tally, WhoWasBusyInBetweenHasTakenWork) {
  Tally tally(2);
  // Rank 0 answers idle, then takes what rank 1 gave before it became idle.
  EXPECT_FALSE(wave(tally, idle(0, 0), idle(1, 1)));
  EXPECT_FALSE(wave(tally, idle(1, 1), idle(1, 1)));
  EXPECT_FALSE(wave(tally, busy(1, 1), idle(1, 1)));
  EXPECT_FALSE(wave(tally, idle(1, 1), idle(1, 1)));
  EXPECT_TRUE(wave(tally, idle(1, 1), idle(1, 1)));
}

TEST(Tally, LateAndRepeatedAnswersAreNothing) {
  Tally tally(2);
  uint32_t first = tally.next();
  tally.add(0, first, idle(0, 0));
  tally.add(0, first, idle(0, 0));
  EXPECT_FALSE(tally.isWaveOver());
  tally.add(1, first, idle(0, 0));
  EXPECT_TRUE(tally.isWaveOver());
  uint32_t second = tally.next();
  tally.add(1, first, idle(0, 0));
  tally.add(7, second, idle(0, 0));
  tally.add(0, second, idle(0, 0));
  EXPECT_FALSE(tally.isDone());
  tally.add(1, second, idle(0, 0));
  EXPECT_TRUE(tally.isDone());
}
