//===- test/unit/CompleteTest.cpp - What warnings leave out ---------------===//
#include "search/triage/Complete.h"

#include "test/unit/IrProgram.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// Lines of a.c: ab() takes `a` at 10 and `b` at 11, ba() the other way round at
/// 20 and 21; check() reads `x` at 30 and 31, set() writes it at 40; drop() frees
/// at 50 what use() reads at 60.
constexpr const char *kModule = R"(
%mutex = type { [40 x i8] }
@a = global %mutex zeroinitializer
@b = global %mutex zeroinitializer
@x = global i32 0
@p = global ptr null
declare i32 @pthread_mutex_lock(ptr)
declare void @free(ptr)
define void @ab() !dbg !10 {
  %1 = call i32 @pthread_mutex_lock(ptr @a), !dbg !20
  %2 = call i32 @pthread_mutex_lock(ptr @b), !dbg !21
  ret void, !dbg !21
}
define void @ba() !dbg !11 {
  %1 = call i32 @pthread_mutex_lock(ptr @b), !dbg !22
  %2 = call i32 @pthread_mutex_lock(ptr @a), !dbg !23
  ret void, !dbg !23
}
define i32 @check() !dbg !12 {
  %1 = load i32, ptr @x, !dbg !24
  %2 = load i32, ptr @x, !dbg !25
  %3 = add i32 %1, %2, !dbg !25
  ret i32 %3, !dbg !25
}
define void @set() !dbg !13 {
  store i32 1, ptr @x, !dbg !26
  ret void, !dbg !26
}
define void @drop() !dbg !14 {
  %1 = load ptr, ptr @p, !dbg !27
  call void @free(ptr %1), !dbg !27
  ret void, !dbg !27
}
define i32 @use() !dbg !15 {
  %1 = load ptr, ptr @p, !dbg !28
  %2 = load i32, ptr %1, !dbg !28
  ret i32 %2, !dbg !28
}
define i32 @main() !dbg !16 {
  call void @ab(), !dbg !29
  call void @ba(), !dbg !29
  %1 = call i32 @check(), !dbg !29
  call void @set(), !dbg !29
  call void @drop(), !dbg !29
  %2 = call i32 @use(), !dbg !29
  ret i32 0, !dbg !29
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/src")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!10 = distinct !DISubprogram(name: "ab", file: !2, line: 9, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "ba", file: !2, line: 19, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "check", file: !2, line: 29, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!13 = distinct !DISubprogram(name: "set", file: !2, line: 39, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!14 = distinct !DISubprogram(name: "drop", file: !2, line: 49, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!15 = distinct !DISubprogram(name: "use", file: !2, line: 59, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!16 = distinct !DISubprogram(name: "main", file: !2, line: 69, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 10, scope: !10)
!21 = !DILocation(line: 11, scope: !10)
!22 = !DILocation(line: 20, scope: !11)
!23 = !DILocation(line: 21, scope: !11)
!24 = !DILocation(line: 30, scope: !12)
!25 = !DILocation(line: 31, scope: !12)
!26 = !DILocation(line: 40, scope: !13)
!27 = !DILocation(line: 50, scope: !14)
!28 = !DILocation(line: 60, scope: !15)
!29 = !DILocation(line: 70, scope: !16)
)";

WarningStep at(uint32_t line, StepOp op) {
  WarningStep step;
  step.op = op;
  step.place.file = "a.c";
  step.place.line = line;
  return step;
}

/// Lines of each thread of the completed warning: "10 11 | 20 21".
std::string completed(const Warning &warning) {
  const Program program = programOf(kModule);
  const Sites sites(program);
  const Goal goal = makeGoal(program, sites, warning);
  EXPECT_EQ(goal.problem, "");
  std::string text;
  for (const auto &thread :
       completeWarning(program, sites, warning, goal).threads) {
    text += text.empty() ? "" : " | ";
    for (size_t i = 0; i < thread.size(); ++i)
      text += (i ? " " : "") + std::to_string(thread[i].place.line);
  }
  return text;
}

TEST(Complete, BothAcquisitionsOfBothThreads) {
  Warning warning;
  warning.kind = WarningKind::LockCycle;
  warning.threads = {{at(11, StepOp::Lock)}, {at(21, StepOp::Lock)}};
  EXPECT_EQ(completed(warning), "10 11 | 20 21");
}

TEST(Complete, TheOtherOrderOfALockOrder) {
  Warning warning;
  warning.kind = WarningKind::LockOrder;
  warning.threads = {{at(11, StepOp::Lock)}};
  EXPECT_EQ(completed(warning), "10 11 | 20 21");
}

TEST(Complete, WhatSeparatesTwoReads) {
  Warning warning;
  warning.kind = WarningKind::Path;
  warning.threads = {{at(30, StepOp::Read), at(31, StepOp::Read)}};
  EXPECT_EQ(completed(warning), "30 40 31");
}

TEST(Complete, WhatFreesBeforeAUse) {
  Warning warning;
  warning.kind = WarningKind::Point;
  warning.rule = "heap-use-after-free";
  warning.threads = {{at(60, StepOp::Read)}};
  EXPECT_EQ(completed(warning), "50 | 60");
  warning.rule = "heap-buffer-overflow";
  EXPECT_EQ(completed(warning), "60");
}

} // namespace
