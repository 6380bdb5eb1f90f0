//===- test/unit/MinimiseTest.cpp - Limits and conditions of minimising ---===//
#include "test/unit/IrProgram.h"

#include "search/result/Minimise.h"
#include "search/result/Replay.h"
#include "search/run/Driver.h"

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

/// Main may read 0 after the other thread wrote 1, which the race does not
/// need.
const char *const kOlder = R"(
@x = global i32 0
@y = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %arg) {
  store atomic i32 1, ptr @y monotonic, align 4
  store i32 1, ptr @x
  ret ptr null
}
define i32 @main() {
  %id = alloca i64
  %a = call i32 @pthread_create(ptr %id, ptr null, ptr @work, ptr null)
  %b = load atomic i32, ptr @y monotonic, align 4
  store i32 2, ptr @x
  ret i32 0
}
)";

TEST(Minimise, PrefersTheLatestWrite) {
  Program program = programOf(kOlder);
  CheckOptions options;
  options.machine.memory = MemoryModel::C11;
  options.search = llvm::cantFail(SearchSpec::parse("random-walk"));
  std::optional<Violation> older;
  for (options.context.seed = 1; !older && options.context.seed < 100;
       ++options.context.seed) {
    Result found = llvm::cantFail(runSearch(program, options));
    ASSERT_EQ(found.violations.size(), 1u);
    if (costOf(program, found.violations[0]).weak)
      older = found.violations[0];
  }
  ASSERT_TRUE(older);
  EXPECT_EQ(minimise(program, *older, {}).after.weak, 0u);
  // Also where only the schedule at hand is changed.
  MinimiseLimits limits;
  limits.nodes = 0;
  Minimised less = minimise(program, *older, limits);
  EXPECT_FALSE(less.isBest);
  EXPECT_EQ(less.after.weak, 0u);
  ReplayWatcher nobody;
  EXPECT_TRUE(replay(program, less.violation, nobody));
}

// A search that found its error at once is not followed by long work on its
// trace.
TEST(Minimise, TakesAsLongAsTheSearch) {
  auto work = [](uint64_t steps, MemoryModel memory) {
    Statistics stats;
    stats.all.steps = steps;
    return MinimiseLimits::workFor(stats, memory);
  };
  const MemoryModel sc = MemoryModel::Sc;
  EXPECT_EQ(work(10, sc), work(1'000, sc)); // the least
  EXPECT_EQ(work(80'000, sc), 2 * work(40'000, sc));
  EXPECT_EQ(work(1'000'000, sc), work(1'000'000'000, sc)); // the most
  // A step with views takes longer, in the search as well.
  EXPECT_GT(work(10'000, MemoryModel::C11), work(10'000, sc));
  EXPECT_EQ(work(1'000'000, MemoryModel::C11), work(1'000'000, sc));
}
