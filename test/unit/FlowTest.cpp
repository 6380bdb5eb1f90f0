//===- test/unit/FlowTest.cpp - What calls may enter, and what may throw --===//
#include "interp/program/Flow.h"
#include "test/unit/IrProgram.h"

#include <set>

using namespace rbcheck;

namespace {

struct FlowOf {
  explicit FlowOf(const char *text) : program(programOf(text)), flow(program) {}
  const FlowCall &call(const char *function, Op op) {
    CodePlace place = placeOf(program, function, op);
    return *flow.callAt(flow.node(place.function, place.pc));
  }
  using Names = std::set<std::string>;
  Names names(const std::vector<uint32_t> &functions) {
    Names all;
    for (uint32_t function : functions)
      all.insert(program.functions[function].name);
    return all;
  }
  Program program;
  Flow flow;
};
using Names = FlowOf::Names;

TEST(Flow, AnIndirectCallMayEnterFunctionsOfItsTypeWhoseAddressIsTaken) {
  FlowOf f(R"(
@table = global [2 x ptr] [ptr @one, ptr @other]
define i32 @one(i32 %a) { ret i32 %a }
define i32 @two(i32 %a) { ret i32 %a }
define i32 @never(i32 %a) { ret i32 %a }
define void @other(ptr %a) { ret void }
define i32 @through(ptr %f) { %r = call i32 %f(i32 1)  ret i32 %r }
define i32 @main() {
  %a = call i32 @through(ptr @two)
  %b = call i32 @never(i32 %a)
  ret i32 %b
}
)");
  const FlowCall &call = f.call("through", Op::CallIndirect);
  EXPECT_EQ(f.names(call.callees), (Names{"one", "two"}));
  EXPECT_FALSE(call.isOpaque);
  EXPECT_EQ(f.names(f.call("main", Op::Call).callees), Names{"through"});
}

TEST(Flow, AVirtualCallEntersWhatVtablesHaveAtTheOffset) {
  FlowOf f(R"(
@_ZTI1B = constant i64 1
@_ZTV1B = constant [4 x ptr] [ptr null, ptr @_ZTI1B, ptr @bf, ptr @bg]
@_ZTV1C = constant [7 x ptr] [ptr null, ptr @_ZTI1B, ptr @cf,
    ptr inttoptr (i64 -8 to ptr), ptr @_ZTI1B, ptr @cthunk, ptr @cg]
define i32 @bf(ptr %this) { ret i32 1 }
define i32 @bg(ptr %this) { ret i32 2 }
define i32 @cf(ptr %this) { ret i32 3 }
define i32 @cthunk(ptr %this) { ret i32 3 }
define i32 @cg(ptr %this) { ret i32 4 }
define i32 @free(ptr %x) { ret i32 5 }
@pointer = global ptr @free
define i32 @first(ptr %o) {
  %t = load ptr, ptr %o
  %f = load ptr, ptr %t
  %r = call i32 %f(ptr %o)
  ret i32 %r
}
define i32 @second(ptr %o) {
  %t = load ptr, ptr %o
  %p = getelementptr i8, ptr %t, i64 8
  %f = load ptr, ptr %p
  %r = call i32 %f(ptr %o)
  ret i32 %r
}
define i32 @main() {
  %o = alloca ptr
  store ptr getelementptr (i8, ptr @_ZTV1B, i64 16), ptr %o
  %a = call i32 @first(ptr %o)
  %b = call i32 @second(ptr %o)
  ret i32 0
}
)");
  EXPECT_EQ(f.names(f.call("first", Op::CallIndirect).callees),
            (Names{"bf", "cf", "cthunk"}));
  EXPECT_EQ(f.names(f.call("second", Op::CallIndirect).callees),
            (Names{"bg", "cg"}));
}

TEST(Flow, ThreadsStartInTheFunctionThatIsNamed) {
  FlowOf f(R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @a(ptr %p) { ret ptr null }
define ptr @b(ptr %p) { ret ptr null }
@pointer = global ptr @b
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @a, ptr null)
  ret i32 0
}
define i32 @spawn(ptr %f) {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr %f, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(f.names(f.call("main", Op::CallModel).spawns), Names{"a"});
  Names any = f.names(f.call("spawn", Op::CallModel).spawns);
  EXPECT_TRUE(any.count("a") && any.count("b"));
}

TEST(Flow, StdThreadStartsTheRunFunctionOfItsState) {
  FlowOf f(R"(
@_ZTVNSt6thread11_State_implIiEE = constant [5 x ptr]
    [ptr null, ptr null, ptr @d1, ptr @d0, ptr @run]
@_ZTVNSt6thread11_State_implIlEE = constant [5 x ptr]
    [ptr null, ptr null, ptr @d1, ptr @d0, ptr @walk]
define void @d1(ptr %s) { ret void }
define void @d0(ptr %s) { ret void }
define void @run(ptr %s) { ret void }
define void @walk(ptr %s) { ret void }
define void @_ZNSt6thread15_M_start_threadE(ptr %t, ptr %s) { ret void }
define void @state(ptr %s) {
  store ptr getelementptr (i8, ptr @_ZTVNSt6thread11_State_implIiEE, i64 16),
      ptr %s
  ret void
}
define void @constructor(ptr %t, ptr %s) {
  call void @_ZNSt6thread15_M_start_threadE(ptr %t, ptr %s)
  call void @state(ptr %s)
  ret void
}
define i32 @main() {
  %o = alloca ptr
  call void @constructor(ptr %o, ptr %o)
  ret i32 0
}
)");
  const FlowCall &call = f.call("constructor", Op::Call);
  EXPECT_EQ(f.names(call.spawns), Names{"run"});
  EXPECT_TRUE(call.isStart);
  EXPECT_FALSE(f.call("main", Op::Call).isStart);
}

TEST(Flow, OnlyCallsThatMayThrowLeadToALandingPad) {
  FlowOf f(R"(
declare i32 @__gxx_personality_v0(...)
declare void @__rb_unwind_land(i64, ptr, i64)
define void @deep() { call void @__rb_unwind_land(i64 0, ptr null, i64 0)
  unreachable }
define void @throws() { call void @deep()  ret void }
define void @calm() { ret void }
define i32 @careful() personality ptr @__gxx_personality_v0 {
  invoke void @calm() to label %ok unwind label %pad
ok:
  ret i32 0
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @throws() to label %ok unwind label %pad
ok:
  %r = call i32 @careful()
  ret i32 %r
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  ret i32 2
}
)");
  EXPECT_TRUE(f.flow.mayThrow(functionNamed(f.program, "throws")));
  EXPECT_FALSE(f.flow.mayThrow(functionNamed(f.program, "calm")));
  EXPECT_NE(f.call("main", Op::Call).pad, kNoNode);
  EXPECT_EQ(f.call("careful", Op::Call).pad, kNoNode);
}

} // namespace
