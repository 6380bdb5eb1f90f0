//===- test/unit/CompletenessTest.cpp - How far a search came -------------===//
#include "tools/report/Reasons.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

/// Each way to be incomplete, alone.
struct Case {
  const char *reason;
  void (*make)(Completeness &);
  bool isWithinBounds = false, isExhausted = false;
};

const Case kCases[] = {
    {"time limit of 2.50 s reached",
     [](Completeness &all) {
       all.stop = {StopReason::Time, 2.5};
     }},
    {"limit of 7 states reached",
     [](Completeness &all) {
       all.stop = {StopReason::States, 7};
     }},
    {"interrupted",
     [](Completeness &all) { all.stop = {StopReason::Interrupted}; }},
    {"call to f at a.c:3 (2 paths cut)",
     [](Completeness &all) {
       all.cuts = 2;
       all.firstCut.reason = "call to f";
       all.firstCut.at = {"a.c", 3, 0, "g"};
     },
     false, true},
    {"a path ended with an unchecked leak at a.c:3",
     [](Completeness &all) {
       all.cuts = 1;
       all.firstCut.unchecked = FaultKind::Leak;
       all.firstCut.at = {"a.c", 3, 0, "g"};
     },
     false, true},
    {"preemption bound 2",
     [](Completeness &all) {
       all.bounds.preemptions = 2;
       all.droppedByBound = 1;
     },
     true},
    {"depth bound 5", [](Completeness &all) { all.depthCut = 5; }},
    {"depth limit of 5 reached",
     [](Completeness &all) {
       all.depthCut = 5;
       all.isDepthLimit = true;
     }},
    {"some walks: 1 of 3 choices and 2 of 4 states left unexplored",
     [](Completeness &all) {
       all.hasOpenWork = true;
       all.pruning = "some walks";
       all.offered = 3, all.taken = 2, all.found = 4, all.expanded = 2;
     }},
    {"bitstate hashing may have missed states",
     [](Completeness &all) { all.visited.kind = VisitedKind::Bitstate; }, false,
     true},
    {"rand: one sequence of random numbers is tried, always the same at a.c:3 "
     "(--accept=rand)",
     [](Completeness &all) {
       all.approximations.push_back(
           {{ApproximationKind::Rand, "rand", "", {}}, {"a.c", 3, 0, "g"}});
     },
     false, true},
};

} // namespace

TEST(Completeness, NothingInTheWayIsComplete) {
  Completeness all;
  EXPECT_TRUE(all.isComplete());
  EXPECT_TRUE(all.isExhausted());
  EXPECT_EQ(reasonOf(all), "");
}

TEST(Completeness, EveryWayStandsInTheWayAndIsNamed) {
  for (const Case &one : kCases) {
    Completeness all;
    one.make(all);
    EXPECT_FALSE(all.isComplete()) << one.reason;
    EXPECT_EQ(all.isCompleteWithinBounds(), one.isWithinBounds) << one.reason;
    EXPECT_EQ(all.isExhausted(), one.isExhausted) << one.reason;
    EXPECT_EQ(reasonOf(all), one.reason);
  }
}

TEST(Completeness, ABoundAndSomethingElseIsNotWithinTheBound) {
  for (const Case &one : kCases) {
    if (one.isWithinBounds)
      continue;
    Completeness all;
    all.bounds.preemptions = 1;
    all.droppedByBound = 3;
    one.make(all);
    EXPECT_FALSE(all.isCompleteWithinBounds()) << one.reason;
  }
}

TEST(Completeness, WhatIsAcceptedIsNotInTheWay) {
  Completeness all;
  all.approximations.push_back({{ApproximationKind::Rand, "rand", "", {}}, {}});
  all.approximations.push_back(
      {{ApproximationKind::WeakMemory, "", "", {}}, {}});
  EXPECT_FALSE(all.isComplete());
  all.accepted = {ApproximationKind::Signals, ApproximationKind::Rand};
  EXPECT_TRUE(all.isComplete());
  EXPECT_EQ(reasonOf(all), "");
  EXPECT_EQ(acceptedNames(all), std::vector<std::string>{"rand"});
}
