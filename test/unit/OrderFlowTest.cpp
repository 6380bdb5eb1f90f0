//===- test/unit/OrderFlowTest.cpp - Which memory orders are asked for ----===//
#include "test/unit/IrProgram.h"

using namespace rbcheck;

namespace {

const Global &globalNamed(const Program &program, const char *name) {
  for (const Global &global : program.globals)
    if (global.name == name)
      return global;
  ADD_FAILURE() << "no variable " << name;
  return program.globals.front();
}

/// std::atomic's load and store without optimisation, in short.
const char *const kFunctions = R"(
@x = global i32 0
@y = global i32 0
define void @store(ptr %to, i32 %order) {
  switch i32 %order, label %relaxed [ i32 3, label %release i32 5, label %sc ]
relaxed:
  store atomic i32 1, ptr %to monotonic, align 4
  ret void
release:
  store atomic i32 1, ptr %to release, align 4
  ret void
sc:
  store atomic i32 1, ptr %to seq_cst, align 4
  ret void
}
define i32 @load(ptr %from, i32 %order) {
  %masked = and i32 %order, 65535
  switch i32 %masked, label %relaxed [ i32 2, label %acquire i32 5, label %sc ]
relaxed:
  %a = load atomic i32, ptr %from monotonic, align 4
  ret i32 %a
acquire:
  %b = load atomic i32, ptr %from acquire, align 4
  ret i32 %b
sc:
  %c = load atomic i32, ptr %from seq_cst, align 4
  ret i32 %c
}
)";

Program withMain(const std::string &body) {
  return programOf(kFunctions + body);
}

TEST(OrderFlow, OrdersThatAreNeverHandedOverAreNotExecuted) {
  Program program = withMain(R"(
define i32 @main() {
  call void @store(ptr @x, i32 5)
  %r = call i32 @load(ptr @x, i32 5)
  ret i32 %r
})");
  EXPECT_FALSE(program.orders.hasWeak);
  EXPECT_TRUE(program.orders.hasSeqCst);
  EXPECT_TRUE(program.orders.allReadsAcquire);
  EXPECT_TRUE(program.orders.allWritesRelease);
  EXPECT_FALSE(program.orders.mixedElsewhere);
  EXPECT_FALSE(globalNamed(program, "x").mixedOrders);
  EXPECT_FALSE(globalNamed(program, "x").plainAccess);
}

TEST(OrderFlow, TheFirstWeakOneIsNamed) {
  Program program = withMain(R"(
define i32 @main() {
  call void @store(ptr @x, i32 3)
  %r = call i32 @load(ptr @x, i32 2)
  ret i32 %r
})");
  ASSERT_TRUE(program.orders.hasWeak);
  const Function &function = program.functions[program.orders.weakFunction];
  EXPECT_EQ(function.name, "store");
  EXPECT_EQ(function.code[program.orders.weakPc].op, Op::AtomicStore);
  EXPECT_FALSE(function.code[program.orders.weakPc].c & kNoRelease);
  EXPECT_FALSE(program.orders.hasSeqCst);
  EXPECT_TRUE(program.orders.allReadsAcquire);
  EXPECT_TRUE(program.orders.allWritesRelease);
}

TEST(OrderFlow, CallsAreToldApart) {
  Program program = withMain(R"(
define i32 @main() {
  call void @store(ptr @x, i32 5)
  call void @store(ptr @y, i32 0)
  %r = call i32 @load(ptr @y, i32 2)
  ret i32 %r
})");
  EXPECT_TRUE(program.orders.hasWeak);
  EXPECT_FALSE(program.orders.allWritesRelease);
  EXPECT_TRUE(program.orders.allReadsAcquire);
  EXPECT_FALSE(globalNamed(program, "x").mixedOrders);
  EXPECT_FALSE(globalNamed(program, "y").mixedOrders);
  EXPECT_FALSE(program.orders.mixedElsewhere);
}

