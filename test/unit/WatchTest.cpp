//===- test/unit/WatchTest.cpp - Which watched instructions a step executed ===//
#include "test/unit/IrProgram.h"

#include "interp/exec/Machine.h"

using namespace rbcheck;

namespace {

/// A child locks m and writes x; main creates it, locks m, writes x, calls
/// leaf() and unlocks.
constexpr const char *kTwoThreads = R"(
@m = global [40 x i8] zeroinitializer, align 8
@x = global i32 0
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define i32 @leaf(i32 %a) noinline { %b = add i32 %a, 7  ret i32 %b }
define ptr @child(ptr %p) {
  call i32 @pthread_mutex_lock(ptr @m)
  store i32 2, ptr @x
  call i32 @pthread_mutex_unlock(ptr @m)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @child, ptr null)
  call i32 @pthread_mutex_lock(ptr @m)
  store i32 1, ptr @x
  %r = call i32 @leaf(i32 1)
  call i32 @pthread_mutex_unlock(ptr @m)
  ret i32 %r
}
)";

struct Watched {
  explicit Watched(const char *text) : program(programOf(text)) {}
  /// Watches these, which must be sorted.
  void watch(std::vector<CodePlace> places) {
    machine = std::make_unique<Machine>(program, MachineOptions());
    machine->watch(std::move(places));
    EXPECT_EQ(machine->start(), StepEnd::Parked);
  }
  /// "1@0 2@1?": thread 1 executed place 0, thread 2 is parked at place 1.
  std::string step(uint16_t thread) {
    EXPECT_EQ(machine->step({thread, 0}), StepEnd::Parked);
    return events();
  }
  std::string events() const {
    std::string text;
    for (const WatchEvent &event : machine->watched())
      text += (text.empty() ? "" : " ") + std::to_string(event.thread) + "@" +
              std::to_string(event.place) + (event.executed ? "" : "?");
    return text;
  }
  Program program;
  std::unique_ptr<Machine> machine;
};

TEST(Watch, AnOperationIsExecutedByTheStepThatLetsItThrough) {
  Watched w(kTwoThreads);
  CodePlace lock = placeOf(w.program, "child", Op::CallModel);
  CodePlace store = placeOf(w.program, "child", Op::Store32);
  w.watch({lock, store});
  EXPECT_EQ(w.events(), "1@0?"); // the child is made and comes to its lock
  EXPECT_EQ(w.step(0), "");     // main takes the mutex
  EXPECT_EQ(w.machine->alternatives(1), 0u);
  EXPECT_EQ(w.step(0), ""); // writes x
  EXPECT_EQ(w.step(0), ""); // unlocks
  EXPECT_EQ(w.step(1), "1@0 1@1?");
  EXPECT_EQ(w.step(1), "1@1");
}

TEST(Watch, InstructionsInsideOfAStepAreSeenInOrder) {
  Watched w(kTwoThreads);
  CodePlace add = placeOf(w.program, "leaf", Op::Add32);
  CodePlace store = placeOf(w.program, "main", Op::Store32);
  CodePlace call = placeOf(w.program, "main", Op::Call);
  w.watch({add, store, call});
  EXPECT_EQ(w.step(0), "0@1?");
  EXPECT_EQ(w.step(0), "0@1 0@2 0@0");
}

TEST(Watch, StatesMoveBetweenMachinesThatWatchOtherThings) {
  Watched w(kTwoThreads);
  w.watch({placeOf(w.program, "main", Op::Store32)});
  w.step(0);
  State state = w.machine->save();
  Hash128 expected = state.fingerprint();
  w.watch({});
  w.machine->load(state);
  EXPECT_EQ(w.machine->fingerprint(), expected);
  EXPECT_EQ(w.step(0), "");
  EXPECT_EQ(&w.machine->program(), &w.program);
}

TEST(Watch, AHotLoopLeavesABoundedNumberOfEvents) {
  Watched w(R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i32 [0, %0], [%j, %loop]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 100000
  br i1 %c, label %loop, label %out
out:
  ret i32 0
}
)");
  auto machine = std::make_unique<Machine>(w.program, MachineOptions());
  machine->watch({placeOf(w.program, "main", Op::Add32)});
  EXPECT_EQ(machine->start(), StepEnd::Exited);
  EXPECT_EQ(machine->watched().size(), Machine::kMaxWatchEvents);
}

} // namespace
