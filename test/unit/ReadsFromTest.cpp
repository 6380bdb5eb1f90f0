//===- test/unit/ReadsFromTest.cpp - Wishes about reads and writes --------===//
#include "search/strategies/ReadsFrom.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

constexpr PlaceKey kRead = 1, kWrite = 2, kOther = 3;
constexpr uint64_t kAt = 64, kElsewhere = 128;

struct Made {
  Access range;
  Event event;
  Made(PlaceKey place, bool writes, uint64_t address = kAt)
      : range{address, 4, writes, false, false}, event{place, false, range} {}
};

const Made aRead(kRead, false), aWrite(kWrite, true), another(kOther, true);

/// A walk in which all three meet, so that they are known.
RfPool known() {
  RfPool pool;
  RfWalk walk;
  walk.begin({});
  for (const Made *made : {&aWrite, &another, &aRead})
    walk.happens(made->event);
  walk.learn(pool);
  return pool;
}

} // namespace

TEST(ReadsFrom, SeesTheLastWriteOrTheStart) {
  RfWalk walk;
  walk.begin({});
  walk.happens(aRead.event);
  walk.happens(aWrite.event);
  walk.happens(Made(kOther, true, kElsewhere).event);
  walk.happens(aRead.event);
  EXPECT_EQ(walk.pairs(),
            (std::set<ReadsFrom>{{kRead, 0}, {kRead, kWrite}}));
}

TEST(ReadsFrom, WhatIsConceivableIsKnown) {
  RfPool pool = known();
  EXPECT_TRUE(pool.isKnown({kRead, 0}));
  EXPECT_TRUE(pool.isKnown({kRead, kWrite}));
  EXPECT_TRUE(pool.isKnown({kRead, kOther}));
  EXPECT_FALSE(pool.isKnown({kWrite, 0})); // only writes
  // Memory that nobody writes is of no interest.
  RfWalk walk;
  walk.begin({});
  walk.happens(Made(7, false, kElsewhere).event);
  walk.learn(pool);
  EXPECT_FALSE(pool.isKnown({7, 0}));
}

TEST(ReadsFrom, FreshPairsAreDrawnOnce) {
  RfPool pool = known(); // saw {kRead, kOther}
  Rng rng(1);
  std::set<ReadsFrom> drawn;
  while (std::optional<ReadsFrom> pair = pool.drawFresh(rng))
    EXPECT_TRUE(drawn.insert(*pair).second);
  EXPECT_EQ(drawn, (std::set<ReadsFrom>{{kRead, 0}, {kRead, kWrite}}));
}

TEST(ReadsFrom, AReadWaitsForItsWrite) {
  RfPool pool = known();
  RfWalk walk;
  walk.begin({{{kRead, kWrite}, true}});
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Hold);
  EXPECT_EQ(walk.advise(aWrite.event, pool), RfWalk::Go);
  EXPECT_EQ(walk.advise(another.event, pool), RfWalk::Free);
  walk.happens(aWrite.event);
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Go);
  EXPECT_EQ(walk.advise(another.event, pool), RfWalk::Hold);
  walk.happens(aRead.event); // it came true
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Free);
  EXPECT_EQ(walk.advise(another.event, pool), RfWalk::Free);
}

TEST(ReadsFrom, WritesWaitForAReadOfTheStart) {
  RfPool pool = known();
  RfWalk walk;
  walk.begin({{{kRead, 0}, true}});
  EXPECT_EQ(walk.advise(aWrite.event, pool), RfWalk::Hold);
  EXPECT_EQ(walk.advise(another.event, pool), RfWalk::Hold);
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Go);
}

TEST(ReadsFrom, APairThatIsNotToBe) {
  RfPool pool = known();
  RfWalk walk;
  walk.begin({{{kRead, kWrite}, false}});
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Go);
  EXPECT_EQ(walk.advise(aWrite.event, pool), RfWalk::Hold);
  walk.happens(aWrite.event);
  EXPECT_EQ(walk.advise(aRead.event, pool), RfWalk::Hold);
  EXPECT_EQ(walk.advise(another.event, pool), RfWalk::Go);
}
