//===- test/unit/AddressTest.cpp - What the bits of a pointer mean --------===//
#include "interp/state/Address.h"

#include <gtest/gtest.h>

using namespace rbcheck;

TEST(Address, PartsComeBack) {
  uint64_t p = makeAddress(RegionKind::Heap, 511, kMaxIndex - 1) + 65535;
  EXPECT_TRUE(isCanonical(p));
  EXPECT_EQ(regionOf(p), RegionKind::Heap);
  EXPECT_EQ(threadOf(p), 511u);
  EXPECT_EQ(indexOf(p), kMaxIndex - 1);
  uint64_t low = makeAddress(RegionKind::Heap, 3, kLowIndices - 1);
  EXPECT_EQ(low >> kHighIndexShift, 0u);
  EXPECT_EQ(p & (kSpan - 1), 65535u);
}

TEST(Address, GlobalsLieLowAndNullIsNoGlobal) {
  EXPECT_EQ(globalAddress(1), kSpan);
  EXPECT_EQ(globalIndexOf(0), 0u);
  EXPECT_EQ(regionOf(globalAddress(70000)), RegionKind::Global);
  EXPECT_EQ(globalIndexOf(globalAddress(70000) + 5), 70000u);
}

TEST(Address, OnePastTheEndIsNoOtherObject) {
  for (uint64_t size : {0ull, 1ull, 65535ull, 65536ull, 65537ull, 1ull << 20}) {
    uint64_t end = globalAddress(10) + size;
    EXPECT_LT(globalIndexOf(end), 10 + indicesFor(size)) << size;
  }
}

TEST(Address, CodeKnowsFunctionAndBlock) {
  uint64_t p = blockAddress(1234, 17);
  EXPECT_EQ(regionOf(p), RegionKind::Code);
  EXPECT_EQ(functionOf(p), 1234u);
  EXPECT_EQ((p & (kSpan - 1)) - 1, 17u);
}