TEST(OrderFlow, BothOrdersOnOneVariableAreMixed) {
  Program program = withMain(R"(
define i32 @main() {
  call void @store(ptr @x, i32 5)
  %r = call i32 @load(ptr @x, i32 0)
  call void @store(ptr @y, i32 5)
  ret i32 %r
})");
  EXPECT_TRUE(globalNamed(program, "x").mixedOrders);
  EXPECT_FALSE(globalNamed(program, "y").mixedOrders);
}

TEST(OrderFlow, AFunctionWhoseAddressIsTakenIsCalledWithAnyOrder) {
  const char *text = R"(
@table = global ptr null
define i32 @main() {
  call void @store(ptr @x, i32 5)
  %f = load ptr, ptr @table
  call void %f(ptr @y, i32 5)
  ret i32 0
}
define void @init() {
  store ptr @store, ptr @table
  ret void
})";
  EXPECT_FALSE(withMain(text).orders.hasWeak) << "nobody calls init";
  std::string called = text;
  called.replace(called.find("define i32 @main() {"), 20,
                 "define i32 @main() { call void @init()");
  Program program = withMain(called);
  EXPECT_TRUE(program.orders.hasWeak);
  EXPECT_FALSE(globalNamed(program, "x").mixedOrders) << "nobody can reach it";
  EXPECT_TRUE(globalNamed(program, "y").mixedOrders);
  EXPECT_TRUE(program.orders.mixedElsewhere);
}

TEST(OrderFlow, AFunctionInAnInitialiserIsTaken) {
  Program program = withMain(R"(
@inner = global [1 x ptr] [ptr @store]
@table = global ptr @inner
define i32 @main() {
  %t = load ptr, ptr @table
  %f = load ptr, ptr %t
  call void %f(ptr @x, i32 5)
  ret i32 0
})");
  EXPECT_TRUE(program.orders.hasWeak);
}

TEST(OrderFlow, AnOrderThatIsComputedMayBeAny) {
  const char *text = R"(
@which = global i32 5
define i32 @main() {
  %o = load i32, ptr @which
  call void @store(ptr @x, i32 %o)
  ret i32 0
})";
  EXPECT_TRUE(withMain(text).orders.hasWeak);
  std::string constant = text;
  constant.replace(constant.find("global i32 5"), 12, "constant i32 5");
  EXPECT_FALSE(withMain(constant).orders.hasWeak);
}

TEST(OrderFlow, OrdersComeThroughResultsAndBranches) {
  const char *text = R"(
define i32 @forFailure(i32 %order) {
  %isRelease = icmp eq i32 %order, 3
  br i1 %isRelease, label %no, label %other
no:
  ret i32 0
other:
  %isBoth = icmp eq i32 %order, 4
  %r = select i1 %isBoth, i32 2, i32 %order
  ret i32 %r
}
define i32 @main() {
  %o = call i32 @forFailure(i32 ORDER)
  %r = call i32 @load(ptr @x, i32 %o)
  ret i32 %r
})";
  auto with = [&](const char *order) {
    std::string body = text;
    body.replace(body.find("ORDER"), 5, order);
    return withMain(body).orders;
  };
  EXPECT_TRUE(with("3").hasWeak);
  EXPECT_FALSE(with("3").allReadsAcquire);
  EXPECT_TRUE(with("4").hasWeak);
  EXPECT_TRUE(with("4").allReadsAcquire);
}

