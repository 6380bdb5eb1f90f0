//===- test/unit/FootprintTest.cpp - Footprints ---------------------------===//
#include "interp/state/Footprint.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace rbcheck;

namespace {

TEST(Footprint, NothingIsNull) {
  FootprintLog log;
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(log.footprint(), nullptr);
  log.add(100, 0, TouchMode::Write, 1);
  EXPECT_EQ(log.footprint(), nullptr);
}

TEST(Footprint, OrderAndPlacesDoNotCount) {
  FootprintLog a, b;
  a.add(100, 4, TouchMode::Read, 1);
  a.add(104, 4, TouchMode::Read, 2);
  a.add(96, 4, TouchMode::Write, 3);
  b.add(96, 4, TouchMode::Write, 9);
  b.add(100, 8, TouchMode::Read, 9);
  FootprintRef x = a.footprint(), y = b.footprint();
  EXPECT_EQ(x->hash(), y->hash());
  EXPECT_TRUE(areEqual(x, y));
  b.add(100, 1, TouchMode::Write, 9);
  EXPECT_NE(x->hash(), b.footprint()->hash());
  EXPECT_FALSE(areEqual(x, b.footprint()));
  EXPECT_FALSE(areEqual(x, nullptr));
}

TEST(Footprint, StrongerCoversWeaker) {
  FootprintLog log;
  log.add(100, 8, TouchMode::Read, 1);
  log.add(102, 2, TouchMode::Write, 2);
  log.add(96, 16, TouchMode::End, 3);
  FootprintRef all = log.footprint();
  ASSERT_EQ(all->ranges().size(), 1u);
  EXPECT_EQ(all->ranges()[0].mode, TouchMode::End);
  EXPECT_EQ(all->ranges()[0].place, 3u);
}

TEST(Footprint, ResumesWhereItWas) {
  FootprintLog log;
  log.add(100, 4, TouchMode::Write, 1);
  FootprintRef before = log.footprint();
  FootprintLog other;
  other.resume(before);
  EXPECT_TRUE(areEqual(other.footprint(), before));
  other.resume(nullptr);
  EXPECT_EQ(other.footprint(), nullptr);
}

/// Byte by byte, the slow and obvious way.
using Bytes = std::map<uint64_t, TouchMode>;

void add(FootprintLog &log, Bytes &bytes, uint64_t address, uint64_t size,
         TouchMode mode, uint64_t place) {
  log.add(address, size, mode, place);
  for (uint64_t i = address; i < address + size; ++i) {
    auto [at, isNew] = bytes.try_emplace(i, mode);
    at->second = std::max(at->second, mode);
  }
}

Bytes bytesOf(const FootprintRef &footprint) {
  Bytes bytes;
  uint64_t last = 0;
  for (const FootRange &range : footprint->ranges()) {
    EXPECT_LE(last, range.address);
    EXPECT_LT(range.address, range.end);
    last = range.end;
    for (uint64_t i = range.address; i < range.end; ++i)
      bytes[i] = range.mode;
  }
  return bytes;
}

bool conflict(const Bytes &a, const Bytes &b) {
  for (auto [byte, mode] : a)
    if (auto at = b.find(byte);
        at != b.end() &&
        (mode != TouchMode::Read || at->second != TouchMode::Read))
      return true;
  return false;
}

TEST(Footprint, AgreesWithBytes) {
  std::mt19937 rng(7);
  auto below = [&](unsigned n) { return rng() % n; };
  for (int round = 0; round < 400; ++round) {
    FootprintLog logs[2];
    Bytes bytes[2];
    const unsigned count = 1 + below(round % 8 ? 12 : 300);
    const unsigned span = 20 + below(400);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned who = below(2);
      const auto mode = TouchMode(below(8) ? below(2) : 2);
      add(logs[who], bytes[who], 1000 + below(span), 1 + below(9), mode,
          below(3));
    }
    FootprintRef a = logs[0].footprint(), b = logs[1].footprint();
    if (!a || !b)
      continue;
    EXPECT_EQ(bytesOf(a), bytes[0]);
    EXPECT_EQ(bytesOf(b), bytes[1]);
    EXPECT_EQ(areEqual(a, b), bytes[0] == bytes[1]);
    TouchConflict found;
    EXPECT_EQ(findConflict(*a, *b, found), conflict(bytes[0], bytes[1]));
    if (conflict(bytes[0], bytes[1])) {
      EXPECT_TRUE(found.mine.overlaps(found.other.address, found.other.end));
    }
    size_t in = 0, expected = 0;
    a->forEachIn(1010, 1030, [&](const FootRange &range) {
      for (uint64_t i = std::max<uint64_t>(range.address, 1010);
           i < std::min<uint64_t>(range.end, 1030); ++i)
        ++in;
    });
    for (auto [byte, mode] : bytes[0])
      expected += byte >= 1010 && byte < 1030;
    EXPECT_EQ(in, expected);
  }
}

} // namespace
