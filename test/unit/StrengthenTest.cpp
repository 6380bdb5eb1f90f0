//===- test/unit/StrengthenTest.cpp - Limits of looking for orders --------===//
#include "test/unit/IrProgram.h"

#include "search/weak/Strengthen.h"

using namespace rbcheck;

namespace {

/// Message passing with plain data, both sides relaxed.
const char *const kMessage = R"(
@data = global i32 0
@flag = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %arg) {
  store i32 1, ptr @data
  store atomic i32 1, ptr @flag monotonic, align 4
  ret ptr null
}
define i32 @main() {
  %id = alloca i64
  %a = call i32 @pthread_create(ptr %id, ptr null, ptr @work, ptr null)
  %b = load atomic i32, ptr @flag monotonic, align 4
  %c = icmp eq i32 %b, 1
  br i1 %c, label %read, label %end
read:
  %d = load i32, ptr @data
  br label %end
end:
  ret i32 0
}
)";

CheckOptions c11() {
  CheckOptions options;
  options.machine.memory = MemoryModel::C11;
  options.search = llvm::cantFail(SearchSpec::parse("dfs"));
  return options;
}

Violation errorOf(const Program &program) {
  Result found = llvm::cantFail(runSearch(program, c11()));
  EXPECT_EQ(found.violations.size(), 1u);
  return found.violations[0];
}

} // namespace

TEST(Strengthen, FindsBothSides) {
  const Program program = programOf(kMessage);
  const Violation error = errorOf(program);
  std::optional<OrderAdvice> advice = strengthen(program, error, c11());
  ASSERT_TRUE(advice);
  EXPECT_TRUE(advice->isLeast);
  ASSERT_EQ(advice->changes.size(), 2u);
  for (const OrderChange &change : advice->changes)
    EXPECT_EQ(change.order, change.site.operation == "store"
                                ? StrongerOrder::Release
                                : StrongerOrder::Acquire);
  // What it says is so, and no less is enough.
  const Program right = withOrders(program, advice->changes);
  EXPECT_EQ(llvm::cantFail(runSearch(right, c11())).verdict, Verdict::NoError);
  const Program half = withOrders(program, advice->changes[0]);
  EXPECT_EQ(llvm::cantFail(runSearch(half, c11())).verdict, Verdict::Error);
}

TEST(Strengthen, SaysLessWithinLimits) {
  const Program program = programOf(kMessage);
  const Violation error = errorOf(program);
  StrengthenLimits limits;
  limits.sites = 1; // which is not enough
  std::optional<OrderAdvice> advice = strengthen(program, error, c11(), limits);
  ASSERT_TRUE(advice);
  EXPECT_TRUE(advice->changes.empty());
  limits = {};
  limits.statesOfTry = 3; // not even without weak memory
  EXPECT_FALSE(strengthen(program, error, c11(), limits));
  // From some number of states on it knows an answer, later that it is least.
  bool hasAnswer = false, isLeast = false;
  for (uint64_t states = 1; states < 2000 && !isLeast; ++states) {
    limits = {};
    limits.statesInAll = states;
    advice = strengthen(program, error, c11(), limits);
    const bool has = advice && !advice->changes.empty();
    EXPECT_TRUE(has || !hasAnswer);
    if (has)
      EXPECT_EQ(
          llvm::cantFail(runSearch(withOrders(program, advice->changes), c11()))
              .verdict,
          Verdict::NoError);
    isLeast = has && advice->isLeast;
    hasAnswer |= has;
  }
  EXPECT_TRUE(isLeast);
}

TEST(Strengthen, IsSilentIfTheErrorIsThereAnyway) {
  std::string text = kMessage;
  const std::string store = "  store i32 1, ptr @data\n";
  text.insert(text.find("  ret ptr null"), store); // behind the flag, too
  const Program program = programOf(text.c_str());
  EXPECT_FALSE(strengthen(program, errorOf(program), c11()));
}
