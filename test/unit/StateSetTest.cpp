//===- test/unit/StateSetTest.cpp - Tables behind the visited sets --------===//
#include "search/visited/StateSet.h"
#include "interp/state/OpenState.h"
#include "search/Rng.h"
#include "search/visited/InternTable.h"
#include "search/visited/Root.h"
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
  for (uint32_t round = 0; round < 2; ++round)
    for (uint32_t a = 0; a < 300; ++a)
      for (uint32_t b = 0; b < 300; ++b) {
        EXPECT_EQ(table.number(a, b), a * 300 + b);
        EXPECT_EQ(table.size(), round ? 300 * 300 : a * 300 + b + 1);
        EXPECT_EQ(table[a * 300 + b], (PairTable::Pair{a, b}));
      }
}

TEST(InternTable, EqualBytesHaveEqualNumbers) {
  // Of all with the same words at the front, and with hashes that are bad.
  for (uint64_t hashes : {1u, 7u, 1u << 30}) {
    BlobTable table;
    std::set<uint32_t> numbers;
    for (bool isNew : {true, false})
      for (uint32_t word : {0u, 5u}) {
        std::string text;
        for (int i = 0; i < 600; ++i, text += char(i)) {
          const Blob blob{i % hashes, word, text.data(), text.size()};
          const uint32_t number = table.number(blob);
          EXPECT_EQ(numbers.insert(number).second, isNew);
          const auto *data = static_cast<const char *>(table.data(number));
          EXPECT_EQ(std::memcmp(data, &word, sizeof(word)), 0);
          EXPECT_EQ(std::memcmp(data + sizeof(word), text.data(), text.size()),
                    0);
        }
      }
    EXPECT_EQ(table.size(), 1200u);
  }
}

// The reference: a std::set. Words in few neighbourhoods, and with few bits.
TEST(WordSet, HasWhatWasAddedAndNothingElse) {
  WordSet set;
  std::set<uint64_t> reference;
  Rng rng(5);
  auto add = [&](uint64_t word) {
    ASSERT_EQ(set.insert(word), reference.insert(word).second) << word;
    ASSERT_EQ(WordSet::unscramble(WordSet::scramble(word)), word);
  };
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < 64; ++j)
      add(uint64_t(1) << i | uint64_t(1) << j);
  for (uint64_t i = 1; i < 40'000; ++i) {
    add(i);
    add(~i);
    add(i << 43 | 7);
    add(rng.next() | 1);
    add(uint64_t(rng.below(200)) << 43 | rng.below(200) << 21 |
        (1 + rng.below(3)));
  }
  EXPECT_EQ(set.size(), reference.size());
  std::set<uint64_t> told;
  set.forEach([&](uint64_t word) { EXPECT_TRUE(told.insert(word).second); });
  EXPECT_EQ(told, reference);
}

TEST(WordSet, TakesFewBytesAlsoInOneNeighbourhood) {
  WordSet set;
  const uint64_t none = set.bytes();
  for (uint64_t i = 1; i <= 1'000'000; ++i)
    set.insert(i);
  EXPECT_LE(set.bytes() - none, 16u * set.size());
}

TEST(Root, WordsTellTheirRoots) {
  const uint32_t small[] = {0, 1, 2, 1000, Root::kSmall - 2, Root::kSmall - 1};
  const uint32_t large[] = {
      0, 1, 4095, 4096, Root::kSmall, (1u << Root::kIndexBits) - 1};
  std::set<uint64_t> words = {0};
  for (uint32_t base : small)
    for (uint32_t first : small)
      for (uint32_t last : small) {
        if (base == 0)
          continue;
        const Root root{base, first, last};
        EXPECT_TRUE(root.isBelow(Root::kSmall));
        const uint64_t word = wordOf(root);
        EXPECT_TRUE(words.insert(word).second);
        EXPECT_FALSE(isLargeRoot(word));
        EXPECT_EQ(smallRootOf(word), root);
      }
  for (uint32_t both : large)
    for (uint32_t last : large) {
      const LargeRoot root{both, last};
      const uint64_t word = wordOf(root);
      EXPECT_TRUE(words.insert(word).second);
      EXPECT_TRUE(isLargeRoot(word));
      EXPECT_EQ(largeRootOf(word), root);
    }
  EXPECT_FALSE((Root{1, Root::kSmall, 0}).isBelow(Root::kSmall));
}

