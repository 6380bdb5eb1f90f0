//===- search/ContextErrors.cpp - How paths end and errors are told ---------===//
#include "search/SearchContext.h"

#include "interp/exec/Inputs.h"
#include "search/Check.h"
#include "search/inputs/Concrete.h"
#include "search/steps/Refine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

void SearchContext::noteEndless(const SearchNode &node) {
  ++stats_.executions;
  if (endless_++ == 0)
    endlessAt_ = locateThread(machine_, node.lastThread,
                              machine_.place(node.lastThread));
  if (looksForTraps_)
    reportTrap(node.state, node.lastThread, node.path);
}

/// The step went on behind faults: each is met once more as if it ended the
/// path, so that it is reported like any other. Then the step is made again.
StepEnd SearchContext::reportSurvived(uint32_t count, uint32_t before,
                                      const Path &path,
                                      llvm::function_ref<StepEnd()> step) {
  const uint32_t most = machine_.options().survives;
  for (uint32_t i = 0; i < count && !isStopped_; ++i) {
    machine_.setSurvives(before + i);
    StepEnd end = step();
    RB_CHECK(end == StepEnd::Fault, "a step did not fail the same way again");
    fail(machine_.fault(), stepFaults(), path, true);
  }
  machine_.setSurvives(most);
  return step();
}

void SearchContext::endPath(StepEnd end, const Path &path) {
  ++stats_.executions;
  if (options_.monitor)
    options_.monitor->pathEnded(end, machine_);
  if (__builtin_expect(looksForLeaks_, false) && end == StepEnd::Exited)
    noteLeaks(path);
  // In large steps something wrong can lie before what ended the path.
  auto way = [&] { return path.schedule(); };
  if (end == StepEnd::Exited || machine_.options().steps == Steps::Sync)
    for (const Property *property : properties_)
      property->onEnd(machine_, {end, way}, [&](const Fault &fault) {
        fail(fault, *property, path);
      });
  if (isStopped_)
    return;
  switch (end) {
  case StepEnd::Parked:
  case StepEnd::Abandoned:
  case StepEnd::Exited:
    return;
  case StepEnd::Fault: {
    const Fault &fault = machine_.fault();
    if (options_.checks.has(fault.kind))
      fail(fault, stepFaults(), path);
    else
      ledger_.cut({fault.kind, "", Lack::Nothing, "",
                   locateThread(machine_, fault.thread, fault.place)});
    return;
  }
  case StepEnd::Incomplete: {
    const Incomplete &incomplete = machine_.incomplete();
    ledger_.cut(
        {std::nullopt, incomplete.reason, incomplete.lack, incomplete.symbol,
         locateThread(machine_, incomplete.thread, incomplete.place)});
    return;
  }
  case StepEnd::NotLocal:
    mustRestart_ = true;
    stop({StopReason::NotLocal});
    return;
  }
}

void SearchContext::fail(const Fault &fault, const Property &foundBy,
                         const Path &path, bool goesOn) {
  Violation violation;
  violation.fault = fault;
  violation.foundBy = &foundBy;
  violation.location = locateThread(machine_, fault.thread, fault.place);
  if (fault.hasRelated)
    violation.related =
        locateThread(machine_, fault.related.thread, fault.related.place);
  violation.machine = machine_.options();
  const bool hasOpenInputs = areOpen(violation.machine.inputs.get());
  if (hasOpenInputs && !tellWithInputs(violation, path))
    return;
  const bool hasLargeSteps = violation.machine.steps == Steps::Sync;
  if (hasLargeSteps && !tellInSmallSteps(violation, path))
    return;
  if (options_.monitor)
    options_.monitor->faulted(violation);
  if (options_.steps)
    options_.steps->failed(violation, path, machine_, goesOn);
  auto isSame = [&](const Violation &known) {
    return isSameError(known, violation);
  };
  if (!stats_.statesToFirstError)
    stats_.statesToFirstError = std::max<uint64_t>(stats_.states, 1);
  if (llvm::none_of(violations_, isSame)) {
    if (!hasLargeSteps && !hasOpenInputs)
      violation.schedule = path.schedule();
    foundBy.complete(machine_.program(), violation);
    violations_.push_back(std::move(violation));
  }
  if (!options_.allErrors)
    isStopped_ = true;
}

/// False if no values for it could be found.
bool SearchContext::tellWithInputs(Violation &violation, const Path &path) {
  violation.schedule = path.schedule();
  std::optional<Violation> told = withInputs(machine_.program(), violation);
  if (told) {
    const Fault &was = violation.fault, &now = told->fault;
    const bool isOther =
        was.kind != now.kind ||
        (was.place != now.place && was.related.place != now.place);
    if (isOther)
      ledger_.cut({std::nullopt,
                   "with the values found for an error another one comes first",
                   Lack::Nothing, "", violation.location});
    violation = std::move(*told);
    return true;
  }
  ledger_.cut({std::nullopt, "no values were found that show an error",
               Lack::Nothing, "", violation.location});
  return false;
}

/// False if it was told before, or is not to be told.
bool SearchContext::tellInSmallSteps(Violation &violation, const Path &path) {
  const Fault &fault = violation.fault;
  const ToldError key{fault.kind, fault.place, fault.related.place,
                      toString(violation.location) + " " +
                          toString(violation.related)};
  if (!told_.insert(key).second)
    return false;
  if (!areOpen(machine_.options().inputs.get()))
    violation.schedule = path.schedule();
  // Memory that is gone may be gone too early, which is no better than a race.
  // And what a thread touched before it failed is compared with nothing that
  // others would have done then.
  const bool isUnordered =
      fault.kind == FaultKind::DataRace ||
      llvm::StringRef(faultCheck(fault.kind)) == "memory" ||
      (violation.foundBy == &stepFaults() &&
       machine_.state().thread(fault.thread).footprint);
  const Cut behind{std::nullopt,
                   "where accesses are not ordered, threads are switched only "
                   "where they synchronise (--steps=access finds all errors)",
                   Lack::Nothing, "", violation.location};
  if (std::optional<Violation> told = refine(machine_.program(), violation)) {
    violation = std::move(*told);
    if (!options_.checks.has(violation.fault.kind)) {
      ledger_.cut(
          {violation.fault.kind, "", Lack::Nothing, "", violation.location});
      return false;
    }
    if (options_.allErrors && isUnordered)
      ledger_.cut(behind);
    return true;
  }
  if (violations_.empty()) {
    mustRestart_ = true;
    stop({StopReason::NotLocal});
  } else {
    ledger_.cut(behind);
  }
  return false;
}

} // namespace rbcheck
