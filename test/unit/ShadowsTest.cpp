//===- test/unit/ShadowsTest.cpp - What of a state depends on inputs ------===//
#include "interp/state/symbolic/Shadows.h"

#include <gtest/gtest.h>

using namespace rbcheck;
using namespace rbcheck::term;

namespace {

TermRef in(uint32_t number, unsigned width = 8) { return input(number, width); }
TermRef num(uint64_t value, unsigned width = 8) {
  return constant(value, width);
}
TermRef below(TermRef a, TermRef b) { return binary(TermOp::ULt, a, b); }

Shadows with(std::vector<ByteShadow> bytes, std::vector<TermRef> conditions,
             uint32_t inputs) {
  Shadows shadows;
  for (const ByteShadow &byte : bytes)
    shadows.setByte(byte.address, byte.term);
  for (TermRef condition : conditions)
    shadows.assume(condition);
  shadows.inputs = inputs;
  return shadows;
}

void expectSame(Shadows a, Shadows b) {
  a.normalise();
  b.normalise();
  EXPECT_TRUE(a == b);
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.inputs, b.inputs);
}
void expectOther(Shadows a, Shadows b) {
  a.normalise();
  b.normalise();
  EXPECT_FALSE(a == b);
  EXPECT_NE(a.hash(), b.hash());
}

TEST(Shadows, NumbersOfInputsMakeNoDifference) {
  expectSame(with({{16, in(0)}}, {below(in(0), num(9))}, 1),
             with({{16, in(3)}}, {below(in(3), num(9))}, 5));
  expectSame(with({{16, in(1)}, {17, in(0)}}, {below(in(0), in(1))}, 2),
             with({{16, in(0)}, {17, in(1)}}, {below(in(1), in(0))}, 2));
}

TEST(Shadows, WhichInputAConditionIsAboutMakesADifference) {
  expectOther(with({{16, in(0)}, {17, in(1)}}, {below(in(0), num(9))}, 2),
              with({{16, in(0)}, {17, in(1)}}, {below(in(1), num(9))}, 2));
  expectOther(with({{16, in(0)}, {17, in(1)}}, {}, 2),
              with({{16, in(0)}, {17, in(0)}}, {}, 1));
  expectOther(with({{16, in(0)}}, {below(in(0), num(9))}, 1),
              with({{16, in(0)}}, {below(in(0), num(8))}, 1));
  expectOther(with({{16, in(0)}}, {}, 1), with({{17, in(0)}}, {}, 1));
}

TEST(Shadows, ConditionsAboutInputsThatNothingDependsOnGo) {
  expectSame(with({{16, in(1)}}, {below(in(0), num(9))}, 2),
             with({{16, in(0)}}, {}, 1));
  Shadows none = with({}, {below(in(0), in(1))}, 2);
  none.normalise();
  EXPECT_TRUE(none.path.empty());
  EXPECT_EQ(none.inputs, 0u);
}

TEST(Shadows, ConditionsThatTieInputsTogetherStay) {
  // Byte, 0 < 1, 1 < 2: all of them say something about the byte.
  Shadows tied = with({{16, in(0)}},
                      {below(in(0), in(1)), below(in(1), in(2)),
                       below(in(2), num(9)), below(in(3), num(7))},
                      4);
  tied.normalise();
  EXPECT_EQ(tied.path.size(), 3u);
  EXPECT_EQ(tied.inputs, 3u);
}

TEST(Shadows, WhatCannotBeStays) {
  Shadows never = with({{16, in(0)}}, {num(0, 1)}, 1);
  never.normalise();
  ASSERT_EQ(never.path.size(), 1u);
  EXPECT_TRUE(never.path[0]->isConstant());
}

TEST(Shadows, NormalisingTwiceChangesNothing) {
  Shadows shadows = with({{16, in(5)}, {17, in(2)}, {30, in(4)}},
                         {below(in(7), in(5)), below(in(2), in(9))}, 10);
  EXPECT_TRUE(shadows.normalise());
  Shadows again = shadows;
  EXPECT_FALSE(again.normalise());
  EXPECT_TRUE(again == shadows);
}

TEST(Shadows, RegistersAndDecisionsAreRenamedWithTheRest) {
  Shadows shadows = with({{16, in(3)}}, {below(in(3), num(9))}, 4);
  shadows.registers.push_back({0, 0, 2, in(2)});
  shadows.decisions.push_back({0, below(in(2), in(3)), {0, 1}});
  shadows.normalise();
  EXPECT_EQ(shadows.registers[0].term, in(0));
  EXPECT_EQ(shadows.bytes[0].term, in(1));
  EXPECT_EQ(shadows.path[0], below(in(1), num(9)));
  EXPECT_EQ(shadows.decisions[0].term, below(in(0), in(1)));
}

TEST(Shadows, AConditionOfADecisionStays) {
  Shadows shadows = with({}, {below(in(4), num(9))}, 5);
  shadows.decisions.push_back({0, in(4), {1, 2}});
  shadows.normalise();
  ASSERT_EQ(shadows.path.size(), 1u);
  EXPECT_EQ(shadows.path[0], below(in(0), num(9)));
}

TEST(Shadows, ReplaceLeavesConditionsUnlessAsked) {
  const TermRef condition = below(in(0), num(9));
  auto isThree = [](TermRef part) { return part == in(0) ? num(3) : nullptr; };
  Shadows shadows = with({{16, in(0)}, {17, in(1)}}, {condition}, 2);
  shadows.replace(isThree, false);
  EXPECT_EQ(shadows.bytes[0].term, num(3));
  EXPECT_EQ(shadows.bytes[1].term, in(1));
  ASSERT_EQ(shadows.path.size(), 1u);
  EXPECT_EQ(shadows.path[0], condition);
  shadows.replace(isThree, true);
  EXPECT_TRUE(shadows.path.empty()); // 3 < 9
}

TEST(Shadows, BothSidesOfAConjunctionHold) {
  const TermRef a = below(in(0), num(9)), b = below(num(2), in(0));
  EXPECT_TRUE(with({{16, in(0)}}, {binary(TermOp::And, a, b)}, 1) ==
              with({{16, in(0)}}, {b, a}, 1));
}

TEST(Shadows, BytesAreSetAndCleared) {
  Shadows shadows = with({{10, in(0)}, {11, in(1)}, {14, in(2)}}, {}, 3);
  EXPECT_EQ(shadows.bytesIn(10, 12).size(), 2u);
  EXPECT_EQ(shadows.bytesIn(11, 14).size(), 1u);
  EXPECT_TRUE(shadows.bytesIn(12, 14).empty());
  shadows.setByte(11, num(4)); // known
  EXPECT_EQ(shadows.bytesIn(0, 100).size(), 2u);
  shadows.clearBytes(0, 14);
  ASSERT_EQ(shadows.bytes.size(), 1u);
  EXPECT_EQ(shadows.bytes[0].address, 14u);
}

TEST(Shadows, AThreadThatEndsTakesItsPartWithIt) {
  Shadows shadows = with({}, {}, 2);
  shadows.registers = {{0, 0, 1, in(0)}, {1, 0, 1, in(1)}, {1, 2, 3, in(0)}};
  shadows.decisions = {{1, in(1), {0, 1}}};
  shadows.clearThread(1);
  ASSERT_EQ(shadows.registers.size(), 1u);
  EXPECT_EQ(shadows.registers[0].thread, 0u);
  EXPECT_EQ(shadows.decisionOf(1), nullptr);
}

} // namespace
