//===- test/unit/TogetherTest.cpp - One search by ranks in one process ----===//
//
// Real searches over a network of queues: whatever is late, overtakes, or is
// cut off, states and verdict are those of a search alone. Times decide only
// how often a search begins again, never what it comes to.
//
//===----------------------------------------------------------------------===//
#include "search/ranks/QueueLink.h"
#include "search/ranks/RankRun.h"
#include "test/unit/IrProgram.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <thread>

using namespace rbcheck;

namespace {

/// Three threads and main count up @x, a few times each; main asks for @most.
std::string counting(int rounds, int expected) {
  return R"(
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @abort()
define ptr @child(ptr %p) {
  br label %loop
loop:
  %i = phi i32 [0, %0], [%j, %loop]
  %old = atomicrmw add ptr @x, i32 1 seq_cst
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, )" +
         std::to_string(rounds) + R"(
  br i1 %c, label %loop, label %end
end:
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %u = alloca i64
  %v = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @child, ptr null)
  call i32 @pthread_create(ptr %u, ptr null, ptr @child, ptr null)
  call i32 @pthread_create(ptr %v, ptr null, ptr @child, ptr null)
  %a = load i64, ptr %t
  %b = load i64, ptr %u
  %c = load i64, ptr %v
  call i32 @pthread_join(i64 %a, ptr null)
  call i32 @pthread_join(i64 %b, ptr null)
  call i32 @pthread_join(i64 %c, ptr null)
  %n = load atomic i32, ptr @x seq_cst, align 4
  %bad = icmp ne i32 %n, )" +
         std::to_string(expected) + R"(
  br i1 %bad, label %fail, label %good
fail:
  call void @abort()
  unreachable
good:
  ret i32 0
}
)";
}

CheckOptions depthFirst() {
  CheckOptions options;
  options.search = llvm::cantFail(SearchSpec::parse("dfs"));
  return options;
}

Result alone(const Program &program, const CheckOptions &options) {
  return llvm::cantFail(runSearch(program, options));
}

struct Net {
  Net(const Program &program, const CheckOptions &options, uint32_t count,
      std::chrono::microseconds delay = {}, size_t batch = kAskBatch,
      double patience = 60)
      : net(count, delay, true) {
    RankOptions rank;
    rank.patience = patience;
    rank.batch = batch;
    for (uint32_t i = 0; i < count; ++i) {
      links.push_back(std::make_unique<QueueLink>(net, i));
      ranks.push_back(
          std::make_unique<RankRun>(program, options, *links[i], rank));
    }
  }
  /// What this rank reports, as the one that has to.
  Result report(uint32_t rank) {
    std::optional<llvm::Expected<Result>> result = ranks[rank]->wait();
    EXPECT_TRUE(result);
    Result told = llvm::cantFail(std::move(*result));
    ranks[rank]->finish();
    return told;
  }

  QueueNet net;
  std::vector<std::unique_ptr<QueueLink>> links;
  std::vector<std::unique_ptr<RankRun>> ranks;
};

void expectSame(const Result &one, const Result &many) {
  EXPECT_EQ(many.verdict, one.verdict);
  EXPECT_EQ(many.stats.states, one.stats.states);
  EXPECT_EQ(many.stats.transitions, one.stats.transitions);
  EXPECT_EQ(many.stats.revisits, one.stats.revisits);
  EXPECT_EQ(many.stats.executions, one.stats.executions);
  EXPECT_EQ(many.completeness.isExhausted(), one.completeness.isExhausted());
  EXPECT_EQ(many.completeness.taken, one.completeness.taken);
  EXPECT_EQ(many.completeness.expanded, one.completeness.expanded);
}

} // namespace

TEST(Together, SameStatesForAnyNumberOfRanks) {
  const Program program = programOf(counting(6, 18));
  const CheckOptions options = depthFirst();
  const Result one = alone(program, options);
  ASSERT_EQ(one.verdict, Verdict::NoError);
  for (uint32_t count : {2, 3, 7})
    expectSame(one, Net(program, options, count).report(0));
}

TEST(Together, SameStatesWhateverIsLateOrOvertakes) {
  const Program program = programOf(counting(6, 18));
  const CheckOptions options = depthFirst();
  const Result one = alone(program, options);
  for (int delay : {20, 300})
    for (size_t batch : {1, 16, 1000})
      expectSame(
          one, Net(program, options, 4, std::chrono::microseconds(delay), batch)
                   .report(0));
}

TEST(Together, SameStatesUnderABound) {
  const Program program = programOf(counting(6, 18));
  CheckOptions options = depthFirst();
  options.context.policies.bounds.preemptions = 2;
  const Result one = alone(program, options);
  const Result many = Net(program, options, 3).report(0);
  EXPECT_EQ(many.verdict, one.verdict);
  EXPECT_EQ(many.stats.states, one.stats.states);
}

