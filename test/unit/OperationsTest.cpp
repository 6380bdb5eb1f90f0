//===- test/unit/OperationsTest.cpp - Numbers, summaries, clocks ----------===//
#include "search/Rng.h"
#include "search/reduce/Clocks.h"
#include "search/reduce/Summaries.h"
#include "search/reduce/ThreadSet.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

Effects reads(uint64_t address) { return Effects().reads(address, 4); }
Effects writes(uint64_t address, uint64_t size = 4) {
  return Effects().writes(address, size);
}

bool isRival(const Operations &all, OperationId a, OperationId b) {
  return llvm::is_contained(all.rivals(a), b) &&
         llvm::is_contained(all.rivals(b), a);
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
  EXPECT_TRUE(isRival(all, read, write));
  EXPECT_TRUE(isRival(all, write, other));
  EXPECT_FALSE(all.isDependent(read, other));
  EXPECT_TRUE(all.rivals(all.of(4, writes(68, 0))).empty());
  // Over the border of what is looked up together.
  OperationId wide = all.of(5, writes(16, 1 << 20));
  EXPECT_TRUE(isRival(all, wide, read));
  EXPECT_TRUE(isRival(all, all.of(6, reads(1 << 20)), wide));
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
  EXPECT_FALSE(isRival(all, first, second));
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
  EXPECT_TRUE(isRival(all, nothing, end));
  EXPECT_TRUE(isRival(all, all.anyOf(3), end));
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
  EXPECT_FALSE(isRival(all, end1, join1)) << "a join waits";
  EXPECT_FALSE(all.isDependent(end2, join1));
  EXPECT_TRUE(isRival(all, end2, all.of(0, about(Act::TryJoin, 2))));
  OperationId made = all.of(3, about(Act::Create, 0));
  EXPECT_TRUE(isRival(all, made, all.of(4, about(Act::Create, 0))));
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

TEST(Summaries, OneMoreIsAUnion) {
  Summaries sets;
  SummaryId set = Summaries::kEmpty;
  // More unions than are kept at hand, twice.
  for (int round = 0; round < 2; ++round)
    for (OperationId id = 0; id < 1000; ++id)
      set = sets.with(set, id);
  EXPECT_EQ(sets.members(set).size(), 1000u);
  EXPECT_EQ(sets.with(sets.of({1, 5}), 3), sets.of({1, 3, 5}));
  EXPECT_EQ(sets.with(set, 7), set);
}

TEST(ThreadSet, HoldsAnyThread) {
  ThreadSet some, all;
  EXPECT_EQ(some, all);
  for (uint32_t thread : {0u, 3u, 63u, 64u, 200u}) {
    EXPECT_FALSE(all.has(thread));
    all.add(thread);
    EXPECT_TRUE(all.has(thread));
  }
  EXPECT_FALSE(all.has(128));
  EXPECT_FALSE(all.has(1000));
  EXPECT_NE(some, all);
  for (int next; (next = all.firstWithout(some)) >= 0;)
    some.add(uint32_t(next));
  EXPECT_EQ(some, all);
  EXPECT_EQ(some.firstWithout(ThreadSet()), 0);
  EXPECT_EQ(ThreadSet().firstWithout(all), -1);
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

/// What the words of isOrdered() say, step by step: of one thread, dependent, or
/// by way of a step between.
std::vector<std::vector<bool>> orderOf(const Operations &all,
                                       llvm::ArrayRef<OperationId> path) {
  const size_t n = path.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n));
  for (size_t late = 0; late < n; ++late)
    for (size_t early = late; early-- > 0;) {
      bool isBefore = all.threadOf(path[early]) == all.threadOf(path[late]) ||
                      all.isDependent(path[early], path[late]);
      for (size_t i = early + 1; i < late; ++i)
        isBefore |= before[early][i] && before[i][late];
      before[early][late] = isBefore;
    }
  return before;
}

TEST(PathClocks, AskedLateOrAtOnceTheySayTheSame) {
  Rng random(7);
  for (int round = 0; round < 50; ++round) {
    Operations all;
    PathClocks path(all);
    std::vector<OperationId> steps;
    for (int i = 0; i < 120; ++i) {
      if (!steps.empty() && random.below(3) == 0) {
        path.pop();
        steps.pop_back();
      } else {
        const uint64_t address = 64 * (1 + random.below(6));
        steps.push_back(all.of(random.below(4), random.below(2)
                                                    ? reads(address)
                                                    : writes(address)));
        path.push(steps.back(), 4, 4);
      }
      if (random.below(5))
        continue;
      const auto before = orderOf(all, steps);
      for (size_t late = 0; late < steps.size(); ++late)
        for (size_t early = 0; early < late; ++early)
          ASSERT_EQ(path.isOrdered(early, late), before[early][late]);
      for (uint32_t thread = 0; thread < 4; ++thread)
        for (size_t step = 0; step < steps.size(); ++step) {
          if (all.threadOf(steps[step]) == thread)
            continue;
          bool isKnown = false;
          for (size_t i = step + 1; i < steps.size(); ++i)
            isKnown |= before[step][i] && all.threadOf(steps[i]) == thread;
          ASSERT_EQ(path.isBefore(step, thread), isKnown);
        }
    }
  }
}

TEST(PathClocks, WhoeverIsMadeKnowsWhatItsMakerDoes) {
  Operations all;
  PathClocks path(all);
  path.push(all.of(0, writes(64)), 1, 2);
  EXPECT_TRUE(path.isBefore(0, 1));
}

} // namespace
