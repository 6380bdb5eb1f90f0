//===- search/properties/Reached.cpp - A place that was asked for ---------===//
//
// Nothing is wrong: the schedule leads to the place of --target.
// Tested by test/cli/target.c.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Reached final : public Property {
  const char *word() const override { return "reached"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::Place; }

  std::optional<Fault> again(Machine &, StepEnd,
                             const Violation &violation) const override {
    return violation.fault;
  }
};

const RegisterProperty<Reached> kReached;

} // namespace
} // namespace rbcheck
