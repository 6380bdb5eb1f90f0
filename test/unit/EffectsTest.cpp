//===- test/unit/EffectsTest.cpp - Effects as values ----------------------===//
#include "interp/exec/Effects.h"

#include "interp/exec/Audit.h"
#include "test/unit/IrProgram.h"

#include "interp/exec/Machine.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

Effects touching(uint64_t address, uint64_t size, bool write) {
  Effects effects;
  return write ? effects.writes(address, size) : effects.reads(address, size);
}

TEST(Effects, ListsHaveNoLimit) {
  llvm::SmallVector<Access, 8> many;
  for (unsigned i = 0; i < 9; ++i)
    many.push_back({100 + i, 1, false, false, false});
  Accesses all{many}, copy = all;
  ASSERT_EQ(copy.size(), 9u);
  for (unsigned i = 0; i < 9; ++i)
    EXPECT_EQ(copy[i].address, 100 + i);
  all = Accesses();
  EXPECT_TRUE(all.empty());
  EXPECT_EQ(copy[8].address, 108u);
}

TEST(Effects, NothingIsTouchedAtNullOrWithoutBytes) {
  Effects effects;
  effects.reads(0, 8).writes(4096, 0);
  EXPECT_TRUE(effects.accesses.empty());
  effects.releases(4096, 0); // an object of no bytes ends, too
  EXPECT_EQ(effects.accesses.size(), 1u);
}

TEST(Effects, DependenceIsAboutOverlapAndWriting) {
  EXPECT_TRUE(areDependent(touching(100, 4, true), touching(103, 1, false)));
  EXPECT_FALSE(areDependent(touching(100, 4, true), touching(104, 1, true)));
  EXPECT_FALSE(areDependent(touching(100, 4, false), touching(100, 4, false)));
}

TEST(Effects, WhatConcernsThreadsIsDependent) {
  Effects create, join, other, unknown, exit, nothing;
  create.sync.push_back({Act::Create, Family::Thread, 0});
  join.sync.push_back({Act::Join, Family::Thread, 1});
  other.sync.push_back({Act::Join, Family::Thread, 2});
  unknown.sync.push_back({Act::Join, Family::Thread, kNoSuchThread});
  exit.sync.push_back({Act::EndProcess, Family::None, 0});
  EXPECT_TRUE(areDependent(create, create));
  EXPECT_TRUE(areDependent(join, join));
  EXPECT_FALSE(areDependent(join, other));
  EXPECT_FALSE(areDependent(create, join));
  EXPECT_TRUE(areDependent(create, unknown));
  EXPECT_TRUE(areDependent(join, unknown));
  EXPECT_FALSE(areDependent(create, nothing));
  EXPECT_TRUE(areDependent(nothing, exit));
}

TEST(Effects, LocksExclude) {
  Effects a = touching(100, 4, true), b = touching(100, 4, true), take;
  EXPECT_TRUE(mayBeCoEnabled(a, b));
  a.locks = {500};
  EXPECT_TRUE(mayBeCoEnabled(a, b));
  take.sync.push_back({Act::Lock, Family::Mutex, 500});
  EXPECT_FALSE(mayBeCoEnabled(a, take));
  take.sync[0].act = Act::TryLock; // it can fail
  EXPECT_TRUE(mayBeCoEnabled(a, take));
  b.locks = {400, 500};
  EXPECT_FALSE(mayBeCoEnabled(a, b));
}

// One role, many readers -------------------------------------------------------------

TEST(Roles, RowsFitTheirRoles) {
  for (const Model &model : allModels()) {
    SCOPED_TRACE(model.name);
    const Role &role = model.role;
    // Who has a synchronisation object is a scheduling point.
    if (bytesOf(role.family)) {
      EXPECT_EQ(model.visible, Visible::Yes);
      EXPECT_GE(role.object, 0);
    }
    EXPECT_EQ(role.mutex >= 0,
              role.act == Act::Wait || role.act == Act::TimedWait);
    EXPECT_EQ(role.function >= 0, role.act == Act::Create);
    // What may touch shared memory must be able to park.
    if (model.effects || role.touches[0].argument >= 0)
      EXPECT_NE(model.visible, Visible::No);
  }
}

