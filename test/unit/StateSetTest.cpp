//===- test/unit/StateSetTest.cpp - Tables behind the visited sets --------===//
#include "search/visited/StateSet.h"
#include "search/visited/InternTable.h"
#include "search/Rng.h"
#include "search/visited/SortedTable.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace rbcheck;

namespace {

using Wide = unsigned __int128;

Wide randomWide(Rng &rng) { return Wide(rng.next()) << 64 | rng.next(); }

/// The values of one segment: all share their top bits.
Wide inSegment(Wide value) {
  return value >> SortedTable<Wide>::kSegmentBits | Wide(1);
}

} // namespace

TEST(SortedTable, FindsWhatWasAddedAndNothingElse) {
  SortedTable<Wide> table;
  Rng rng(1), again(1), other(2);
  for (int i = 0; i < 100'000; ++i)
    EXPECT_TRUE(table.insert(inSegment(randomWide(rng))));
  for (int i = 0; i < 100'000; ++i)
    EXPECT_FALSE(table.insert(inSegment(randomWide(again))));
  EXPECT_EQ(table.size(), 100'000u);
  for (int i = 0; i < 1000; ++i)
    EXPECT_TRUE(table.insert(inSegment(randomWide(other))));
}

// The reference: a map from the rest to the least number.
TEST(SortedTable, KeepsTheLeastNumber) {
  SortedTable<Wide> table;
  std::map<Wide, uint8_t> reference;
  Rng rng(3);
  for (int i = 0; i < 200'000; ++i) {
    const Wide rest = inSegment(Wide(rng.below(20'000)) << 100) >> 8 << 8;
    const auto number = uint8_t(rng.below(12));
    auto [at, isFirst] = reference.try_emplace(rest, number);
    const bool isLess = isFirst || number < at->second;
    at->second = std::min(at->second, number);
    bool isNew;
    ASSERT_EQ(table.insertLeast(rest | number, 8, isNew), isLess);
    ASSERT_EQ(isNew, isFirst);
  }
  EXPECT_EQ(table.size(), reference.size());
}

TEST(StateSet, TellsCheaperFromNew) {
  for (bool isShared : {false, true}) {
    std::unique_ptr<StateSet> set = makeFingerprintSet(true, isShared);
    const Hash128 one = Hash128(7) << 64, other = Hash128(8) << 64;
    EXPECT_EQ(set->insertLeast(one, 3), Found::New);
    EXPECT_EQ(set->insertLeast(one, 3), Found::Known);
    EXPECT_EQ(set->insertLeast(one, 4), Found::Known);
    EXPECT_EQ(set->insertLeast(one, 1), Found::Cheaper);
    EXPECT_EQ(set->insertLeast(one, 2), Found::Known);
    EXPECT_EQ(set->insertLeast(other, 2), Found::New);
    EXPECT_EQ(set->insertLeast(0, 0), Found::New);
    EXPECT_EQ(set->insertLeast(0, 0), Found::Known);
    EXPECT_EQ(set->size(), 3u);
  }
}

TEST(SortedTable, ExtremesAreValues) {
  SortedTable<uint64_t> table;
  const uint64_t end = 1ull << (64 - SortedTable<uint64_t>::kSegmentBits);
  for (uint64_t value : {uint64_t(1), uint64_t(2), end - 1, end - 2}) {
    EXPECT_TRUE(table.insert(value));
    EXPECT_FALSE(table.insert(value));
  }
  // A run at the very end of the array.
  for (uint64_t i = 3; i < 500; ++i)
    EXPECT_TRUE(table.insert(end - i));
  EXPECT_EQ(table.size(), 501u);
}

TEST(SortedTable, TakesAtMost32BytesAValue) {
  SortedTable<Wide> table;
  Rng rng(3);
  for (uint64_t i = 1; i <= 400'000; ++i) {
    table.insert(inSegment(randomWide(rng)));
    if (i > 2'000)
      ASSERT_LE(table.bytes(), 32 * i) << i;
  }
}

TEST(InternTable, EqualPairsHaveEqualNumbers) {
  PairTable table;
  bool isNew;
  for (uint32_t round = 0; round < 2; ++round)
    for (uint32_t a = 0; a < 300; ++a)
      for (uint32_t b = 0; b < 300; ++b) {
        EXPECT_EQ(table.number(a, b, isNew), a * 300 + b);
        EXPECT_EQ(isNew, round == 0);
      }
}

TEST(InternTable, EqualBytesHaveEqualNumbers) {
  BlobTable table;
  std::set<uint32_t> numbers;
  std::string text;
  for (int i = 0; i < 2000; ++i, text += char(i))
    EXPECT_TRUE(numbers.insert(table.number(text.data(), text.size())).second);
  text.clear();
  for (int i = 0; i < 2000; ++i, text += char(i))
    EXPECT_FALSE(numbers.insert(table.number(text.data(), text.size())).second);
}

TEST(VisitedOptions, RoundTrip) {
  for (const char *text : {"fp128", "fp64", "exact", "bitstate:16"}) {
    auto options = VisitedOptions::parse(text);
    ASSERT_TRUE(bool(options));
    EXPECT_EQ(options->toString(), text);
  }
  for (const char *text : {"", "fp12", "fp64:3", "bitstate:", "bitstate:-1"})
    EXPECT_FALSE(bool(llvm::expectedToOptional(VisitedOptions::parse(text))))
        << text;
}

TEST(Shrink, FingerprintsStayKnownAsBits) {
  for (VisitedKind kind : {VisitedKind::Fp128, VisitedKind::Fp64})
    for (bool isShared : {false, true}) {
      VisitedOptions options;
      options.kind = kind;
      std::shared_ptr<StateSet> set =
          isShared ? makeSharedSet(options) : makeStateSet(options);
      EXPECT_EQ(makeSmaller(*set, options, isShared), nullptr); // not worth it
      EXPECT_EQ(options.kind, kind);
      constexpr uint32_t kCount = 900'000;
      auto keyOf = [](uint32_t i) { return hashBytes(&i, sizeof(i), 7); };
      for (uint32_t i = 0; i < kCount; ++i)
        set->insertFingerprint(keyOf(i), i % 3);
      uint64_t before = set->bytes();
      std::shared_ptr<StateSet> smaller = makeSmaller(*set, options, isShared);
      ASSERT_TRUE(smaller);
      EXPECT_EQ(options.kind, VisitedKind::Bitstate);
      EXPECT_LE(smaller->bytes(), before / 3);
      uint32_t known = 0, fresh = 0;
      for (uint32_t i = 0; i < kCount; ++i)
        known += !smaller->insertFingerprint(keyOf(i), i % 3);
      EXPECT_EQ(known, kCount);
      for (uint32_t i = kCount; i < kCount + 1000; ++i)
        fresh += smaller->insertFingerprint(keyOf(i), 0);
      EXPECT_GT(fresh, 900u);
      EXPECT_EQ(makeSmaller(*smaller, options, isShared), nullptr);
    }
}
