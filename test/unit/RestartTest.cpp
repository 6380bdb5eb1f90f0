//===- test/unit/RestartTest.cpp - Searching on the machine that is needed ===//
#include "search/run/Restart.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

Violation errorAt(uint32_t line, bool spurious) {
  Violation violation;
  violation.fault.kind = FaultKind::Assertion;
  violation.location.line = line;
  violation.machine.spurious = spurious;
  return violation;
}

Result resultOf(std::vector<Violation> violations) {
  Result result;
  result.verdict =
      violations.empty() ? Verdict::NoError : Verdict::Error;
  result.violations = std::move(violations);
  result.stats.all.states = 10;
  return result;
}

bool isSpuriousMachine(const Violation &violation) {
  return violation.machine.spurious;
}

} // namespace

TEST(Restart, BeginsAgainWithoutLocalObjectsUntilItIsDone) {
  MachineOptions machine;
  int attempts = 0;
  int result = untilLocal(machine, nullptr,
                          [&](const MachineOptions &now) -> std::optional<int> {
                            ++attempts;
                            if (now.locality)
                              return std::nullopt;
                            return 7;
                          });
  EXPECT_EQ(result, 7);
  EXPECT_EQ(attempts, 2);
  EXPECT_FALSE(machine.locality);
}

TEST(Restart, AnErrorThatNeedsNoSpuriousEventIsShownInstead) {
  Result shown = plainestFirst(
      resultOf({errorAt(1, true)}), Limits(), isSpuriousMachine,
      [](const Limits &) { return resultOf({errorAt(2, false)}); });
  ASSERT_EQ(shown.violations.size(), 1u);
  EXPECT_EQ(shown.violations[0].location.line, 2u);
  EXPECT_FALSE(shown.violations[0].machine.spurious);
  EXPECT_EQ(shown.verdict, Verdict::Error);
  EXPECT_EQ(shown.stats.all.states, 20u);
}

TEST(Restart, ElseTheOneThatWasFoundStays) {
  Result shown = plainestFirst(resultOf({errorAt(1, true)}), Limits(),
                               isSpuriousMachine,
                               [](const Limits &) { return resultOf({}); });
  ASSERT_EQ(shown.violations.size(), 1u);
  EXPECT_EQ(shown.violations[0].location.line, 1u);
  EXPECT_EQ(shown.verdict, Verdict::Error);
}

TEST(Restart, OfAllErrorsThePlainOnesComeFirst) {
  Result shown = plainestFirst(
      resultOf({errorAt(1, true), errorAt(2, true)}), Limits(),
      isSpuriousMachine,
      [](const Limits &) { return resultOf({errorAt(2, false)}); });
  ASSERT_EQ(shown.violations.size(), 2u);
  EXPECT_EQ(shown.violations[0].location.line, 2u);
  EXPECT_FALSE(shown.violations[0].machine.spurious);
  EXPECT_EQ(shown.violations[1].location.line, 1u);
}

TEST(Restart, IsNotMadeWithoutNeedOrWithoutRoom) {
  auto never = [](const Limits &) -> Result {
    ADD_FAILURE();
    return {};
  };
  plainestFirst(resultOf({errorAt(1, false)}), Limits(), isSpuriousMachine,
                never);
  plainestFirst(resultOf({}), Limits(), isSpuriousMachine, never);
  Limits used;
  used.states = 10;
  plainestFirst(resultOf({errorAt(1, true)}), used, isSpuriousMachine, never);
  Limits some;
  some.states = 15;
  plainestFirst(resultOf({errorAt(1, true)}), some, isSpuriousMachine,
                [](const Limits &left) {
                  EXPECT_EQ(left.states, 5u);
                  return resultOf({});
                });
}
