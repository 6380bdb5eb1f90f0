//===- test/unit/OperationsTest.cpp - Numbers, summaries, clocks ----------===//
#include "search/reduce/Clocks.h"
#include "search/reduce/Summaries.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

Effects reads(uint64_t address) { return Effects().reads(address, 4); }
Effects writes(uint64_t address, uint64_t size = 4) {
  return Effects().writes(address, size);
}

TEST(Operations, TheSameHasTheSameNumber) {
  Operations all;
  OperationId a = all.of(1, reads(64));
  EXPECT_EQ(a, all.of(1, reads(64)));
  EXPECT_NE(a, all.of(2, reads(64)));
  EXPECT_NE(a, all.of(1, writes(64)));
  EXPECT_NE(a, all.of(1, reads(68)));
}

TEST(Operations, OnlyWritersAndNeighboursDepend) {
  Operations all;
  OperationId read = all.of(1, reads(64));
  OperationId other = all.of(2, reads(64));
  EXPECT_TRUE(all.rivals(read).empty());
  OperationId write = all.of(3, writes(66));
  EXPECT_TRUE(all.isRival(read, write));
  EXPECT_TRUE(all.isRival(write, other));
  EXPECT_FALSE(all.isDependent(read, other));
  EXPECT_TRUE(all.rivals(all.of(4, writes(68, 0))).empty());
  // Over the border of what is looked up together.
  OperationId wide = all.of(5, writes(16, 1 << 20));
  EXPECT_TRUE(all.isRival(wide, read));
  EXPECT_TRUE(all.isRival(all.of(6, reads(1 << 20)), wide));
}

TEST(Operations, OneThreadHasNoRivalsInItself) {
  Operations all;
  all.of(1, writes(64));
  EXPECT_TRUE(all.dependents(all.of(1, reads(64))).empty());
}

TEST(Operations, ACommonLockKeepsApart) {
  Operations all;
  Effects a = writes(64), b = writes(64);
  a.locks.push_back(8);
  b.locks.push_back(8);
  OperationId first = all.of(1, a), second = all.of(2, b);
  EXPECT_TRUE(all.isDependent(first, second));
  EXPECT_FALSE(all.isRival(first, second));
}

TEST(Operations, WhatBecomesARivalLaterIsListed) {
  Operations all;
  OperationId first = all.of(1, writes(64));
  EXPECT_TRUE(all.late().empty());
  all.of(2, writes(64));
  ASSERT_EQ(all.late().size(), 1u);
  EXPECT_EQ(all.late()[0], first);
  all.of(3, writes(64)); // the second was not late: it had rivals at once
  EXPECT_EQ(all.late().size(), 1u);
}

TEST(Operations, TheEndOfTheProcessConcernsAll) {
  Operations all;
  OperationId nothing = all.anyOf(1);
  Effects exit;
  exit.sync.push_back({Act::EndProcess, Family::None, 0});
  OperationId end = all.of(2, exit);
  EXPECT_TRUE(all.isRival(nothing, end));
  EXPECT_TRUE(all.isRival(all.anyOf(3), end));
}

TEST(Operations, ThreadsDependPerThread) {
  auto about = [](Act act, uint64_t thread) {
    Effects effects;
    effects.sync.push_back({act, Family::Thread, thread});
    return effects;
  };
  Operations all;
  OperationId end1 = all.of(1, about(Act::EndThread, 1));
  OperationId end2 = all.of(2, about(Act::EndThread, 2));
  OperationId join1 = all.of(0, about(Act::Join, 1));
  EXPECT_FALSE(all.isDependent(end1, end2));
  EXPECT_TRUE(all.isDependent(end1, join1));
  EXPECT_FALSE(all.isRival(end1, join1)) << "a join waits";
  EXPECT_FALSE(all.isDependent(end2, join1));
  EXPECT_TRUE(all.isRival(end2, all.of(0, about(Act::TryJoin, 2))));
  OperationId made = all.of(3, about(Act::Create, 0));
  EXPECT_TRUE(all.isRival(made, all.of(4, about(Act::Create, 0))));
  EXPECT_FALSE(all.isDependent(made, end1));
  EXPECT_TRUE(all.isDependent(made, all.of(5, about(Act::Join,
                                                    kNoSuchThread))));
}

TEST(Summaries, EqualSetsAreOne) {
  Summaries sets;
  SummaryId a = sets.of({3, 1, 3}), b = sets.of({1, 3});
  EXPECT_EQ(a, b);
  EXPECT_EQ(sets.of({}), Summaries::kEmpty);
  SummaryId c = sets.unite(a, sets.of({2}));
  EXPECT_EQ(c, sets.of({1, 2, 3}));
  EXPECT_EQ(sets.unite(c, a), c);
  EXPECT_EQ(sets.unite(Summaries::kEmpty, c), c);
  EXPECT_EQ(sets.unite(c, Summaries::kAnything), Summaries::kAnything);
}

TEST(Summaries, TooManyAreAnything) {
  Summaries sets;
  std::vector<OperationId> many(Summaries::kMostMembers + 1);
  for (size_t i = 0; i < many.size(); ++i)
    many[i] = OperationId(i);
  EXPECT_EQ(sets.of(many), Summaries::kAnything);
}

TEST(PathClocks, OrderFollowsDependence) {
  Operations all;
  PathClocks path(all);
  OperationId write = all.of(0, writes(64)), read = all.of(1, reads(64));
  OperationId other = all.of(1, writes(128)), third = all.of(2, reads(128));
  all.of(2, reads(64));
  path.push(write, 3, 3);
  EXPECT_FALSE(path.isBefore(0, 1));
  path.push(read, 3, 3);
  EXPECT_TRUE(path.isBefore(0, 1));
  EXPECT_FALSE(path.isBefore(1, 0));
  EXPECT_FALSE(path.isBefore(0, 2));
  path.push(other, 3, 3);
  path.push(third, 3, 3);
  EXPECT_TRUE(path.isBefore(0, 2)) << "by way of thread 1";
  EXPECT_EQ(path.latest(read), 1);
  path.pop();
  EXPECT_FALSE(path.isBefore(0, 2));
  path.pop();
  path.pop();
  EXPECT_FALSE(path.isBefore(0, 1));
  EXPECT_EQ(path.latest(read), -1);
}

TEST(PathClocks, WhoeverIsMadeKnowsWhatItsMakerDoes) {
  Operations all;
  PathClocks path(all);
  path.push(all.of(0, writes(64)), 1, 2);
  EXPECT_TRUE(path.isBefore(0, 1));
}

} // namespace
