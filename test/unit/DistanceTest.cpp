//===- test/unit/DistanceTest.cpp - Distances against a plain search ------===//
//
// The reference executes small random programs in all ways of their control
// flow, with the stack as it is, breadth first. Distances by tables must be
// the same, those that ignore the stack never larger.
//
//===----------------------------------------------------------------------===//
#include "search/guide/Distance.h"
#include "search/Rng.h"
#include "test/unit/IrProgram.h"

#include "interp/exec/Machine.h"
#include "interp/state/Address.h"

#include <deque>
#include <set>

using namespace rbcheck;

namespace {

using Stack = std::vector<CodePlace>; ///< innermost first

/// Code without meaning, but with every kind of control flow. Function 0 is a
/// model, 1 is pthread_create; the others call each other.
Program randomProgram(Rng &rng, uint32_t functions, uint32_t length) {
  Program program;
  program.functions.resize(2 + functions);
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    program.functions[f].name = "f" + std::to_string(f);
  program.functions[0].kind = FunctionKind::Model;
  program.functions[1].kind = FunctionKind::Model;
  program.functions[1].name = "pthread_create";
  auto anyFunction = [&] { return 2 + rng.below(functions); };
  for (uint32_t f = 2; f < program.functions.size(); ++f) {
    Function &function = program.functions[f];
    function.kind = FunctionKind::Defined;
    function.constBase = 0;
    // Constants: the addresses of all functions.
    for (uint32_t i = 0; i < program.functions.size(); ++i)
      function.constants.push_back(functionAddress(i));
    for (uint32_t pc = 0; pc + 1 < length; ++pc) {
      Insn insn{Op::Mov, 100, 101};
      auto jump = [&] { return int32_t(rng.below(length)) - int32_t(pc); };
      CallSite site;
      switch (rng.below(10)) {
      case 0:
        insn = {Op::Br, 0, 100};
        insn.imm = jump();
        insn.c = uint32_t(jump());
        break;
      case 1:
        insn = {Op::JmpBack};
        insn.imm = jump();
        break;
      case 2:
      case 3:
        insn = {Op::Call, 100};
        site.callee = anyFunction();
        break;
      case 4:
        insn = {Op::CallModel, 100};
        site.callee = 0;
        break;
      case 5:
        insn = {Op::CallModel, 100};
        site.callee = 1;
        site.args.resize(4);
        site.args[2].slot = uint16_t(anyFunction());
        break;
      case 6:
        insn = {Op::CallIndirect, 100, uint16_t(anyFunction())};
        break;
      case 7:
        insn = {rng.below(3) ? Op::Mov : Op::Ret};
        break;
      default:
        break;
      }
      if (insn.op == Op::Call || insn.op == Op::CallModel ||
          insn.op == Op::CallIndirect) {
        insn.c = uint32_t(function.callSites.size());
        function.callSites.push_back(site);
      }
      function.code.push_back(insn);
    }
    function.code.push_back({rng.below(6) ? Op::Ret : Op::Unreachable});
  }
  program.entry = 2;
  return program;
}

/// The fewest instructions from `start` to one of `targets`, if at most `most`.
uint32_t slowDistance(const Flow &flow, const Stack &start,
                      const std::set<CodePlace> &targets, uint32_t most) {
  std::set<Stack> seen{start};
  std::deque<std::pair<Stack, uint32_t>> queue{{start, 0}};
  while (!queue.empty()) {
    auto [stack, cost] = std::move(queue.front());
    queue.pop_front();
    if (targets.count(stack.front()))
      return cost;
    if (cost == most)
      continue;
    auto go = [&](Stack next) {
      if (seen.insert(next).second)
        queue.push_back({std::move(next), cost + 1});
    };
    auto goTo = [&](FlowNode node) {
      Stack next = stack;
      uint32_t function = flow.functionOf(node);
      next.front() = {function, node - flow.entry(function)};
      go(std::move(next));
    };
    FlowNode node = flow.node(stack.front().function, stack.front().pc);
    if (const FlowCall *call = flow.callAt(node)) {
      if (call->isOpaque)
        goTo(call->next);
      for (uint32_t callee : call->callees) {
        Stack next = stack;
        next.insert(next.begin(), {callee, 0});
        go(std::move(next));
      }
      for (uint32_t started : call->spawns)
        go({{started, 0}});
    } else if (flow.isReturn(node)) {
      if (stack.size() > 1) {
        Stack next(stack.begin() + 1, stack.end());
        ++next.front().pc;
        go(std::move(next));
      }
    } else {
      flow.forEachSuccessor(node, goTo);
    }
  }
  return kFar;
}

/// A stack that the program could have: each caller is at a call of the next.
Stack randomStack(const Flow &flow, Rng &rng) {
  const Program &program = flow.program();
  uint32_t function = 2 + rng.below(uint32_t(program.functions.size() - 2));
  Stack stack;
  for (uint32_t depth = rng.below(5);; --depth) {
    std::vector<std::pair<uint32_t, uint32_t>> calls; // pc, callee
    const std::vector<Insn> &code = program.functions[function].code;
    for (uint32_t pc = 0; pc < code.size(); ++pc)
      if (const FlowCall *call = flow.callAt(flow.node(function, pc)))
        for (uint32_t callee : call->callees)
          calls.push_back({pc, callee});
    if (!depth || calls.empty()) {
      stack.insert(stack.begin(),
                   {function, rng.below(uint32_t(code.size()))});
      return stack;
    }
    auto [pc, callee] = calls[rng.below(uint32_t(calls.size()))];
    stack.insert(stack.begin(), {function, pc});
    function = callee;
  }
}

TEST(Distance, TablesAgreeWithAPlainSearchOnRandomPrograms) {
  constexpr uint32_t kMost = 14;
  Rng rng(5);
  int near = 0, far = 0, context = 0;
  for (int round = 0; round < 300; ++round) {
    Program program = randomProgram(rng, 2 + rng.below(3), 3 + rng.below(8));
    Distances exact(program, DistanceKind::Stack, DistanceCost::Instructions);
    Distances blind(program, DistanceKind::Fsm, DistanceCost::Instructions);
    for (int query = 0; query < 10; ++query) {
      Stack start = randomStack(exact.flow(), rng);
      std::set<CodePlace> targets;
      for (uint32_t i = 0; i <= rng.below(2); ++i)
        targets.insert(randomStack(exact.flow(), rng).front());
      std::vector<CodePlace> places(targets.begin(), targets.end());
      uint32_t slow = slowDistance(exact.flow(), start, targets, kMost);
      uint32_t fast = exact.ofStack(start, exact.target(places));
      uint32_t fsm = blind.ofStack(start, blind.target(places));
      if (slow != kFar)
        EXPECT_EQ(fast, slow) << "round " << round;
      else
        EXPECT_GT(fast, kMost) << "round " << round;
      EXPECT_LE(fsm, fast);
      near += slow != kFar && slow > 0;
      far += slow == kFar;
      context += fsm < fast;
    }
  }
  // The programs are such that this says something.
  EXPECT_GT(near, 500);
  EXPECT_GT(far, 200);
  EXPECT_GT(context, 50);
}

TEST(Distance, AReturnGoesToTheCallerThatIs) {
  Program program = programOf(R"(
@x = global i32 0
define void @leaf() noinline { store volatile i32 1, ptr @x  ret void }
define void @near() { call void @leaf()  store volatile i32 2, ptr @x  ret void }
define i32 @main() { call void @near()  call void @leaf()  ret i32 0 }
)");
  Distances exact(program, DistanceKind::Stack, DistanceCost::Instructions);
  Distances blind(program, DistanceKind::Fsm, DistanceCost::Instructions);
  CodePlace store = placeOf(program, "leaf", Op::Store32);
  CodePlace two = placeOf(program, "near", Op::Store32);
  uint32_t main = functionNamed(program, "main");
  CodePlace second = placeOf(program, "main", Op::Call,
                             placeOf(program, "main", Op::Call).pc + 1);
  CodePlace inNear = placeOf(program, "near", Op::Call);
  uint32_t target = exact.target({two}), same = blind.target({two});
  EXPECT_EQ(target, exact.target({two}));
  // leaf: store, return; then it stands at the store of near.
  EXPECT_EQ(exact.ofStack({store, inNear, {main, 0}}, target), 2u);
  EXPECT_EQ(exact.ofStack({store, second}, target), kFar);
  EXPECT_EQ(blind.ofStack({store, second}, same), 2u);
  EXPECT_EQ(exact.ofStack({two, {main, 0}}, target), 0u);
}

TEST(Distance, VisibleCostCountsWhatOthersMayNotice) {
  Program program = programOf(R"(
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @child(ptr %p) {
  %a = load volatile i32, ptr @x
  %b = add i32 %a, 1
  %c = mul i32 %b, %b
  store volatile i32 %c, ptr @x
  store volatile i32 7, ptr @x
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @child, ptr null)
  ret i32 0
}
)");
  CodePlace load = placeOf(program, "child", Op::Load32);
  CodePlace store = placeOf(program, "child", Op::Store32);
  CodePlace last = placeOf(program, "child", Op::Store32, store.pc + 1);
  CodePlace create = placeOf(program, "main", Op::CallModel);
  auto distance = [&](DistanceCost cost, CodePlace from) {
    Distances distances(program, DistanceKind::Stack, cost);
    return distances.ofStack({from}, distances.target({last}));
  };
  EXPECT_EQ(distance(DistanceCost::Instructions, load), 4u);
  EXPECT_EQ(distance(DistanceCost::Visible, load), 2u);
  EXPECT_EQ(distance(DistanceCost::Instructions, create), 5u);
  EXPECT_EQ(distance(DistanceCost::Visible, create), 3u);
}

