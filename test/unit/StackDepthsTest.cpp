//===- test/unit/StackDepthsTest.cpp - Deep stacks are counted once -------===//
#include "tools/report/StackDepths.h"

#include "test/unit/IrProgram.h"

using namespace rbcheck;

namespace {

/// A thread that stores at every level of a recursion.
const char *const kDive = R"(
@seen = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define i32 @dive(i32 %n) {
  store atomic i32 %n, ptr @seen seq_cst, align 4
  %end = icmp eq i32 %n, 0
  br i1 %end, label %up, label %down
down:
  %less = sub i32 %n, 1
  %r = call i32 @dive(i32 %less)
  %s = add i32 %r, 1
  ret i32 %s
up:
  ret i32 0
}
define ptr @work(ptr %arg) {
  %r = call i32 @dive(i32 1000)
  ret ptr null
}
define i32 @main() {
  %id = alloca i64
  %a = call i32 @pthread_create(ptr %id, ptr null, ptr @work, ptr null)
  %v = load atomic i32, ptr @seen seq_cst, align 4
  ret i32 0
}
)";

} // namespace

TEST(StackDepths, AStepCostsWhatItChanged) {
  Program program = programOf(kDive);
  Machine machine(program, {});
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  StackDepths depths(program);
  uint64_t steps = 0, frames = 0;
  llvm::SmallVector<CodePlace, 16> stack;
  while (machine.state().threadCount() < 2)
    ASSERT_EQ(machine.step({0, 0}), StepEnd::Parked);
  while (steps < 1000 && machine.alternatives(1)) {
    depths.of(machine, 1);
    machine.stack(1, stack);
    frames += stack.size();
    ++steps;
    if (machine.step({1, 0}) != StepEnd::Parked)
      break;
  }
  EXPECT_EQ(steps, 1000u);
  EXPECT_GT(frames, 400'000u); // what counting anew would look at
  EXPECT_LT(depths.looked(), 5 * steps);
}
