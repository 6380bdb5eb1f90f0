//===- test/unit/WeakMemoryTest.cpp ---------------------------------------===//
#include "interp/state/weak/WeakMemory.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

constexpr uint64_t kX = 0x1000, kY = 0x2000;
const AtomicOrder kRelaxed, kAcquire{true, false, false},
    kRelease{false, true, false};

Message valued(CellValue value) {
  Message message;
  message.value = value;
  return message;
}

Record recordOf(uint32_t thread, RecordKind kind, uint64_t from = kY,
                uint64_t size = 4) {
  Record record;
  record.address = from;
  record.end = from + size;
  record.thread = uint16_t(thread);
  record.kind = kind;
  return record;
}

/// Main and two threads that it made.
struct Threads {
  WeakFacts facts;
  WeakMemory memory{&facts};
  Threads() {
    memory.addThread(std::nullopt);
    memory.addThread(0);
    memory.addThread(0);
  }
  uint32_t store(uint32_t thread, CellValue value, AtomicOrder order) {
    bool clashes;
    std::optional<uint32_t> cell = memory.findCell(kX, 4, clashes);
    if (!cell)
      cell = memory.openCell(kX, 4, 0, false);
    memory.write(thread, *cell, memory.cell(*cell).count, valued(value), order,
                 false);
    return *cell;
  }
  std::vector<uint32_t> readable(uint32_t thread, uint32_t cell) {
    llvm::SmallVector<WeakWay, 8> ways;
    memory.readWays(thread, cell, kRelaxed, false, ways);
    std::vector<uint32_t> values;
    for (const WeakWay &way : ways)
      values.push_back(uint32_t(memory.message(cell, way.at).value));
    return values;
  }
  bool normalise() { return memory.normalise({{0, 0}, {1, 1}, {2, 2}}); }
};

} // namespace

TEST(WeakMemory, AnOlderWriteCanBeReadUntilANewerOneWasSeen) {
  Threads t;
  const uint32_t cell = t.store(1, 5, kRelaxed);
  EXPECT_EQ(t.readable(2, cell), (std::vector<uint32_t>{5, 0}));
  EXPECT_EQ(t.readable(1, cell), (std::vector<uint32_t>{5}));
  t.memory.read(2, cell, 1, kRelaxed);
  EXPECT_EQ(t.readable(2, cell), (std::vector<uint32_t>{5}));
}

TEST(WeakMemory, WhatWasAcquiredIsKnownAndOrdersPlainAccesses) {
  for (bool acquires : {false, true}) {
    Threads t;
    t.memory.renew(recordOf(1, RecordKind::PlainWrite));
    const uint32_t cell = t.store(1, 1, kRelease);
    t.memory.read(2, cell, 1, acquires ? kAcquire : kRelaxed);
    EXPECT_EQ(t.memory.findRaces(recordOf(2, RecordKind::PlainRead)).empty(),
              acquires);
  }
}

TEST(WeakMemory, AnAcquireFenceTakesWhatRelaxedLoadsCouldHave) {
  Threads t;
  t.memory.renew(recordOf(1, RecordKind::PlainWrite));
  const uint32_t cell = t.store(1, 1, kRelease);
  t.memory.read(2, cell, 1, kRelaxed);
  t.memory.acquireFence(2);
  EXPECT_TRUE(t.memory.findRaces(recordOf(2, RecordKind::PlainRead)).empty());
}

TEST(WeakMemory, ALockHandsKnowledgeOn) {
  Threads t;
  const SyncObject lock{kX, 40, 0};
  t.memory.renew(recordOf(1, RecordKind::PlainWrite));
  EXPECT_FALSE(t.memory.findRaces(recordOf(2, RecordKind::PlainWrite)).empty());
  t.memory.teachObject(1, lock);
  t.memory.learnFromObject(2, lock);
  EXPECT_TRUE(t.memory.findRaces(recordOf(2, RecordKind::PlainWrite)).empty());
}

TEST(WeakMemory, NothingIsStoredBetweenAnUpdateAndWhatItRead) {
  Threads t;
  const uint32_t cell = t.store(1, 1, kRelaxed); // 0, 1
  t.memory.read(1, cell, 1, kRelaxed);
  t.memory.write(1, cell, 2, valued(2), kRelaxed, true); // 1 is closed
  llvm::SmallVector<WeakWay, 8> ways;
  t.memory.storeWays(2, cell, kRelaxed, ways);
  ASSERT_EQ(ways.size(), 2u);
  EXPECT_EQ(ways[0].at, 3u);
  EXPECT_EQ(ways[1].at, 1u);
  ways.clear();
  t.memory.readWays(2, cell, kRelaxed, true, ways); // 1 is taken
  EXPECT_EQ(ways.size(), 2u);
}

TEST(WeakMemory, RecordsAreSplitAndJoinedByBytes) {
  Threads t;
  t.memory.renew(recordOf(1, RecordKind::PlainWrite, kY, 12));
  t.memory.renew(recordOf(2, RecordKind::AtomicRead, kX, 4));
  const SyncObject lock{kX + 64, 40, 0};
  t.memory.teachObject(1, lock);
  t.memory.learnFromObject(2, lock);
  t.memory.renew(recordOf(2, RecordKind::PlainWrite, kY + 4, 4));
  for (unsigned i = 0; i < 3; ++i)
    EXPECT_EQ(t.memory.findRaces(recordOf(0, RecordKind::PlainRead, kY + 4 * i))
                  .front()
                  .thread,
              i == 1 ? 2 : 1);
}

TEST(WeakMemory, StatesMatchOnceAllKnowTheSame) {
  Threads done, fresh;
  const uint32_t cell = done.store(1, 5, kRelease);
  done.memory.renew(recordOf(1, RecordKind::PlainWrite));
  EXPECT_NE(done.memory.hash(), fresh.memory.hash());
  for (uint32_t thread : {0, 2})
    done.memory.learnFromThread(thread, 1);
  (void)cell;
  EXPECT_TRUE(done.normalise());
  EXPECT_TRUE(fresh.normalise());
  EXPECT_EQ(done.memory.hash(), fresh.memory.hash());
}

TEST(WeakMemory, AHistoryThatIsTooLongIsCutAndSaid) {
  Threads t;
  t.facts.history = 3;
  uint32_t cell = 0;
  for (uint32_t value = 1; value < 3; ++value)
    cell = t.store(1, value, kRelaxed);
  EXPECT_TRUE(t.normalise());
  cell = t.store(1, 3, kRelaxed);
  EXPECT_FALSE(t.normalise());
  EXPECT_EQ(t.readable(2, cell), (std::vector<uint32_t>{3, 2, 1}));
}