TEST(Distance, OfAThreadFollowsItsStackHoweverDeep) {
  Program program = programOf(R"(
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @down(i32 %n) {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %leaf
again:
  %m = sub i32 %n, 1
  call void @down(i32 %m)
  ret void
leaf:
  store volatile i32 1, ptr @x
  ret void
}
define ptr @child(ptr %p) {
  call void @down(i32 50)
  store volatile i32 2, ptr @x
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @child, ptr null)
  store volatile i32 3, ptr @x
  ret i32 0
}
)");
  Machine machine(program, MachineOptions());
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  Distances distances(program, DistanceKind::Stack,
                      DistanceCost::Instructions);
  uint32_t target =
      distances.target({placeOf(program, "child", Op::Store32)});
  llvm::SmallVector<CodePlace, 64> stack;
  machine.stack(1, stack);
  ASSERT_EQ(stack.size(), 52u);
  uint32_t expected = distances.ofStack(stack, target);
  EXPECT_EQ(expected, 1u + 51u); // the store and 51 returns
  EXPECT_EQ(distances.ofThread(machine.state(), 1, target), expected);
  EXPECT_EQ(distances.ofThread(machine.state(), 1, target), expected);
  EXPECT_EQ(distances.ofThread(machine.state(), 0, target), kFar);
}