TEST(OrderFlow, LibraryCallsCountByTheirOrder) {
  const char *text = R"(
@wide = global i128 0
declare i128 @__atomic_load_16(ptr, i32)
declare i1 @__atomic_compare_exchange_16(ptr, ptr, i128, i32, i32)
declare void @__atomic_store(i64, ptr, ptr, i32)
@odd = global [3 x i8] zeroinitializer
define i32 @main() {
  %e = alloca i128
  store i128 0, ptr %e
  %v = call i128 @__atomic_load_16(ptr @wide, i32 FIRST)
  %d = call i1 @__atomic_compare_exchange_16(ptr @wide, ptr %e, i128 1, i32 5, i32 SECOND)
  call void @__atomic_store(i64 3, ptr @odd, ptr %e, i32 5)
  ret i32 0
})";
  auto with = [&](const char *first, const char *second) {
    std::string body = text;
    body.replace(body.find("FIRST"), 5, first);
    body.replace(body.find("SECOND"), 6, second);
    return withMain(body);
  };
  EXPECT_FALSE(with("5", "5").orders.hasWeak);
  EXPECT_TRUE(with("2", "5").orders.hasWeak);
  Program program = with("5", "0");
  EXPECT_TRUE(program.orders.hasWeak);
  EXPECT_FALSE(program.orders.allReadsAcquire);
  EXPECT_TRUE(globalNamed(program, "wide").mixedOrders);
  EXPECT_FALSE(globalNamed(program, "wide").plainAccess);
  EXPECT_FALSE(globalNamed(program, "odd").mixedOrders);
}

TEST(OrderFlow, FencesCountUnlessTheyAreForSignals) {
  auto with = [&](const std::string &fence) {
    return withMain("define i32 @main() { fence " + fence + "\n ret i32 0 }")
        .orders;
  };
  EXPECT_FALSE(with("seq_cst").hasWeak);
  EXPECT_TRUE(with("seq_cst").hasSeqCst);
  EXPECT_TRUE(with("acquire").hasWeak);
  EXPECT_FALSE(with("acquire").hasSeqCst);
  EXPECT_FALSE(with("syncscope(\"singlethread\") acquire").hasWeak);
}

TEST(OrderFlow, AnEscapedVariableIsAccessedByUnknownPointers) {
  const char *text = R"(
@where = global ptr null
define i32 @main() {
  STORE
  call void @store(ptr @x, i32 5)
  %p = load ptr, ptr @where
  call void @store(ptr %p, i32 0)
  store i32 1, ptr %p
  ret i32 0
})";
  auto with = [&](const char *store) {
    std::string body = text;
    body.replace(body.find("STORE"), 5, store);
    return withMain(body);
  };
  Program kept = with("store ptr @y, ptr @where");
  EXPECT_FALSE(globalNamed(kept, "x").mixedOrders);
  EXPECT_FALSE(globalNamed(kept, "x").plainAccess);
  EXPECT_TRUE(globalNamed(kept, "y").plainAccess);
  Program escaped = with("store ptr @x, ptr @where");
  EXPECT_TRUE(globalNamed(escaped, "x").mixedOrders);
  EXPECT_TRUE(globalNamed(escaped, "x").plainAccess);
}

TEST(OrderFlow, WhatAThreadIsGivenIsFollowed) {
  Program program = withMain(R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @thread(ptr %to) {
  call void @store(ptr %to, i32 0)
  ret ptr %to
}
define i32 @main() {
  %t = alloca i64
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr @x)
  call void @store(ptr @x, i32 5)
  call void @store(ptr @y, i32 5)
  ret i32 0
})");
  EXPECT_TRUE(globalNamed(program, "x").mixedOrders);
  EXPECT_FALSE(globalNamed(program, "y").mixedOrders);
}

TEST(OrderFlow, ConstructorsOfGlobalsAreNoPlainAccess) {
  const char *text = R"(
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @make, ptr null }]
define void @set(ptr %to) { store i32 7, ptr %to  ret void }
define void @make() { call void @set(ptr @x)  ret void }
define i32 @main() {
  call void @store(ptr @x, i32 3)
  LATER
  ret i32 0
})";
  auto with = [&](const char *later) {
    std::string body = text;
    body.replace(body.find("LATER"), 5, later);
    return globalNamed(withMain(body), "x").plainAccess;
  };
  EXPECT_FALSE(with(""));
  EXPECT_TRUE(with("call void @make()"));
}

