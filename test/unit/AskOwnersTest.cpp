//===- test/unit/AskOwnersTest.cpp - Questions about states, and answers --===//
#include "search/ranks/AskOwners.h"

#include <gtest/gtest.h>

#include <set>

using namespace rbcheck;

namespace {

Hash128 keyOf(uint64_t number) { return hashBytes(&number, sizeof(number), 7); }

struct Sent {
  uint32_t to, number;
  std::vector<Hash128> keys;
};

/// Member 0 of three.
struct Asking {
  std::vector<Sent> sent;
  AskOwners owners{
      0, 3, 4,
      [this](uint32_t to, uint32_t number, llvm::ArrayRef<Hash128> keys) {
        sent.push_back({to, number, keys.vec()});
      }};
  /// Asks about all keys of others up to a number; returns how many.
  size_t askAll(uint64_t count) {
    size_t asked = 0;
    for (uint64_t i = 0; i < count; ++i)
      if (!owners.isMine(keyOf(i)) && owners.ask(keyOf(i))) {
        SearchNode node;
        node.depth = uint32_t(i);
        owners.keep(std::move(node), 1);
        ++asked;
      }
    return asked;
  }
};

} // namespace

TEST(AskOwners, EveryKeyHasOneOwnerAndSharesAreEven) {
  Asking asking;
  std::vector<int> counts(3);
  for (uint64_t i = 0; i < 30'000; ++i) {
    ++counts[asking.owners.ownerOf(keyOf(i))];
    // What a bound puts into the lowest bits does not change it.
    EXPECT_EQ(asking.owners.ownerOf(StateSet::withCost(keyOf(i), 3)),
              asking.owners.ownerOf(StateSet::withCost(keyOf(i), 200)));
  }
  for (int count : counts)
    EXPECT_NEAR(count, 10'000, 500);
}

TEST(AskOwners, AsksOnceInBatches) {
  Asking asking;
  const size_t asked = asking.askAll(100);
  EXPECT_EQ(asking.askAll(100), 0u);
  asking.owners.flush();
  std::set<std::pair<uint64_t, uint64_t>> keys;
  for (const Sent &one : asking.sent) {
    EXPECT_NE(one.to, 0u);
    EXPECT_LE(one.keys.size(), 4u);
    for (Hash128 key : one.keys) {
      EXPECT_EQ(asking.owners.ownerOf(key), one.to);
      EXPECT_TRUE(keys.insert({uint64_t(key >> 64), uint64_t(key)}).second);
    }
  }
  EXPECT_EQ(keys.size(), asked);
}

TEST(AskOwners, AnswersFindTheirNodesInAnyOrder) {
  Asking asking;
  const size_t asked = asking.askAll(200);
  asking.owners.flush();
  size_t heard = 0;
  while (!asking.sent.empty()) {
    Sent one = asking.sent.back();
    asking.sent.pop_back();
    std::string found(one.keys.size(), char(Found::Known));
    found[0] = char(Found::New);
    size_t at = 0;
    EXPECT_TRUE(asking.owners.answered(
        one.to, one.number, found, [&](AskOwners::Answer answer) {
          EXPECT_EQ(answer.key, one.keys[at]);
          EXPECT_EQ(answer.key, keyOf(answer.node.depth));
          EXPECT_EQ(answer.found, at++ ? Found::Known : Found::New);
          ++heard;
        }));
    // Twice, of another length, or of what was never asked: nothing.
    auto none = [](AskOwners::Answer) { ADD_FAILURE(); };
    EXPECT_FALSE(asking.owners.answered(one.to, one.number, found, none));
    EXPECT_FALSE(asking.owners.answered(one.to, 999, found, none));
  }
  EXPECT_EQ(heard, asked);
  EXPECT_FALSE(asking.owners.isWaiting());
}

TEST(AskOwners, MoreMayWaitWhereAnswersTakeLong) {
  Asking asking;
  const size_t least = asking.owners.window();
  for (int i = 0; i < 100; ++i) // 100 keys every ms, answered after 10 ms
    asking.owners.noteTime(100, 0.01, 0.001 * i);
  EXPECT_NEAR(double(asking.owners.window()), 2000, 100);
  for (int i = 0; i < 100; ++i)
    asking.owners.noteTime(100, 0.00001, 1 + 0.001 * i);
  EXPECT_EQ(asking.owners.window(), least);
}