TEST(Distance, AKnownObjectTellsWhichFunctionAVirtualCallEnters) {
  Program program = programOf(R"(
@x = global i32 0
@_ZTI1B = constant i64 1
@_ZTV1B = constant [3 x ptr] [ptr null, ptr @_ZTI1B, ptr @bf]
@_ZTV1C = constant [3 x ptr] [ptr null, ptr @_ZTI1B, ptr @cf]
@b = global ptr getelementptr (i8, ptr @_ZTV1B, i64 16)
@c = global ptr getelementptr (i8, ptr @_ZTV1C, i64 16)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define void @bf(ptr %this) { store volatile i32 1, ptr @x  ret void }
define void @cf(ptr %this) { store volatile i32 2, ptr @x  ret void }
define ptr @use(ptr %o) {
  %t = load ptr, ptr %o
  %f = load ptr, ptr %t
  call void %f(ptr %o)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @use, ptr @b)
  call i32 @pthread_create(ptr %t, ptr null, ptr @use, ptr @c)
  store volatile i32 3, ptr @x
  ret i32 0
}
)");
  Machine machine(program, MachineOptions());
  ASSERT_EQ(machine.start(), StepEnd::Parked);
  while (machine.state().threadCount() < 3)
    ASSERT_EQ(machine.step({0, 0}), StepEnd::Parked);
  Distances exact(program, DistanceKind::Stack, DistanceCost::Instructions);
  uint32_t target = exact.target({placeOf(program, "bf", Op::Store32)});
  CodePlace load = placeOf(program, "use", Op::Load64);
  for (uint32_t thread : {1u, 2u})
    EXPECT_EQ(machine.place(thread), load);
  // Two loads and the call; the other object's function never gets there.
  EXPECT_EQ(exact.ofStack({load}, target), 3u);
  EXPECT_EQ(exact.ofThread(machine.state(), 1, target), 3u);
  EXPECT_EQ(exact.ofThread(machine.state(), 2, target), kFar);
  uint32_t here = exact.target({load});
  EXPECT_EQ(exact.ofThread(machine.state(), 2, here), 0u);
  uint32_t end = exact.target({placeOf(program, "use", Op::Ret)});
  EXPECT_EQ(exact.ofThread(machine.state(), 2, end), 5u);
}

TEST(Distance, AnExceptionLeadsToTheHandlersOfTheStackOnly) {
  Program program = programOf(R"(
@x = global i32 0
declare i32 @__gxx_personality_v0(...)
declare void @__rb_unwind_land(i64, ptr, i64)
define void @throws() {
  store volatile i32 1, ptr @x
  call void @__rb_unwind_land(i64 0, ptr null, i64 0)
  unreachable
}
define void @between() { call void @throws()  ret void }
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @between() to label %ok unwind label %pad
ok:
  call void @between()
  ret i32 0
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  store volatile i32 2, ptr @x
  ret i32 2
}
)");
  Distances distances(program, DistanceKind::Stack,
                      DistanceCost::Instructions);
  CodePlace handler = placeOf(program, "main", Op::Store32);
  CodePlace inThrows = placeOf(program, "throws", Op::Store32);
  CodePlace between = placeOf(program, "between", Op::Call);
  CodePlace invoke = placeOf(program, "main", Op::Call);
  CodePlace plain = placeOf(program, "main", Op::Call, invoke.pc + 1);
  uint32_t target = distances.target({handler});
  uint32_t caught = distances.ofStack({inThrows, between, invoke}, target);
  EXPECT_NE(caught, kFar);
  EXPECT_GE(caught, 1u);
  EXPECT_EQ(distances.ofStack({inThrows, between, plain}, target), kFar);
  EXPECT_NE(distances.ofStack({invoke}, target), kFar);
}

} // namespace
