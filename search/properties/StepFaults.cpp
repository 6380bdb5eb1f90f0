//===- search/properties/StepFaults.cpp - What a step did wrong -----------===//
//
// The machine itself notices these and ends the path there; their kinds belong
// to several words of --check (interp/exec/Faults.def). One that is not checked
// cuts its path, since nothing can follow it: the context's business.
// Tested by test/verify and test/cli/check.test.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class StepFaults final : public Property {
  const char *word() const override { return "step"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::LastStep; }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &) const override {
    if (end != StepEnd::Fault)
      return std::nullopt;
    return machine.fault();
  }
};

const RegisterProperty<StepFaults> kStepFaults;

const RegisterCheck
    kAssertion({"assertion", true,
                "failed assert(), abort(), code marked as unreachable"});
const RegisterCheck kMemory(
    {"memory", true,
     "null and wild pointers, out of bounds, use after free or return,\n"
     "double and invalid free, stack overflow"});
const RegisterCheck kException({"uncaught-exception", true,
                                "exceptions that leave a thread"});
const RegisterCheck
    kLockMisuse({"lock-misuse", true,
                 "unlocking what is not held, destroying what is in use"});
const RegisterCheck
    kSignal({"signal", true,
             "handlers of signals that call what is not async-signal-safe"});
const RegisterCheck kUninitialised(
    {"uninitialised", true,
     "what depends on memory that was never written\n"
     "(with --uninitialised=report)"});
const RegisterCheck kArithmetic({"arithmetic", true,
                                 "division by zero and other traps"});

} // namespace
} // namespace rbcheck
