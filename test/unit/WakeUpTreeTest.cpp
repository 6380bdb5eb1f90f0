//===- test/unit/WakeUpTreeTest.cpp - Sequences that are to be explored ---===//
#include "search/reduce/WakeUpTree.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

constexpr uint64_t kX = 0x1000, kY = 0x2000;

class WakeUpTreeTest : public testing::Test {
protected:
  Event read(uint16_t thread, uint64_t at, uint16_t value = 0) {
    return {thread, value,
            operations_.of(thread, Effects().atomic(at, 4, false))};
  }
  Event write(uint16_t thread, uint64_t at, uint16_t value = 0) {
    return {thread, value,
            operations_.of(thread, Effects().atomic(at, 4, true))};
  }
  bool isWeak(const Event &event, const Events &sequence) {
    return isWeakInitial(operations_, event, sequence);
  }
  /// "1(2) 3": thread 1 first, 2 behind it; or 3.
  static std::string text(const std::vector<WakeUpTree::Branch> &branches) {
    std::string all;
    for (const WakeUpTree::Branch &each : branches) {
      all += (all.empty() ? "" : " ") + std::to_string(each.event.thread);
      if (!each.rest.empty())
        all += "(" + text(each.rest) + ")";
    }
    return all;
  }
  std::string text() {
    std::vector<WakeUpTree::Branch> all;
    while (!tree_.isEmpty())
      all.push_back(tree_.takeFirst());
    const std::string words = text(all);
    tree_.become(std::move(all));
    return words;
  }
  void insert(Events sequence) { tree_.insert(operations_, sequence); }

  Operations operations_;
  WakeUpTree tree_;
};

TEST_F(WakeUpTreeTest, WeakInitials) {
  const Events sequence = {read(1, kX), write(2, kY), write(3, kX)};
  EXPECT_TRUE(isWeak(read(1, kX), sequence));
  EXPECT_TRUE(isWeak(write(2, kY), sequence));
  EXPECT_FALSE(isWeak(write(3, kX), sequence)); // behind the read
  EXPECT_FALSE(isWeak(read(4, kX), sequence));  // before the write of 3
  EXPECT_TRUE(isWeak(read(4, 0x3000), sequence));
  EXPECT_FALSE(isInitial(operations_, read(4, 0x3000), sequence));
  EXPECT_TRUE(isInitial(operations_, write(2, kY), sequence));
}

TEST_F(WakeUpTreeTest, AlternativesAreDifferentEvents) {
  EXPECT_FALSE(isWeak(write(1, kX, 0), {write(1, kX, 1)}));
  EXPECT_TRUE(isWeak(write(1, kX, 1), {write(1, kX, kAnyValue)}));
}

TEST_F(WakeUpTreeTest, ALeafStandsForWhatItCanBegin) {
  insert({write(1, kX)});
  insert({write(2, kY), write(1, kX)}); // 1 may as well go first
  EXPECT_EQ(text(), "1");
  insert({write(2, kX), write(1, kX)});
  EXPECT_EQ(text(), "1 2(1)");
}

TEST_F(WakeUpTreeTest, ASequenceIsAddedBehindWhatItShares) {
  insert({read(1, kX), write(3, kX)});
  insert({read(1, kX), read(2, kX), write(3, kX)});
  EXPECT_EQ(text(), "1(3 2(3))");
  insert({read(2, kX), read(1, kX), write(3, kX)}); // the same
  EXPECT_EQ(text(), "1(3 2(3))");
  insert({read(2, kX), write(3, kX), read(1, kX)}); // 3 before 1
  EXPECT_EQ(text(), "1(3 2(3)) 2(3(1))");
}

TEST_F(WakeUpTreeTest, OnlyTheFirst) {
  tree_.insertFirst(operations_, {read(1, kX), write(3, kX)});
  // 1 could go before it, too, but is not in it.
  tree_.insertFirst(operations_, {read(2, kX)});
  tree_.insertFirst(operations_, {read(2, kX), read(1, kX)});
  EXPECT_EQ(text(), "1 2");
}

} // namespace
