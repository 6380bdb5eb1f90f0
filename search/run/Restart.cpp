//===- search/run/Restart.cpp - A search on the machine that it needs -----===//
#include "search/run/Restart.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// What is left of `limits` after a search that took `states`.
std::optional<Limits> leftOf(Limits limits, const Statistics &stats) {
  if (limits.interrupted && *limits.interrupted)
    return std::nullopt;
  if (limits.seconds > 0 && limits.elapsed() >= limits.seconds)
    return std::nullopt;
  if (limits.states) {
    if (stats.all.states >= limits.states)
      return std::nullopt;
    limits.states -= stats.all.states;
  }
  return limits;
}

} // namespace

bool needsSpurious(const Program &program, const Violation &violation) {
  if (!violation.machine.spurious)
    return false;
  Machine machine(program, violation.machine);
  StepEnd end = machine.start();
  for (Choice choice : violation.schedule) {
    if (end != StepEnd::Parked)
      return false;
    if (machine.isSpurious(choice))
      return true;
    end = machine.step(choice);
  }
  return false;
}

Result plainestFirst(
    Result found, const Limits &limits,
    llvm::function_ref<bool(const Violation &)> needsSpurious,
    llvm::function_ref<Result(const Limits &left)> searchWithout) {
  if (!llvm::any_of(found.violations, needsSpurious))
    return found;
  std::optional<Limits> left = leftOf(limits, found.stats);
  if (!left)
    return found;
  Result plain = searchWithout(*left);
  Totals all = found.stats.all;
  all += plain.stats.all;
  if (plain.violations.empty()) {
    found.stats.all = all;
    return found;
  }
  // With --all-errors: those that need none, then the others.
  bool wantsAll = found.violations.size() > 1;
  std::vector<Violation> first = plain.violations;
  for (Violation &violation : found.violations)
    if (wantsAll && llvm::none_of(first, [&](const Violation &known) {
          return isSameError(known, violation);
        }))
      first.push_back(std::move(violation));
  plain.violations = std::move(first);
  plain.completeness = found.completeness; // that search saw more
  plain.stats.all = all;
  return plain;
}

} // namespace rbcheck
