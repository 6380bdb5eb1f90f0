//===- test/unit/PoliciesTest.cpp - Orders, bounds, interference ----------===//
#include "search/policy/Policies.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

using List = std::vector<Choice>;
const List kList = {{0, 0}, {1, 0}, {1, 1}, {2, 0}};

List ordered(const char *text, uint16_t last, List list = kList) {
  Order order;
  EXPECT_FALSE(bool(order.parse(text))) << text;
  Rng rng(1);
  order.apply(list, {State(), last, nullptr}, rng);
  return list;
}

std::string orderMessage(const char *text) {
  Order order;
  llvm::Error error = order.parse(text);
  return error ? llvm::toString(std::move(error)) : "";
}

Operation operation(uint16_t thread, uint64_t address, uint32_t size,
                    bool write) {
  Operation operation;
  operation.thread = thread;
  operation.ranges = Accesses(Access{address, size, write, false, false});
  return operation;
}

} // namespace

TEST(Order, KeepsTheChoicesOfAThreadTogether) {
  EXPECT_EQ(ordered("same", 1), (List{{1, 0}, {1, 1}, {0, 0}, {2, 0}}));
  EXPECT_EQ(ordered("switch", 1), (List{{0, 0}, {2, 0}, {1, 0}, {1, 1}}));
  // The last thread cannot go on: nothing changes.
  EXPECT_EQ(ordered("switch", 5), kList);
  EXPECT_EQ(ordered("thread", 1), kList);
}

TEST(Order, RankedThreadsComeFirst) {
  EXPECT_EQ(ordered("rank:2,0,1", 0), (List{{2, 0}, {0, 0}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ordered("rank:1", 0), (List{{1, 0}, {1, 1}, {0, 0}, {2, 0}}));
}

TEST(Order, AnEarlierRuleDecidesBeforeALaterOne) {
  EXPECT_EQ(ordered("rank:2,switch", 0),
            (List{{2, 0}, {1, 0}, {1, 1}, {0, 0}}));
  EXPECT_EQ(ordered("switch,rank:2", 2),
            (List{{0, 0}, {1, 0}, {1, 1}, {2, 0}}));
  List mixed = ordered("same,random", 2);
  EXPECT_EQ(mixed.front(), (Choice{2, 0}));
}

TEST(Order, MessagesNameWhatIsKnown) {
  EXPECT_EQ(orderMessage("best"),
            "unknown order 'best'; known are thread, same, switch, random, "
            "interference[:H], rank:T,T,...");
  EXPECT_EQ(orderMessage("rank:x"),
            "order 'rank': 'x' is not the number of a thread");
  EXPECT_EQ(orderMessage("rank:1,1"), "order 'rank': thread 1 is listed twice");
  EXPECT_EQ(orderMessage("interference:99"),
            "order 'interference': 99 is out of range 1..8");
}

TEST(Operation, InterferesIfTheyOverlapAndOneWrites) {
  Operation read = operation(0, 100, 4, false);
  EXPECT_TRUE(interferes(read, operation(1, 103, 1, true)));
  EXPECT_FALSE(interferes(read, operation(1, 103, 1, false)));
  EXPECT_FALSE(interferes(read, operation(1, 104, 4, true)));
  EXPECT_FALSE(interferes(read, Operation()));
}

TEST(Order, RecentStepsAreNewestFirstAndCut) {
  RecentStepsRef steps;
  for (uint16_t i = 0; i < 5; ++i)
    steps = extend(steps, operation(i, i, 1, true), 3);
  ASSERT_EQ(steps->count, 3u);
  EXPECT_EQ(steps->steps[0].thread, 4);
  EXPECT_EQ(steps->steps[2].thread, 2);
}

TEST(Bounds, DelaysAreCountedInACircleFromTheLastThread) {
  const List enabled = {{0, 0}, {1, 0}, {1, 1}, {3, 0}};
  EXPECT_EQ(delaysOf(enabled, 1, 1), 0u);
  EXPECT_EQ(delaysOf(enabled, 1, 3), 1u);
  EXPECT_EQ(delaysOf(enabled, 1, 0), 2u);
  // The last thread is blocked: the next one in the circle is due.
  EXPECT_EQ(delaysOf(enabled, 2, 3), 0u);
  EXPECT_EQ(delaysOf(enabled, 2, 0), 1u);
  EXPECT_EQ(delaysOf(enabled, 2, 1), 2u);
}

TEST(Bounds, SeveralAreAddedUp) {
  Bounds bounds;
  EXPECT_FALSE(bool(bounds.parse("preemptions:2,depth:100")));
  EXPECT_FALSE(bool(bounds.parse("delays:3")));
  EXPECT_EQ(bounds.text(),
            "preemption bound 2, delay bound 3, depth bound 100");
  EXPECT_EQ(llvm::toString(bounds.parse("depth:0")),
            "bound 'depth': 0 is out of range 1..4000000000");
}
