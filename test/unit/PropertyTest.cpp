//===- test/unit/PropertyTest.cpp - A property is one file ----------------===//
//
// This one: a property that is wrong in every state with two threads.
//
//===----------------------------------------------------------------------===//
#include "test/unit/IrProgram.h"

#include "search/run/Driver.h"
#include "search/result/Minimise.h"
#include "search/result/Replay.h"
#include "search/run/RunOnce.h"

#include "llvm/ADT/STLExtras.h"

using namespace rbcheck;

namespace {

class Crowded final : public Property {
  const char *word() const override { return "crowded"; }
  Shows shows() const override { return Shows::Place; }

  static std::optional<Fault> look(Machine &machine) {
    if (machine.state().threadCount() < 2)
      return std::nullopt;
    Fault fault{};
    fault.kind = FaultKind::Livelock; // any that nothing else has
    fault.message = "two threads";
    fault.place = machine.place(0);
    return fault;
  }

  void onState(Machine &machine, const NewState &,
               FaultSink found) const override {
    if (std::optional<Fault> fault = look(machine))
      found(*fault);
  }
  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &) const override {
    return end == StepEnd::Parked ? look(machine) : std::nullopt;
  }
};

const RegisterProperty<Crowded> kCrowded(
    {"crowd", false, "two threads at once"});

const char *const kTwoThreads = R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %arg) { ret ptr null }
define i32 @main() {
  %id = alloca i64
  %a = call i32 @pthread_create(ptr %id, ptr null, ptr @work, ptr null)
  ret i32 0
}
)";

CheckOptions optionsFor(const char *checks) {
  CheckOptions options;
  options.context.checks = llvm::cantFail(CheckSet::parse(checks));
  options.search = llvm::cantFail(SearchSpec::parse("dfs"));
  return options;
}

} // namespace

TEST(Property, IsKnownByItsWordAndItsCheck) {
  EXPECT_TRUE(findProperty("crowded"));
  EXPECT_FALSE(findProperty("none of that word"));
  EXPECT_TRUE(llvm::any_of(allChecks(), [](const CheckInfo &check) {
    return llvm::StringRef("crowd") == check.name;
  }));
  EXPECT_FALSE(CheckSet().has("crowd"));
}

TEST(Property, IsLookedForOnlyIfAsked) {
  Program program = programOf(kTwoThreads);
  Result off = llvm::cantFail(runSearch(program, optionsFor("all,-crowd")));
  EXPECT_EQ(off.verdict, Verdict::NoError);
  Result on = llvm::cantFail(runSearch(program, optionsFor("crowd")));
  ASSERT_EQ(on.verdict, Verdict::Error);
  EXPECT_EQ(on.violations[0].foundBy, findProperty("crowded"));
}

TEST(Property, IsReplayedMinimisedAndFoundByASingleRun) {
  Program program = programOf(kTwoThreads);
  Result found = llvm::cantFail(runSearch(program, optionsFor("crowd")));
  ASSERT_EQ(found.violations.size(), 1u);
  ReplayWatcher nobody;
  std::optional<Fault> again = replay(program, found.violations[0], nobody);
  ASSERT_TRUE(again);
  EXPECT_TRUE(isSameFault(*again, found.violations[0].fault));
  Minimised less = minimise(program, found.violations[0], {});
  EXPECT_TRUE(replay(program, less.violation, nobody));
  EXPECT_LE(less.violation.schedule.size(),
            found.violations[0].schedule.size());
  Machine machine(program, {});
  RunOptions once;
  once.checks = llvm::cantFail(CheckSet::parse("crowd"));
  EXPECT_EQ(runOnce(machine, once).kind, RunOutcome::Violated);
}
