//===- test/unit/MinimiseTest.cpp - Limits and conditions of minimising ---===//
#include "test/unit/IrProgram.h"

#include "search/run/Driver.h"
#include "search/result/Minimise.h"
#include "search/result/Replay.h"

using namespace rbcheck;

namespace {

/// Both threads write twice to one variable: a race after any number of steps.
const char *const kRacy = R"(
@x = global i32 0
@y = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %arg) {
  store atomic i32 1, ptr @y seq_cst, align 4
  store atomic i32 2, ptr @y seq_cst, align 4
  store i32 1, ptr @x
  ret ptr null
}
define i32 @main() {
  %id = alloca i64
  %a = call i32 @pthread_create(ptr %id, ptr null, ptr @work, ptr null)
  store atomic i32 3, ptr @y seq_cst, align 4
  store atomic i32 4, ptr @y seq_cst, align 4
  store i32 2, ptr @x
  ret i32 0
}
)";

/// A schedule to the race with a switch after every step.
Violation longWay(const Program &program) {
  CheckOptions options;
  options.search = llvm::cantFail(SearchSpec::parse("dfs"));
  options.context.policies.order = [] {
    Order order;
    llvm::cantFail(order.parse("switch"));
    return order;
  }();
  Result found = llvm::cantFail(runSearch(program, options));
  EXPECT_EQ(found.violations.size(), 1u);
  return found.violations[0];
}

} // namespace

TEST(Minimise, StopsWhenTheRunIsOver) {
  Program program = programOf(kRacy);
  Violation found = longWay(program);
  Minimised best = minimise(program, found, {});
  ASSERT_LT(best.after, best.before);
  std::atomic<bool> isInterrupted{true};
  MinimiseLimits limits;
  limits.stop.interrupted = &isInterrupted;
  EXPECT_EQ(minimise(program, found, limits).violation.schedule,
            found.schedule);
  limits.stop.interrupted = nullptr;
  limits.stop.seconds = 1;
  limits.stop.start -= std::chrono::seconds(2); // the time is up
  EXPECT_EQ(minimise(program, found, limits).violation.schedule,
            found.schedule);
}

TEST(Minimise, KeepsWhatItsCallerDemands) {
  Program program = programOf(kRacy);
  Violation found = longWay(program);
  MinimiseLimits limits;
  size_t asked = 0;
  limits.accepts = [&](const Violation &) { return ++asked, false; };
  EXPECT_EQ(minimise(program, found, limits).violation.schedule,
            found.schedule);
  EXPECT_GT(asked, 0u);
  limits.accepts = [&](const Violation &way) {
    ReplayWatcher nobody;
    return replay(program, way, nobody).has_value();
  };
  Minimised less = minimise(program, found, limits);
  EXPECT_LT(less.after, less.before);
}
