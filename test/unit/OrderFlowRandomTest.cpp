//===- test/unit/OrderFlowRandomTest.cpp - Nothing executed is denied -----===//
//
// Random programs in which orders and pointers go through arguments, memory,
// results and function pointers are executed, and what they did is compared
// with what the analysis of memory orders said they can do.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Machine.h"
#include "interp/state/Address.h"
#include "search/Rng.h"
#include "test/unit/IrProgram.h"

#include <map>

using namespace rbcheck;

namespace {

const char *const kLibrary = R"(
@x0 = global i32 0
@x1 = global i32 0
@x2 = global i32 0
@x3 = global i32 0
@p0 = global ptr @spare
@p1 = global ptr @spare
@f0 = global ptr @nop
@order = global i32 5
@spare = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define void @nop(ptr %to, i32 %order) { ret void }
define void @plain(ptr %to, i32 %order) { store i32 %order, ptr %to  ret void }
define void @put(ptr %to, i32 %order) {
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
define void @add(ptr %to, i32 %order) {
  %isStrong = icmp ugt i32 %order, 4
  br i1 %isStrong, label %sc, label %other
sc:
  %a = atomicrmw add ptr %to, i32 1 seq_cst
  ret void
other:
  %b = atomicrmw add ptr %to, i32 1 acq_rel
  ret void
}
define ptr @either(ptr %a, ptr %b, i32 %n) {
  %isFirst = icmp eq i32 %n, 0
  %r = select i1 %isFirst, ptr %a, ptr %b
  ret ptr %r
}
define i32 @weaken(i32 %order) {
  %is = icmp eq i32 %order, 5
  br i1 %is, label %same, label %down
same:
  ret i32 5
down:
  %r = and i32 %order, 3
  ret i32 %r
}
)";

/// One function body, by chance.
class Body {
public:
  Body(Rng &rng, unsigned level) : rng_(rng), level_(level) {}

  std::string text() {
    for (unsigned i = 0, count = 2 + below(4); i < count; ++i)
      add();
    return text_;
  }

private:
  unsigned below(unsigned n) { return rng_.below(n); }
  std::string fresh() { return "%v" + std::to_string(next_++); }
  std::string line(const std::string &what) {
    std::string name = fresh();
    text_ += "  " + name + " = " + what + "\n";
    return name;
  }
  std::string variable() { return "@x" + std::to_string(below(4)); }
  std::string cell() { return "@p" + std::to_string(below(2)); }

  std::string pointer() {
    switch (below(8)) {
    case 0:
      return line("load ptr, ptr " + cell());
    case 1:
      return line("call ptr @either(ptr " + variable() + ", ptr " + variable() +
                  ", i32 " + (below(2) ? "0" : order()) + ")");
    case 2:
      return "%to"; // the parameter
    default:
      return variable();
    }
  }
  std::string order() {
    static const char *const kOrders[] = {"0", "3", "5", "5", "5", "5"};
    std::string constant = kOrders[below(6)];
    switch (below(8)) {
    case 0:
      return line("load i32, ptr @order");
    case 1:
      return line("call i32 @weaken(i32 " + constant + ")");
    case 2:
      return "%order";
    default:
      return constant;
    }
  }
  std::string function() {
    static const char *const kNames[] = {"@put", "@add", "@plain", "@put"};
    if (level_ && below(3) == 0)
      return "@body" + std::to_string(below(level_));
    return kNames[below(4)];
  }
  void add() {
    std::string to = pointer(), how = order();
    std::string arguments = "(ptr " + to + ", i32 " + how + ")\n";
    switch (below(12)) {
    case 0:
      text_ += "  store ptr " + to + ", ptr " + cell() + "\n";
      break;
    case 1:
      text_ += "  store ptr " + function() + ", ptr @f0\n";
      break;
    case 2:
      text_ += "  call void " + line("load ptr, ptr @f0") + arguments;
      break;
    case 3:
      text_ += "  store i32 " + how + ", ptr @order\n";
      break;
    default:
      text_ += "  call void " + function() + arguments;
    }
  }