TEST(OrderFlow, AConstructorThatStartsAThreadIsNotAlone) {
  const char *text = R"(
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @make, ptr null }]
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @thread(ptr %a) { call void @store(ptr @x, i32 3)  ret ptr %a }
define void @make() {
  %t = alloca i64
  START
  store i32 7, ptr @x
  ret void
}
define i32 @main() {
  call void @store(ptr @x, i32 3)
  ret i32 0
})";
  auto with = [&](const char *start) {
    std::string body = text;
    body.replace(body.find("START"), 5, start);
    return globalNamed(withMain(body), "x").plainAccess;
  };
  EXPECT_FALSE(with(""));
  EXPECT_TRUE(with("%r = call i32 @pthread_create(ptr %t, ptr null, "
                   "ptr @thread, ptr null)"));
}

TEST(OrderFlow, WhatAFunctionReturnsToUnknownCodeEscapes) {
  const char *text = R"(
@hook = global ptr null
define ptr @get() { ret ptr @x }
define i32 @main() {
  TAKE
  call void @store(ptr @x, i32 5)
  %f = load ptr, ptr @hook
  %p = call ptr %f()
  call void @store(ptr %p, i32 0)
  ret i32 0
})";
  auto with = [&](const char *take) {
    std::string body = text;
    body.replace(body.find("TAKE"), 4, take);
    return globalNamed(withMain(body), "x").mixedOrders;
  };
  EXPECT_FALSE(with(""));
  EXPECT_TRUE(with("store ptr @get, ptr @hook"));
}

TEST(OrderFlow, CopiesAndCallsArePlainAccesses) {
  const char *text = R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @puts(ptr)
define i32 @main() {
  %to = alloca i32
  call void @store(ptr @x, i32 3)
  TOUCH
  ret i32 0
})";
  auto with = [&](const char *touch) {
    std::string body = text;
    body.replace(body.find("TOUCH"), 5, touch);
    return globalNamed(withMain(body), "x").plainAccess;
  };
  EXPECT_FALSE(with(""));
  EXPECT_TRUE(with("call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr @x, i64 4, "
                   "i1 false)"));
  EXPECT_TRUE(with("%r = call i32 @puts(ptr @x)"));
  EXPECT_TRUE(with("%r = load volatile i32, ptr @x"));
}

TEST(OrderFlow, ManyCallsAreJoinedInTheEnd) {
  std::string variables, body = "define i32 @main() {\n";
  for (int i = 0; i < 100; ++i) {
    std::string name = "@v" + std::to_string(i);
    variables += name + " = global i32 0\n";
    body += "call void @store(ptr " + name + ", i32 " + (i < 99 ? "5" : "0") +
            ")\n";
  }
  Program program = withMain(variables + body + "ret i32 0 }");
  EXPECT_TRUE(program.orders.hasWeak);
  EXPECT_FALSE(globalNamed(program, "v0").mixedOrders);
  EXPECT_TRUE(globalNamed(program, "v98").mixedOrders) << "told apart no more";
}

TEST(OrderFlow, RecursionEnds) {
  Program program = withMain(R"(
define i32 @down(i32 %n, ptr %at) {
  %v = call i32 @load(ptr %at, i32 5)
  %m = sub i32 %n, 1
  %isEnd = icmp eq i32 %n, 0
  br i1 %isEnd, label %end, label %more
more:
  %r = call i32 @down(i32 %m, ptr %at)
  ret i32 %r
end:
  ret i32 %v
}
define i32 @main() {
  %r = call i32 @down(i32 1000, ptr @x)
  call void @store(ptr @x, i32 %r)
  ret i32 %r
})");
  EXPECT_TRUE(program.orders.hasWeak) << "the result may be any number";
}

TEST(OrderFlow, TheFlagOfALocalStaticIsNotWeak) {
  const char *text = R"(
@NAME = global i64 0
define i32 @main() {
  %g = load atomic i8, ptr @NAME acquire, align 8
  ret i32 0
})";
  auto with = [&](const char *name) {
    std::string body = text;
    for (size_t at; (at = body.find("NAME")) != std::string::npos;)
      body.replace(at, 4, name);
    return withMain(body).orders.hasWeak;
  };
  EXPECT_FALSE(with("_ZGVZ4mainE5value"));
  EXPECT_TRUE(with("flag"));
}

} // namespace