namespace {

/// Calls visit(state, i) with states of one to five threads with globals, heap
/// blocks small and large, and locals that come and go: each one to seven
/// changes away from the one before. They are hashed, and not frozen yet.
template <typename Visit>
void visitStates(size_t count, uint64_t seed, Visit visit) {
  OpenState state;
  Rng rng(seed);
  std::vector<uint64_t> places;
  for (uint32_t i = 0; i < 20; ++i)
    places.push_back(
        state.createGlobal(kFirstGlobalIndex + i, i % 5 ? 8 : 700, 0)->base);
  for (size_t i = 0; i < count;) {
    const uint64_t what = rng.next() % 16;
    const auto threads = state.threadCount();
    const uint32_t thread = threads ? uint32_t(rng.next() % threads) : 0;
    if (threads == 0 || (what == 0 && threads < 5)) {
      state.addThread();
      ++state.ownScalars().live;
    } else if (what == 1) {
      places.push_back(state.createHeap(thread, 1 + rng.next() % 900, 0)->base);
    } else if (what == 2) {
      places.push_back(state.createStack(thread, 8, kFreshByte, 1)->base);
    } else if (what == 3) {
      state.popStack(thread, 0);
    } else if (what < 8) {
      state.ownThread(thread).s.result = rng.next() % 3;
    } else if (Object *object =
                   state.find(places[rng.next() % places.size()])) {
      const auto byte = uint8_t(rng.next() % 3);
      object = state.own(object);
      state.write(object, rng.next() % object->size, &byte, 1);
    }
    if (rng.next() % 7 < 3)
      continue;
    state.fingerprint();
    visit(state, i++);
    state.freeze();
  }
}

/// What a policy might add, small and large.
uint32_t extraOf(size_t i) { return i % 3 ? 0 : uint32_t(i % 7 << 29 | i % 2); }

} // namespace

// The reference: states that were compared byte for byte. With all roots small,
// some or none (Root.h).
class ExactSetTest : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Limits, ExactSetTest,
                         testing::Values(~0u, 700u, 60u, 0u));

TEST_P(ExactSetTest, KnowsEqualStatesAndTheirFingerprints) {
  std::unique_ptr<StateSet> set = makeExactSet(GetParam());
  constexpr size_t kCount = 20'000;
  std::map<std::pair<Hash128, uint32_t>, State> first;
  std::set<Hash128> expected;
  OpenState other;
  size_t beside = 0;
  visitStates(kCount, 11 + GetParam(), [&](OpenState &state, size_t i) {
    const uint32_t extra = extraOf(i);
    const Hash128 key = state.fingerprint();
    const bool isNew = !first.count({key, extra});
    beside += state.beside().size() > 1;
    EXPECT_EQ(set->insert(state, extra), isNew) << i;
    // The same once it is frozen, and where it is opened again.
    const State frozen = state.freeze();
    EXPECT_TRUE(state.beside().empty());
    EXPECT_FALSE(set->insert(state, extra)) << i;
    other.open(frozen);
    EXPECT_FALSE(set->insert(other, extra)) << i;
    auto [at, isFirst] = first.try_emplace({key, extra}, frozen);
    EXPECT_TRUE(frozen == at->second);
    EXPECT_EQ(set->size(), first.size());
    expected.insert(shortenFingerprint<Hash128>(
        extra ? extendFingerprint(key, extra) : key));
  });
  EXPECT_LT(first.size(), kCount); // some came again
  EXPECT_GT(beside, kCount / 100);
  for (bool only : {false, true}) {
    if (only)
      set->keepFingerprintsOnly();
    std::set<Hash128> told;
    set->forEach([&](Hash128 key) { EXPECT_TRUE(told.insert(key).second); });
    EXPECT_EQ(told, expected);
  }
}

TEST(ExactSet, ForgetsStatesAndKeepsNumbers) {
  std::unique_ptr<StateSet> set = makeExactSet();
  std::vector<State> states;
  visitStates(500, 11, [&](OpenState &state, size_t) {
    set->insert(state, 0);
    states.push_back(state.freeze());
  });
  const uint64_t count = set->size();
  ASSERT_TRUE(set->forget());
  EXPECT_EQ(set->size(), 0u);
  OpenState open;
  for (const State &state : states) {
    open.open(state);
    set->insert(open, 0);
  }
  EXPECT_EQ(set->size(), count);
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

TEST(Shrink, ExactStatesBecomeFingerprintsOnlyIfTheseAreSmaller) {
  constexpr uint32_t kCount = 60'000;
  for (bool isDense : {false, true}) {
    // Different contents in each state, or the same few in other combinations.
    OpenState state;
    uint64_t places[2];
    for (uint64_t &place : places)
      place = state.createHeap(state.addThread(), 200, 0)->base;
    state.addThread(); // so that the two are not in one pair
    std::unique_ptr<StateSet> set = makeExactSet();
    auto make = [&](uint32_t i) {
      for (uint32_t which : {0u, 1u}) {
        Object *object = state.own(state.find(places[which]));
        uint32_t value = isDense ? (which ? i % 1000 : i / 1000) : i;
        state.write(object, 8, &value, sizeof(value));
      }
      return state.fingerprint();
    };
    const uint32_t count = isDense ? 10 * kCount : kCount;
    for (uint32_t i = 0; i < count; ++i) {
      make(i);
      ASSERT_TRUE(set->insert(state, 0));
    }
    VisitedOptions options;
    options.kind = VisitedKind::Exact;
    std::shared_ptr<StateSet> smaller = makeSmaller(*set, options, false);
    ASSERT_TRUE(smaller);
    EXPECT_EQ(options.kind,
              isDense ? VisitedKind::Bitstate : VisitedKind::Fp128);
    for (uint32_t i = 0; i < count; ++i)
      ASSERT_FALSE(smaller->insertFingerprint(make(i), 0)) << i;
  }
}
