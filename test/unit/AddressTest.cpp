//===- test/unit/AddressTest.cpp - What the bits of a pointer mean --------===//
#include "interp/state/Stray.h"

#include <gtest/gtest.h>

using namespace rbcheck;

TEST(Address, PartsComeBack) {
  uint64_t p = makeAddress(RegionKind::Heap, kMaxThreads - 1, kMaxIndex - 1) + 65535;
  EXPECT_TRUE(isCanonical(p));
  EXPECT_EQ(regionOf(p), RegionKind::Heap);
  EXPECT_EQ(threadOf(p), kMaxThreads - 1);
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

TEST(Address, ObjectsHaveRoomAroundThem) {
  for (uint64_t size = 0; size < 3 * kSpan; size += 1000) {
    const uint64_t end = globalAddress(10) + size;
    const uint64_t next = globalAddress(10 + indicesFor(size));
    EXPECT_GT(next - end, kGuard) << size;
  }
}

TEST(Address, AStrayPointerKnowsWhereItCameFrom) {
  for (uint64_t origin : {globalAddress(5000), globalAddress(5127),
                          makeAddress(RegionKind::Heap, 3, 77),
                          makeAddress(RegionKind::Stack, 1, 0x12345)})
    for (int64_t spans : {-30, -1, 1, 2, 17, 30}) {
      const uint64_t to = origin + uint64_t(spans) * kSpan + 9;
      const uint64_t stray = strayFrom(origin, to);
      EXPECT_TRUE(isStray(stray));
      EXPECT_FALSE(isCanonical(stray));
      EXPECT_EQ(plainOf(stray), to);
      EXPECT_EQ(originOf(stray), origin) << spans;
      EXPECT_EQ(originOf(stray + kSpan / 2), origin) << spans;
    }
  const uint64_t far = strayFrom(globalAddress(5000), globalAddress(9000));
  EXPECT_TRUE(isStray(far));
  EXPECT_EQ(originOf(far), 0u);
  EXPECT_FALSE(isStray(~0ull));
  EXPECT_FALSE(isStray(uint64_t(-5)));
  EXPECT_FALSE(isStray(0xa5a5a5a5a5a5a5a5));
}

TEST(Address, ArithmeticIsExactForEveryDistance) {
  // Objects of 16 bytes at indices 2000 .. 2999.
  auto extentAt = [](uint64_t p) -> std::optional<Extent> {
    if (p < globalAddress(2000) || p >= globalAddress(3000) || p % kSpan > 16)
      return std::nullopt;
    return Extent{p - p % kSpan, 16};
  };
  const uint64_t from = globalAddress(2500) + 4;
  for (int64_t spans = -499; spans < 500; ++spans) {
    const uint64_t delta = uint64_t(spans) * kSpan;
    const uint64_t there = stepPointer(from, delta, true, extentAt);
    EXPECT_EQ(isStray(there), spans != 0) << spans;
    const uint64_t back = stepPointer(there, -delta, true, extentAt);
    if (spans >= -30 && spans <= 30)
      EXPECT_EQ(back, from) << spans;
    else
      EXPECT_TRUE(isStray(back)) << spans;
    // Into the room between objects and back is plain.
    EXPECT_EQ(stepPointer(from, delta + 100, true, extentAt), from + delta + 100);
  }
}
