//===- test/unit/WorkPoolTest.cpp - Handing work from worker to worker ----===//
#include "search/run/WorkPool.h"

#include <gtest/gtest.h>

#include <thread>

using namespace rbcheck;

namespace {

Work workOfDepth(uint32_t depth) {
  Work work;
  work.numbers.depth = depth;
  return work;
}

} // namespace

TEST(WorkPool, EndsWhenNobodyHasWork) {
  WorkPool pool;
  EXPECT_FALSE(pool.take().has_value());
}

TEST(WorkPool, OldestComesFirst) {
  WorkPool pool;
  pool.give(workOfDepth(1));
  pool.give(workOfDepth(2));
  EXPECT_EQ(pool.take()->numbers.depth, 1u);
  EXPECT_EQ(pool.take()->numbers.depth, 2u);
}

TEST(WorkPool, WaitsForWhoIsBusy) {
  WorkPool pool;
  pool.beBusy();
  std::optional<Work> taken;
  std::thread other([&] { taken = pool.take(); });
  while (!pool.isHungry())
    std::this_thread::yield();
  pool.give(workOfDepth(3));
  other.join();
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->numbers.depth, 3u);
  pool.beIdle();
  pool.beIdle();
  EXPECT_FALSE(pool.take().has_value());
}

TEST(WorkPool, ClosingWakesWhoWaits) {
  WorkPool pool;
  pool.beBusy();
  std::optional<Work> taken = workOfDepth(1);
  std::thread other([&] { taken = pool.take(); });
  pool.close();
  other.join();
  EXPECT_FALSE(taken.has_value());
}

TEST(WorkPool, APauseGivesNothingAndLosesNothing) {
  WorkPool pool;
  pool.give(workOfDepth(1));
  pool.pause();
  EXPECT_FALSE(pool.take().has_value());
  uint32_t seen = 0;
  pool.forEach([&](const Work &work) { seen += work.numbers.depth; });
  EXPECT_EQ(seen, 1u);
  pool.resume();
  EXPECT_EQ(pool.take()->numbers.depth, 1u);
}

TEST(WorkPool, APauseWakesWhoWaits) {
  WorkPool pool;
  pool.beBusy();
  std::thread other([&] { EXPECT_FALSE(pool.take().has_value()); });
  while (!pool.isHungry())
    std::this_thread::yield();
  pool.pause();
  other.join();
}