// A flow belongs to an act that has something to take it from, or to give it to.
TEST(Roles, FlowsHaveAnObject) {
  for (const Model &model : allModels()) {
    SCOPED_TRACE(model.name);
    const Role &role = model.role;
    const ActFlow flow = flowOf(role.act);
    EXPECT_EQ(joins(role.act), flow == ActFlow::FromThread);
    if (takesLock(role.act) || role.act == Act::Unlock)
      EXPECT_EQ(flow, isForReading(role.act) ? ActFlow::TakeOnSuccess
                                             : ActFlow::LockOwner);
    switch (flow) {
    case ActFlow::TakeOnSuccess:
    case ActFlow::TakeOnReturn:
    case ActFlow::Give:
    case ActFlow::GiveOnSuccess:
    case ActFlow::Meet:
      EXPECT_NE(bytesOf(role.family), 0u);
      break;
    case ActFlow::LockOwner:
      EXPECT_TRUE(isLock(role.family) || role.mutex >= 0);
      break;
    default:
      break;
    }
  }
}

// What is held -------------------------------------------------------------------------

constexpr const char *kLocking = R"(
@m = global [40 x i8] zeroinitializer
@x = global i32 0
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @body(ptr %p) {
  %a = call i32 @pthread_mutex_lock(ptr @m)
  %v = load i32, ptr @x
  %b = call i32 @pthread_mutex_unlock(ptr @m)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @body, ptr null)
  %w = load i32, ptr @x
  ret i32 0
}
)";

TEST(Effects, LocksOfAThreadAreKnown) {
  Program program = programOf(kLocking);
  MachineOptions options;
  options.locksets = true;
  Machine machine(program, options);
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  ASSERT_EQ(machine.state().threadCount(), 2u);
  Effects lock = machine.effects(1);
  ASSERT_EQ(lock.sync.size(), 1u);
  EXPECT_EQ(lock.sync[0].act, Act::Lock);
  EXPECT_TRUE(lock.locks.empty());
  ASSERT_EQ(machine.step({1, 0}), StepEnd::Parked);
  Effects read = machine.effects(1);
  ASSERT_EQ(read.accesses.size(), 1u);
  EXPECT_FALSE(read.accesses[0].write);
  EXPECT_EQ(read.locks.size(), 1u);
  ASSERT_EQ(machine.step({1, 0}), StepEnd::Parked);
  EXPECT_EQ(machine.effects(1).sync[0].act, Act::Unlock);
  // The thread ends in the step that gives the lock back.
  Effects executed;
  ASSERT_EQ(machine.step({1, 0}, executed), StepEnd::Parked);
  ASSERT_EQ(executed.sync.size(), 2u);
  EXPECT_EQ(executed.sync[1].act, Act::EndThread);
  EXPECT_EQ(executed.sync[1].object, 1u);
}

// A local that another thread can reach ends with the function.
constexpr const char *kEnding = R"(
@p = global ptr null
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @sched_yield()
define void @lend() {
  %x = alloca i32
  store ptr %x, ptr @p
  %y = call i32 @sched_yield()
  ret void
}
define ptr @body(ptr %q) {
  call void @lend()
  %y = call i32 @sched_yield()
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @body, ptr null)
  %y = call i32 @sched_yield()
  ret i32 0
}
)";

TEST(Effects, TheEndOfALifeIsAWrite) {
  Program program = programOf(kEnding);
  Machine machine(program, {});
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  ASSERT_EQ(machine.step({1, 0}), StepEnd::Parked); // p = &x
  Effects executed;
  ASSERT_EQ(machine.step({1, 0}, executed), StepEnd::Parked);
  ASSERT_EQ(executed.accesses.size(), 1u);
  EXPECT_TRUE(executed.accesses[0].write);
  EXPECT_TRUE(executed.accesses[0].release);
  EXPECT_EQ(executed.accesses[0].size, 4u);
}

// The audit ------------------------------------------------------------------------------

TEST(AuditDeathTest, WhatIsNotDeclaredIsFound) {
  Audit audit;
  audit.begin("f", touching(100, 4, false));
  audit.touched(100, 4, false);
  audit.touched(102, 1, false);
  EXPECT_DEATH(audit.touched(100, 4, true), "effects of f.*writes byte 0 of 4");
  EXPECT_DEATH(audit.touched(102, 3, false), "effects of f.*reads byte 2 of 3");
  audit.end();
  audit.touched(500, 1, true); // nobody looks
}

} // namespace
