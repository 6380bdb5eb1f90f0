//===- test/unit/StaticReasonsTest.cpp - What is certain in the code ------===//
//
// Programs are in test/triage/static-*; here are the parts, and code that no
// compiler writes.
//
//===----------------------------------------------------------------------===//
#include "test/unit/IrProgram.h"

#include "search/triage/static/Exclusion.h"
#include "search/triage/static/StaticState.h"
#include "search/triage/static/Touched.h"

using namespace rbcheck;

namespace {

Hold hold(uint64_t lock, bool isWrite = true) {
  return {lock, isWrite, Family::Mutex, {}};
}

TEST(Held, KeepsWhatIsHeldInBoth) {
  Held a, b;
  a.add(hold(1));
  a.add(hold(2));
  b.add(hold(2, false));
  b.add(hold(3));
  EXPECT_TRUE(a.meet(b));
  ASSERT_EQ(a.all().size(), 1u);
  EXPECT_EQ(a.all()[0].lock, 2u);
  EXPECT_FALSE(a.all()[0].isWrite) << "for reading in one of them";
  EXPECT_FALSE(a.meet(b)) << "nothing changes any more";
}

TEST(Children, AThreadIsGoneOnceItWasJoined) {
  Children mine;
  uint32_t first = mine.make(0, false), second = mine.make(0, false);
  EXPECT_NE(first, second);
  EXPECT_TRUE(mine.join(0, first, {1, 2}));
  EXPECT_TRUE(mine.mayLive(0)) << "the second one";
  EXPECT_TRUE(mine.join(0, second, {1, 3}));
  EXPECT_FALSE(mine.mayLive(0));
  EXPECT_TRUE(mine.mayHaveMade(0));
  EXPECT_FALSE(mine.mayHaveMade(1));
}

TEST(Children, WhatMayLiveInOneStateMayLiveInBoth) {
  Children joined, running;
  uint32_t number = joined.make(0, false);
  running.make(0, false);
  joined.join(0, number, {});
  EXPECT_TRUE(joined.meet(running));
  EXPECT_TRUE(joined.mayLive(0));
}

TEST(Children, OneThatCannotBeJoinedIsNot) {
  Children mine;
  uint32_t detached = mine.make(0, true);
  EXPECT_FALSE(mine.join(0, detached, {}));
  EXPECT_TRUE(mine.mayLive(0));
  uint32_t last = 0;
  for (uint32_t i = 0; i < 2 * Children::kMost; ++i)
    last = mine.make(1, false);
  EXPECT_EQ(last, Children::kMost) << "stands for many";
  EXPECT_FALSE(mine.join(1, last, {}));
}

class StaticStateTest : public testing::Test {
protected:
  Program program_;
  Assumptions facts_{program_};
  StaticState state_;
};

TEST_F(StaticStateTest, ALocalVariableIsKnownUntilItIsShown) {
  state_.begin(7, facts_);
  state_.store(7, 8, 8, Value::of(42), facts_);
  EXPECT_EQ(state_.load(Value::inLocal(7, 0), 8, 8, facts_), Value::of(42));
  EXPECT_EQ(state_.load(Value::inLocal(7, 0), 8, 4, facts_), Value::any());
  state_.store(7, 12, 1, Value::of(0), facts_);
  EXPECT_EQ(state_.load(Value::inLocal(7, 0), 8, 8, facts_), Value::any());
  state_.store(7, 0, 8, Value::of(1), facts_);
  state_.show(Value::inLocal(7, 0), facts_);
  EXPECT_EQ(state_.load(Value::inLocal(7, 0), 0, 8, facts_), Value::any());
}

TEST_F(StaticStateTest, WhatAShownVariablePointsToIsShown) {
  state_.begin(1, facts_);
  state_.begin(2, facts_);
  state_.store(1, 0, 8, Value::inLocal(2, 0), facts_);
  state_.show(Value::inLocal(1, 0), facts_);
  EXPECT_FALSE(state_.find(2));
}

TEST_F(StaticStateTest, AStoreSomewhereForgetsAll) {
  state_.begin(1, facts_);
  state_.begin(2, facts_);
  state_.store(1, 0, 8, Value::inLocal(2, 0), facts_);
  state_.store(1, kSomewhere, 8, Value::of(0), facts_);
  EXPECT_EQ(state_.load(Value::inLocal(1, 0), 0, 8, facts_), Value::any());
  EXPECT_FALSE(state_.find(2)) << "its address may still be there";
}

TEST_F(StaticStateTest, PathsAgreeOnWhatBothKnow) {
  StaticState other;
  for (StaticState *state : {&state_, &other}) {
    state->slots = {Value::of(1), Value::of(2)};
    state->begin(1, facts_);
    state->store(1, 0, 8, Value::of(5), facts_);
  }
  other.slots[1] = Value::inLocal(1, 0);
  EXPECT_TRUE(state_.meet(other, facts_));
  EXPECT_EQ(state_.slots[0], Value::of(1));
  EXPECT_EQ(state_.slots[1], Value::any());
  EXPECT_FALSE(state_.find(1)) << "a pointer to it is somewhere";
}

/// Two threads that execute the same function, under a lock.
std::string twoThreads(const std::string &body) {
  return "@m = global [40 x i8] zeroinitializer\n"
         "@x = global i32 0\n"
         "declare i32 @pthread_mutex_lock(ptr)\n"
         "declare i32 @pthread_mutex_unlock(ptr)\n"
         "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n"
         "define ptr @thread(ptr %a) {\n" +
         body +
         "  ret ptr %a\n}\n"
         "define i32 @main() {\n"
         "  %t = alloca i64\n"
         "  %1 = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr "
         "null)\n"
         "  %2 = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr "
         "null)\n"
         "  ret i32 0\n}\n";
}

bool excludesItself(const Program &program) {
  Exclusion exclusion(program);
  EXPECT_TRUE(exclusion.isComplete());
  const CodePlace store = placeOf(program, "thread", Op::Store32);
  return !exclusion.between(store, store).empty();
}

TEST(Exclusion, ALockIsHeldBetweenLockAndUnlock) {
  EXPECT_TRUE(excludesItself(programOf(
      twoThreads("  %1 = call i32 @pthread_mutex_lock(ptr @m)\n"
                 "  store i32 1, ptr @x\n"
                 "  %2 = call i32 @pthread_mutex_unlock(ptr @m)\n"))));
  EXPECT_FALSE(excludesItself(
      programOf(twoThreads("  %1 = call i32 @pthread_mutex_lock(ptr @m)\n"
                           "  %2 = call i32 @pthread_mutex_unlock(ptr @m)\n"
                           "  store i32 1, ptr @x\n"))));
}

TEST(Exclusion, ALockThatIsWrittenToProtectsNothing) {
  EXPECT_FALSE(excludesItself(programOf(
      twoThreads("  store i8 0, ptr getelementptr (i8, ptr @m, i64 8)\n"
                 "  %1 = call i32 @pthread_mutex_lock(ptr @m)\n"
                 "  store i32 1, ptr @x\n"
                 "  %2 = call i32 @pthread_mutex_unlock(ptr @m)\n"))));
}

TEST(Exclusion, ALockThatOverlapsAnotherProtectsNothing) {
  EXPECT_FALSE(excludesItself(programOf(twoThreads(
      "  %1 = call i32 @pthread_mutex_lock(ptr @m)\n"
      "  store i32 1, ptr @x\n"
      "  %2 = call i32 @pthread_mutex_unlock(ptr @m)\n"
      "  %3 = call i32 @pthread_mutex_lock(ptr getelementptr (i8, ptr @m, i64 "
      "8))\n"))));
}

TEST(Exclusion, AJumpToTheNextInstructionIsFollowed) {
  EXPECT_TRUE(excludesItself(programOf(
      twoThreads("  %1 = call i32 @pthread_mutex_lock(ptr @m)\n"
                 "  br label %next\n"
                 "next:\n"
                 "  store i32 1, ptr @x\n"
                 "  %2 = call i32 @pthread_mutex_unlock(ptr @m)\n"))));
}

TEST(Touched, AtomicAccessesAndReadsAreHarmless) {
  Program program =
      programOf("@x = global [2 x i32] zeroinitializer\n"
                "define i32 @main() {\n"
                "  %1 = load i32, ptr @x\n"
                "  store i32 1, ptr @x\n"
                "  store atomic i32 1, ptr @x seq_cst, align 4\n"
                "  store i16 1, ptr getelementptr (i8, ptr @x, i64 4)\n"
                "  ret i32 %1\n}\n");
  const CodePlace load = placeOf(program, "main", Op::Load32),
                  store = placeOf(program, "main", Op::Store32),
                  atomic = placeOf(program, "main", Op::AtomicStore),
                  other = placeOf(program, "main", Op::Store16);
  EXPECT_EQ(whyHarmless(program, load, load), Harmless::BothRead);
  EXPECT_EQ(whyHarmless(program, atomic, atomic), Harmless::BothAtomic);
  EXPECT_EQ(whyHarmless(program, store, other), Harmless::Elsewhere);
  EXPECT_FALSE(whyHarmless(program, store, atomic));
  EXPECT_FALSE(whyHarmless(program, load, atomic));
  EXPECT_FALSE(whyHarmless(program, store, load));
}

} // namespace