TEST(Together, AnErrorOfOneRankIsTheResultOfAll) {
  const Program program = programOf(counting(4, 11));
  const Result result = Net(program, depthFirst(), 3).report(0);
  EXPECT_EQ(result.verdict, Verdict::Error);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].fault.kind, FaultKind::Abort);
}

TEST(Together, ALimitOfStatesIsOfAll) {
  const Program program = programOf(counting(30, 90));
  CheckOptions options = depthFirst();
  options.context.limits.states = 1000;
  const Result result = Net(program, options, 3).report(0);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_EQ(result.completeness.stop.why, StopReason::States);
  EXPECT_GE(result.stats.states, 1000u);
}

TEST(Together, WithoutALostMemberItBeginsAgain) {
  const Program program = programOf(counting(20, 60));
  const CheckOptions options = depthFirst();
  const Result one = alone(program, options);
  Net ranks(program, options, 3, std::chrono::microseconds(50), 16, 2);
  ranks.net.cut(2); // wherever they are by now
  expectSame(one, ranks.report(0));
}

TEST(Together, WithoutItsLeaderItBeginsAgain) {
  const Program program = programOf(counting(20, 60));
  const CheckOptions options = depthFirst();
  const Result one = alone(program, options);
  Net ranks(program, options, 3, std::chrono::microseconds(50), 16, 2);
  ranks.net.cut(0);
  expectSame(one, ranks.report(1));
}

TEST(Together, ACheckpointIsGoneOnFromByAnyNumberOfRanks) {
  const Program program = programOf(counting(6, 18));
  const Result one = alone(program, depthFirst());
  CheckOptions options = depthFirst();
  options.checkpoint = testing::TempDir() + "together.checkpoint";
  llvm::sys::fs::remove(options.checkpoint);
  for (uint32_t run = 1;; ++run) {
    options.context.limits.states = run * one.stats.states / 7;
    const uint32_t count = 1 + run % 4;
    const Result result = count == 1 ? alone(program, options)
                                     : Net(program, options, count,
                                           std::chrono::microseconds(20), 16)
                                           .report(0);
    if (result.verdict != Verdict::Inconclusive) {
      EXPECT_GE(run, 7u);
      expectSame(one, result);
      EXPECT_FALSE(llvm::sys::fs::exists(options.checkpoint));
      return;
    }
    ASSERT_EQ(result.checkpoint, options.checkpoint) << result.unsaved;
    ASSERT_LE(run, 10u);
  }
}

TEST(Together, WhatIsSavedMeanwhileChangesNothing) {
  const Program program = programOf(counting(12, 36));
  const Result one = alone(program, depthFirst());
  CheckOptions options = depthFirst();
  options.checkpoint = testing::TempDir() + "meanwhile.checkpoint";
  options.checkpointSeconds = 0.001;
  expectSame(one, Net(program, options, 3).report(0));
  EXPECT_FALSE(llvm::sys::fs::exists(options.checkpoint));
}

TEST(Together, WithoutALostMemberItGoesOnFromItsCheckpoint) {
  const Program program = programOf(counting(20, 60));
  const Result one = alone(program, depthFirst());
  for (uint32_t lost : {2, 0}) {
    CheckOptions options = depthFirst();
    options.checkpoint = testing::TempDir() + "lost.checkpoint";
    llvm::sys::fs::remove(options.checkpoint);
    options.context.limits.states = one.stats.states / 2;
    alone(program, options);
    ASSERT_TRUE(llvm::sys::fs::exists(options.checkpoint));
    options.context.limits.states = 0;
    options.checkpointSeconds = 0.001;
    Net ranks(program, options, 3, std::chrono::microseconds(50), 16, 2);
    ranks.net.cut(lost);
    expectSame(one, ranks.report(lost ? 0 : 1));
  }
}

TEST(Together, WhoIsDismissedDoesNotWaitForAHaltedMember) {
  const Program program = programOf(counting(30, 90));
  CheckOptions options = depthFirst();
  options.checkpoint = testing::TempDir() + "dismissed.checkpoint";
  options.checkpointSeconds = 0.001;
  Net ranks(program, options, 2, {}, kAskBatch, 1e9);
  ranks.net.cut(1); // it never says that it has halted, and is never given up
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  llvm::sys::fs::remove(options.checkpoint);
} // returns

TEST(Together, WhatCannotBeSharedSaysWhy) {
  CheckOptions options = depthFirst();
  EXPECT_EQ(reasonNotToShare(options), "");
  options.context.visited.kind = VisitedKind::Exact;
  EXPECT_NE(reasonNotToShare(options), "");
  options = depthFirst();
  options.jobs = 2;
  EXPECT_NE(reasonNotToShare(options), "");
  options = depthFirst();
  options.reduce = Reduce::On;
  EXPECT_NE(reasonNotToShare(options), "");
  options.search = llvm::cantFail(SearchSpec::parse("bfs"));
  EXPECT_NE(reasonNotToShare(options), "");
}
