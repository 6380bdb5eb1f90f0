//===- test/unit/KnowledgeTest.cpp - What is known of accesses, step by step ===//
#include "test/unit/IrProgram.h"

#include "search/knowledge/Knowledge.h"

using namespace rbcheck;

namespace {

constexpr uint64_t kSide = 1;
const Access kRead = {100, 4, false, false, false};
const Access kWrite = {100, 4, true, false, false};

Knower thread(uint64_t id) { return {Knower::Thread, 0, id}; }
Knower object(uint64_t address, uint32_t size = 4) {
  return {Knower::Object, size, address};
}

/// A step that only gives, or only takes.
OrderedStep giving(KnowledgeFlow flow) {
  OrderedStep step;
  step.given.push_back(flow);
  return step;
}
OrderedStep taking(KnowledgeFlow flow) {
  OrderedStep step;
  step.taken.push_back(flow);
  return step;
}
OrderedStep losing(Gone gone) {
  OrderedStep step;
  step.gone.push_back(gone);
  return step;
}

/// Thread 1 has written; does a read of `id` race with that?
bool races(const Knowledge &knowledge, uint32_t id) {
  return knowledge.findRace(id, kRead, kSide) != nullptr;
}

struct KnowledgeOf : testing::Test {
  KnowledgeOf() { knowledge.add(1, kWrite, kSide, {}); }
  Knowledge knowledge;
};

TEST_F(KnowledgeOf, ItsOwnThreadKnowsAnAccessAndOthersDoNot) {
  EXPECT_FALSE(races(knowledge, 1));
  EXPECT_TRUE(races(knowledge, 2));
  EXPECT_FALSE(knowledge.findRace(2, kRead, kSide << 1));
}

TEST_F(KnowledgeOf, KnowledgeGoesThroughAnObject) {
  knowledge.give(giving({thread(1), object(8)}));
  EXPECT_TRUE(races(knowledge, 2));
  knowledge.take(taking({object(8), thread(2)}));
  EXPECT_FALSE(races(knowledge, 2));
  EXPECT_TRUE(races(knowledge, 3));
}

TEST_F(KnowledgeOf, AByteOfAnObjectIsEnoughWhereBytesAreRead) {
  knowledge.give(giving({thread(1), object(8, 8)}));
  knowledge.take(taking({object(12, 1), thread(2)}));
  EXPECT_TRUE(races(knowledge, 2));
  knowledge.take(taking({object(12, 1), thread(2), false, true}));
  EXPECT_FALSE(races(knowledge, 2));
}

TEST_F(KnowledgeOf, AStoreReplacesWhatTheBytesKnew) {
  knowledge.give(giving({thread(1), object(8)}));
  knowledge.give(giving({thread(3), object(8), true}));
  knowledge.take(taking({object(8), thread(2)}));
  EXPECT_TRUE(races(knowledge, 2));
}

TEST_F(KnowledgeOf, BytesThatAreWrittenKnowNothing) {
  knowledge.give(giving({thread(1), object(8)}));
  knowledge.give(losing({10, 1, false}));
  knowledge.take(taking({object(8), thread(2)}));
  EXPECT_TRUE(races(knowledge, 2));
}

TEST_F(KnowledgeOf, MemoryTakesItsAccessesWithIt) {
  knowledge.give(losing({96, 8, true}));
  EXPECT_EQ(knowledge.size(), 0u);
}

TEST_F(KnowledgeOf, ALaterAccessStandsForWhatTouchesNoMore) {
  knowledge.give(giving({thread(1), thread(2)}));
  knowledge.add(1, kRead, kSide, {});
  EXPECT_EQ(knowledge.size(), 2u); // a read is less than a write
  EXPECT_FALSE(races(knowledge, 2));
  knowledge.add(1, {98, 8, true, false, false}, kSide, {});
  EXPECT_EQ(knowledge.size(), 1u);
  EXPECT_TRUE(races(knowledge, 2));
}

TEST_F(KnowledgeOf, PathsWithTheSameKnowledgeAreTheSame) {
  Knowledge other;
  other.add(1, kWrite, kSide, {3, 4});
  EXPECT_TRUE(knowledge.hash() == other.hash());
  other.give(giving({thread(1), object(8)}));
  EXPECT_FALSE(knowledge.hash() == other.hash());
}

TEST(KnowledgeKinds, AtomicsAndFreesRaceWithPlainAccesses) {
  const Access atomic = {100, 4, true, true, false};
  const Access freed = {96, 16, true, false, true};
  EXPECT_FALSE(wouldRace(atomic, atomic));
  EXPECT_TRUE(wouldRace(atomic, kRead));
  EXPECT_FALSE(wouldRace(kRead, kRead));
  EXPECT_TRUE(wouldRace(freed, kRead));
  EXPECT_FALSE(wouldRace(freed, freed)); // that is a double free
  OrderedStep section;
  section.isInSection = true;
  EXPECT_FALSE(wouldRace(asCounted(kWrite, section), atomic));
}

/// main makes a thread and writes; the thread fences and writes, in a section.
constexpr const char *kTwoThreads = R"(
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
declare void @rb_atomic_begin()
declare void @rb_atomic_end()
define ptr @child(ptr %p) {
  fence acquire
  call void @rb_atomic_begin()
  store i32 2, ptr @x
  call void @rb_atomic_end()
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @child, ptr null)
  store i32 1, ptr @x
  store i32 3, ptr @x
  ret i32 0
}
)";

TEST(OrderedSteps, EveryAccessIsAStepOnceThereWereTwoThreads) {
  Program program = programOf(kTwoThreads);
  Machine machine(program, forOrder({}));
  OrderedSteps steps(machine);
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  OrderedStep step;
  // The fence, the begin of the section, the access in it.
  ASSERT_EQ(steps.step({1, 0}, step), StepEnd::Parked);
  ASSERT_EQ(step.taken.size(), 1u);
  EXPECT_EQ(step.taken[0].from.kind, Knower::Loaded);
  EXPECT_TRUE(step.given.empty());
  ASSERT_EQ(steps.step({1, 0}, step), StepEnd::Parked);
  EXPECT_EQ(step.taken[0].from.kind, Knower::Section);
  ASSERT_EQ(steps.step({1, 0}, step), StepEnd::Parked);
  ASSERT_EQ(step.accesses.size(), 1u);
  EXPECT_TRUE(step.isInSection);
  EXPECT_EQ(step.given[0].to.kind, Knower::Section);
  EXPECT_EQ(machine.state().thread(1).s.status, ThreadStatus::Finished);
  // main lives alone now.
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(steps.step({0, 0}, step), StepEnd::Parked);
    ASSERT_EQ(step.accesses.size(), 1u);
    EXPECT_FALSE(step.isInSection);
  }
}

} // namespace