  Rng &rng_;
  unsigned level_; ///< bodies with smaller numbers can be called
  unsigned next_ = 0;
  std::string text_;
};

std::string randomProgram(uint64_t seed) {
  Rng rng(seed);
  std::string text = kLibrary;
  for (unsigned i = 0; i < 4; ++i)
    text += "define void @body" + std::to_string(i) +
            "(ptr %to, i32 %order) {\n" + Body(rng, i).text() +
            "  ret void\n}\n";
  text += R"(
define ptr @first(ptr %a) { call void @body2(ptr %a, i32 5)  ret ptr %a }
define ptr @second(ptr %a) { call void @body3(ptr %a, i32 5)  ret ptr %a }
define i32 @main() {
  %t = alloca i64
  %u = alloca i64
  %a = call i32 @pthread_create(ptr %t, ptr null, ptr @first, ptr @x0)
  %b = call i32 @pthread_create(ptr %u, ptr null, ptr @second, ptr @x1)
  %c = load i64, ptr %t
  %d = call i32 @pthread_join(i64 %c, ptr null)
  %e = load i64, ptr %u
  %f = call i32 @pthread_join(i64 %e, ptr null)
  ret i32 0
})";
  return text;
}

struct Done {
  bool seqCst = false, weak = false, plain = false;
};

/// What one execution does to each variable.
std::map<std::string, Done> execute(const Program &program, uint64_t seed) {
  std::map<std::string, Done> done;
  MachineOptions options;
  options.locality = false;
  options.allVisible = true;
  Machine machine(program, options);
  Rng rng(seed);
  llvm::SmallVector<Choice, 8> choices;
  StepEnd end = machine.start();
  for (unsigned steps = 0; end == StepEnd::Parked && steps < 500; ++steps) {
    machine.choices(choices);
    if (choices.empty())
      break;
    const Choice choice = choices[rng.below(uint32_t(choices.size()))];
    const CodePlace place = machine.place(choice.thread);
    const Insn &insn = program.functions[place.function].code[place.pc];
    for (const Access &access :
         machine.state().thread(choice.thread).pending.accesses) {
      const Global *global = program.globalAt(indexOf(access.address));
      if (!global)
        continue;
      Done &one = done[global->name];
      if (!access.atomic)
        one.plain = true;
      else
        (insn.c & kNoSeqCst ? one.weak : one.seqCst) = true;
    }
    end = machine.step(choice);
  }
  return done;
}

TEST(OrderFlow, WhatIsExecutedWasFound) {
  unsigned strong = 0, notMixed = 0, notPlain = 0, weak = 0, mixed = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = randomProgram(seed);
    const Program program = programOf(text);
    const std::map<std::string, Done> done = execute(program, seed);
    for (const Global &global : program.globals) {
      auto found = done.find(global.name);
      const Done one = found == done.end() ? Done() : found->second;
      EXPECT_TRUE(!one.weak || program.orders.hasWeak) << text;
      EXPECT_TRUE(!one.seqCst || program.orders.hasSeqCst) << text;
      EXPECT_TRUE(!one.weak || !one.seqCst || global.mixedOrders)
          << global.name << text;
      EXPECT_TRUE(!one.plain || global.plainAccess) << global.name << text;
      weak += one.weak;
      mixed += one.weak && one.seqCst;
      notMixed += one.seqCst && !global.mixedOrders;
      notPlain += (one.seqCst || one.weak) && !global.plainAccess;
    }
    strong += !program.orders.hasWeak;
  }
  // It says something, and there is something to find.
  EXPECT_GT(strong, 5u);
  EXPECT_GT(notMixed, 50u);
  EXPECT_GT(notPlain, 50u);
  EXPECT_GT(weak, 50u);
  EXPECT_GT(mixed, 50u);
}

} // namespace
