//===- test/unit/ExamplesTest.cpp - Examples that are found, and dropped --===//
#include "search/solver/Examples.h"

#include "search/Rng.h"

#include <gtest/gtest.h>

#include <deque>

using namespace rbcheck;
using namespace rbcheck::term;

namespace {

TermRef is(uint64_t value) {
  return binary(TermOp::Eq, input(0, 32), constant(value, 32));
}
Assignment exampleOf(uint64_t value) { return {{0, value}}; }

} // namespace

TEST(Examples, TheFirstIsZero) {
  Examples examples;
  EXPECT_NE(examples.find({}), nullptr);
  EXPECT_NE(examples.find({is(0)}), nullptr);
  EXPECT_EQ(examples.find({is(1)}), nullptr);
}

// The oldest goes when one more comes, whether a condition was asked for before
// or not.
TEST(Examples, TheOldestGo) {
  Examples examples; // number 0
  for (uint64_t i = 1; i < Examples::kMost; ++i)
    examples.add(exampleOf(i));
  for (uint64_t i = 0; i < Examples::kMost; ++i)
    ASSERT_NE(examples.find({is(i)}), nullptr) << i;
  for (uint64_t i = Examples::kMost; i < 2 * Examples::kMost + 100; ++i) {
    examples.add(exampleOf(i));
    const uint64_t oldest = i + 1 - Examples::kMost;
    ASSERT_EQ(examples.find({is(oldest - 1)}), nullptr) << i;
    const Assignment *kept = examples.find({is(oldest)});
    ASSERT_TRUE(kept && kept->lookup(0) == oldest) << i;
    kept = examples.find({is(i)});
    ASSERT_TRUE(kept && kept->lookup(0) == i) << i;
  }
}

// A condition that nobody asked for while more came than are kept.
TEST(Examples, AConditionMayMissMany) {
  Examples examples;
  ASSERT_NE(examples.find({is(0)}), nullptr);
  ASSERT_EQ(examples.find({is(7)}), nullptr);
  for (uint64_t i = 0; i < 3 * Examples::kMost + 5; ++i)
    examples.add(exampleOf(i % 100 + 1));
  EXPECT_EQ(examples.find({is(0)}), nullptr);
  EXPECT_NE(examples.find({is(7)}), nullptr);
}

// Against a list that is looked through, with questions of several conditions.
TEST(Examples, AreThoseOfAPlainList) {
  Examples examples;
  std::deque<Assignment> plain = {Assignment()};
  Rng rng(31);
  auto holds = [](TermRef t, const Assignment &example) {
    return evaluate(t, [&](uint32_t n) { return example.lookup(n); }) == 1;
  };
  unsigned found = 0, missed = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    for (unsigned more = rng.below(8); more > 0; --more) {
      const Assignment made = {{0, rng.below(5000)}, {1, rng.below(5000)}};
      examples.add(made);
      plain.push_back(made);
      if (plain.size() > Examples::kMost)
        plain.pop_front();
    }
    llvm::SmallVector<TermRef> conditions;
    for (uint32_t n : {0, 1}) {
      const uint64_t low = 50 * rng.below(100);
      conditions.push_back(
          binary(TermOp::ULt, constant(low, 32), input(n, 32)));
      conditions.push_back(
          binary(TermOp::ULt, input(n, 32), constant(low + 150, 32)));
    }
    auto allHold = [&](const Assignment &example) {
      return llvm::all_of(conditions,
                          [&](TermRef t) { return holds(t, example); });
    };
    const Assignment *one = examples.find(conditions);
    ASSERT_EQ(one != nullptr, llvm::any_of(plain, allHold)) << round;
    if (one)
      ASSERT_TRUE(allHold(*one)) << round;
    ++(one ? found : missed);
  }
  EXPECT_GT(found, 100u);
  EXPECT_GT(missed, 100u);
}
