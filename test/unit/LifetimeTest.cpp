//===- test/unit/LifetimeTest.cpp - What is noted of pointers to locals ---===//
#include "test/unit/IrProgram.h"

#include "interp/exec/Core.h"
#include "interp/exec/Watches.h"
#include "interp/state/Verify.h"

using namespace rbcheck;

namespace {

constexpr const char *kMain = "define i32 @main() { ret i32 0 }";

/// A thread with a heap object of 1000 words and a local.
struct Thread {
  Thread() : program(programOf(kMain)), core(program, MachineOptions()) {
    core.current = core.newThread();
    core.state.ownScalars().live = 1;
    core.stackNext = 0;
    core.pushFrame(program.functions[functionNamed(program, "main")], nullptr, 0,
                   0, 0);
    heap = core.allocate(8000, 0, AllocKind::Malloc);
    local = core.allocateStack(16, 1);
  }
  void store(uint64_t address, uint64_t value) {
    ASSERT_TRUE(core.writeBytes(address, &value, 8));
  }
  uint64_t load(uint64_t address) {
    uint64_t value = 0;
    EXPECT_TRUE(core.readBytes(address, &value, 8));
    return value;
  }
  uint32_t holders() {
    const Holder *list = core.state.find(local)->holders;
    return list ? list->count : 0;
  }
  Program program;
  Core core;
  uint64_t heap = 0, local = 0;
};

TEST(Lifetime, PointersInTheHeapBecomeStray) {
  Thread t;
  t.store(t.heap, t.local);
  t.store(t.heap + 8, t.local + 16); // its end
  t.store(t.heap + 21, t.local + 4); // at no word's place
  t.store(t.heap + 40, 7);
  State before = t.core.state.freeze();
  t.core.popStack(0);
  EXPECT_EQ(t.load(t.heap), strayPointer(t.local, kReturned));
  EXPECT_EQ(t.load(t.heap + 8), strayPointer(t.local + 16, kReturned));
  EXPECT_EQ(t.load(t.heap + 21), strayPointer(t.local + 4, kReturned));
  EXPECT_EQ(t.load(t.heap + 40), 7u);
  t.core.flushTlb();
  t.core.state.open(before); // states that were saved keep theirs
  EXPECT_EQ(t.load(t.heap), t.local);
}

TEST(Lifetime, TheResultAndTheNextLifeAreTakenApart) {
  Thread t;
  uint64_t result[2] = {t.local + 8, 5};
  t.core.popStack(0, result, 2);
  EXPECT_EQ(result[0], strayPointer(t.local + 8, kReturned));
  EXPECT_EQ(result[1], 5u);
  EXPECT_EQ(t.core.allocateStack(16, 1), t.local);
  EXPECT_EQ(t.core.state.find(result[0]), nullptr);
}

TEST(Lifetime, TheListOfHoldersIsBounded) {
  Thread t;
  for (uint64_t i = 0; i < 100'000; ++i)
    t.store(t.heap + 8 * (i % 100), i % 3 ? t.local : 0);
  EXPECT_GE(t.holders(), 66u);
  EXPECT_LE(t.holders(), 300u);
  t.core.popStack(0);
  for (uint64_t i = 0; i < 100; ++i) {
    uint64_t value = t.load(t.heap + 8 * i);
    EXPECT_TRUE(value == 0 || isDeadLocal(value)) << i;
  }
}

TEST(Lifetime, WhatDiesFirstIsNotNoted) {
  Thread t;
  t.store(t.local, t.local + 8); // a short string's pointer to itself
  EXPECT_EQ(t.holders(), 0u);
  t.core.top->stackMark = t.core.stackNext; // a call
  uint64_t younger = t.core.allocateStack(8, 2);
  t.store(younger, t.local);
  EXPECT_EQ(t.holders(), 0u);
  t.store(t.local, younger);
  t.core.popStack(positionOf(younger));
  EXPECT_TRUE(isDeadLocal(t.load(t.local)));
}

/// Locals that end at once lie above, between and below such as do not: large
/// ones, noted ones, ones of a saved state, ones that others reach.
TEST(Lifetime, FramesOfAllKindsOfLocalsEndAsOne) {
  for (unsigned kinds = 0; kinds < 1u << 8; ++kinds) {
    Thread t;
    const State empty = t.core.state.freeze();
    t.core.flushTlb();
    const uint32_t mark = t.core.stackNext;
    std::vector<uint64_t> locals;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned kind = kinds >> 2 * i & 3;
      locals.push_back(t.core.allocateStack(kind == 1 ? 5000 : 8, i));
      if (kind == 2)
        t.store(t.heap + 8 * i, locals.back());
      if (kind == 3)
        t.core.own(t.core.state.find(locals.back()))->shared = true;
      if (kinds & 1 && i == 1) {
        (void)t.core.state.freeze();
        t.core.flushTlb();
      }
    }
    uint64_t result[1] = {locals[kinds % 4]};
    t.core.popStack(mark, result, 1);
    EXPECT_EQ(t.core.stackNext, mark);
    EXPECT_EQ(t.core.state.thread(t.core.current).s.stackNext, mark);
    EXPECT_TRUE(isDeadLocal(result[0]));
    EXPECT_EQ(t.core.findCacheFlaw(), "");
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(t.core.state.find(locals[i]), nullptr);
      EXPECT_EQ(t.core.find(locals[i]), nullptr);
      if ((kinds >> 2 * i & 3) == 2) {
        EXPECT_TRUE(isDeadLocal(t.load(t.heap + 8 * i)));
        t.store(t.heap + 8 * i, 0);
      }
    }
    EXPECT_EQ(t.core.state.freeze().fingerprint(), empty.fingerprint());
    EXPECT_EQ(findFlaw(t.core.state), "");
  }
}

TEST(Lifetime, ListsAreNoPartOfAState) {
  Thread t;
  State before = t.core.state.freeze();
  t.store(t.heap, t.local);
  t.store(t.heap, 0);
  State after = t.core.state.freeze();
  EXPECT_EQ(t.holders(), 1u);
  EXPECT_EQ(before.fingerprint(), after.fingerprint());
  EXPECT_TRUE(before == after);
  EXPECT_EQ(findFlaw(t.core.state), "");
}

} // namespace
