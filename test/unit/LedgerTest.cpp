//===- test/unit/LedgerTest.cpp - Nothing can be forgotten ----------------===//
#include "search/Ledger.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

Completeness stateOf(const Ledger &ledger) {
  Completeness all;
  ledger.describe(all);
  return all;
}

const Choice kFirst{0, 0}, kSecond{1, 0};

TEST(Ledger, BalancesWhenAllWasUsed) {
  Ledger ledger;
  EXPECT_TRUE(ledger.isFresh());
  uint64_t node = ledger.nextSerial();
  EXPECT_FALSE(ledger.isFresh());
  ledger.found(node);
  EXPECT_TRUE(stateOf(ledger).hasOpenWork);
  ledger.expanded(node, {kFirst, kSecond});
  ledger.taken(node, kSecond);
  EXPECT_TRUE(stateOf(ledger).hasOpenWork);
  ledger.taken(node, kFirst);
  EXPECT_FALSE(stateOf(ledger).hasOpenWork);
  EXPECT_EQ(stateOf(ledger).taken, 2u);
}

TEST(Ledger, OneChoiceTakenTwiceIsNoOther) {
  Ledger ledger;
  uint64_t node = ledger.nextSerial();
  ledger.found(node);
  ledger.expanded(node, {kFirst, kSecond});
  ledger.taken(node, kFirst);
  ledger.taken(node, kFirst);
  EXPECT_EQ(stateOf(ledger).offered, stateOf(ledger).taken);
  EXPECT_TRUE(stateOf(ledger).hasOpenWork);
}

TEST(Ledger, WhatIsCoveredNeedNotBeTaken) {
  Ledger ledger;
  uint64_t node = ledger.nextSerial();
  ledger.found(node);
  ledger.expanded(node, {kFirst, kSecond});
  ledger.covered(node, kFirst);
  ledger.taken(node, kSecond);
  EXPECT_FALSE(stateOf(ledger).hasOpenWork);
  EXPECT_EQ(stateOf(ledger).offered, 1u);
}

TEST(Ledger, NodesWithoutNumberHaveNoTickets) {
  Ledger ledger;
  ledger.expanded(0, {kFirst, kSecond});
  ledger.taken(0, kFirst);
  ledger.covered(0, kSecond);
  EXPECT_FALSE(stateOf(ledger).hasOpenWork);
  EXPECT_EQ(stateOf(ledger).offered, 0u);
}

TEST(Ledger, TwoThatShareASearchBalanceTogether) {
  Ledger giver, taker;
  taker.numberFrom(uint64_t(1) << 40);
  EXPECT_TRUE(taker.isFresh());
  uint64_t node = giver.nextSerial();
  giver.found(node);
  giver.expanded(node, {kFirst, kSecond});
  giver.taken(node, kFirst);
  taker.taken(node, kSecond);
  EXPECT_TRUE(stateOf(giver).hasOpenWork);
  giver.add(taker.counts(), taker.firstCut());
  EXPECT_FALSE(stateOf(giver).hasOpenWork);
}

TEST(Ledger, TheFirstCutIsKept) {
  Ledger ledger, other;
  other.cut({std::nullopt, "second", Lack::Nothing, "", {}});
  ledger.add(other.counts(), other.firstCut());
  EXPECT_EQ(ledger.firstCut().reason, "second");
  Ledger third;
  third.cut({std::nullopt, "first", Lack::Nothing, "", {}});
  third.add(other.counts(), other.firstCut());
  EXPECT_EQ(third.firstCut().reason, "first");
  third.beginAgain();
  EXPECT_EQ(stateOf(third).cuts, 2u);
}

} // namespace

TEST(Ledger, QuestionsAndPromisesBalanceInTheSum) {
  auto isOpen = [](llvm::ArrayRef<const Ledger *> all) {
    uint64_t sum = 0;
    for (const Ledger *one : all)
      sum += one->counts().openTickets;
    return sum != 0;
  };
  Ledger asker, owner;
  asker.asked(Hash128(7) << 64 | 3);
  EXPECT_TRUE(isOpen({&asker, &owner}));
  owner.served(Hash128(7) << 64 | 3, true);
  EXPECT_TRUE(isOpen({&asker, &owner})); // somebody has to explore it
  asker.heard(Hash128(7) << 64 | 3, true);
  EXPECT_FALSE(isOpen({&asker, &owner}));
  asker.asked(9);
  owner.served(9, false);
  asker.heard(9, true); // heard what was not said
  EXPECT_TRUE(isOpen({&asker, &owner}));
}

TEST(Ledger, ADroppedNodeNeedNotBeExpanded) {
  Ledger ledger;
  ledger.found(5);
  EXPECT_NE(ledger.counts().openTickets, 0u);
  ledger.dropped(5);
  EXPECT_EQ(ledger.counts().openTickets, 0u);
  EXPECT_EQ(ledger.counts().found, 0u);
}
