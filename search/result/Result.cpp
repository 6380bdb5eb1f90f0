//===- search/result/Result.cpp - What a check found out ------------------===//
#include "search/result/Result.h"

#include "interp/exec/Inputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <tuple>

namespace rbcheck {

const char *verdictWord(Verdict verdict) {
  switch (verdict) {
  case Verdict::NoError:
    return "no-error";
  case Verdict::Error:
    return "error";
  case Verdict::Inconclusive:
    return "inconclusive";
  }
  llvm_unreachable("covered switch");
}

bool isSameError(const Violation &a, const Violation &b) {
  if (a.fault.kind != b.fault.kind)
    return false;
  if (a.location == b.location && a.related == b.related)
    return true;
  return a.foundBy->isSymmetric() && a.location == b.related &&
         a.related == b.location;
}

Coverage coverageOf(const Result &result) {
  Coverage most;
  auto look = [&](const Completeness &seen) {
    if (seen.bounds.delays || seen.hasGaps())
      return;
    Coverage one = seen.covered;
    if (seen.isCompleteWithinBounds() && seen.bounds.preemptions)
      one = {seen.bounds.preemptions};
    if (std::pair(most.preemptions, most.known) <
        std::pair(one.preemptions, one.known))
      most = one;
  };
  look(result.completeness);
  for (const MemberReport &member : result.members)
    look(member.completeness);
  return most;
}

namespace {

std::tuple<bool, bool, int64_t> rank(const Result &result) {
  if (result.verdict == Verdict::Error)
    return {true, true, -int64_t(result.violations.front().schedule.size())};
  return {false, result.completeness.isExhausted(),
          int64_t(result.stats.states)};
}

} // namespace

OpenInputs openInputs(const MachineOptions &machine) {
  const Inputs *inputs = machine.inputs.get();
  if (!areOpen(inputs))
    return {};
  return {true, inputs->arguments, inputs->argumentBytes, inputs->stdinBytes};
}

bool holdsForAllInputs(const Result &result) {
  return result.inputs.any &&
         llvm::none_of(result.completeness.approximations,
                       [](const MetApproximation &one) {
                         return one.kind == ApproximationKind::InputValues ||
                                one.kind == ApproximationKind::Values;
                       });
}

bool neverEnds(const Result &result) {
  for (const Violation &violation : result.violations)
    if (violation.cycle)
      return true;
  return result.verdict == Verdict::NoError && result.stats.executions == 0;
}

Result joinResults(std::vector<Result> parts) {
  auto best = std::max_element(
      parts.begin(), parts.end(),
      [](const Result &a, const Result &b) { return rank(a) < rank(b); });
  Result result = *best;
  result.stats.all = {};
  result.members.clear();
  for (const Result &part : parts) {
    result.stats.all += part.stats.all;
    result.stats.peakRssMb =
        std::max(result.stats.peakRssMb, part.stats.peakRssMb);
    result.members.insert(result.members.end(), part.members.begin(),
                          part.members.end());
    if (result.leaks.empty())
      result.leaks = part.leaks;
    for (const Violation &violation : part.violations)
      if (llvm::none_of(result.violations, [&](const Violation &known) {
            return isSameError(known, violation);
          }))
        result.violations.push_back(violation);
  }
  return result;
}

} // namespace rbcheck
