//===- search/result/Minimise.cpp - A shorter way to the same error -------===//
#include "search/result/Minimise.h"

#include "search/result/BestFirst.h"
#include "search/result/Improve.h"

#include <algorithm>

namespace rbcheck {

uint64_t MinimiseLimits::workFor(const Statistics &stats, MemoryModel memory) {
  const bool isWeak = memory != MemoryModel::Sc;
  const uint64_t least = isWeak ? 60'000'000 : 24'000'000;
  constexpr uint64_t kMost = 120'000'000;
  const uint64_t each =
      Candidate::kStepCost * (isWeak ? Candidate::kWeakStep : 1);
  return std::clamp(2 * (stats.instructions + stats.all.steps * each), least,
                    kMost);
}

ScheduleCost costOf(const Program &program, const Violation &violation) {
  Machine machine(program, violation.machine);
  ScheduleCost cost;
  StepEnd end = machine.start();
  uint16_t last = 0;
  llvm::SmallVector<Choice, 8> choices;
  for (Choice choice : violation.schedule) {
    if (end != StepEnd::Parked)
      break;
    machine.choices(choices);
    bool canGoOn = false;
    for (Choice other : choices)
      canGoOn |= other.thread == last;
    cost.weak += isWeak(machine, choice);
    cost.preemptions += canGoOn && choice.thread != last;
    ++cost.steps;
    last = choice.thread;
    end = machine.step(choice);
  }
  return cost;
}

/// The schedule leads to the error and does not go on.
static Minimised minimiseStem(const Program &program,
                              const Violation &violation,
                              const MinimiseLimits &limits) {
  Minimised result;
  result.violation = violation;
  result.before = costOf(program, violation);
  result.after = result.before;
  if (violation.schedule.empty()) {
    result.isBest = true;
    return result;
  }
  Candidate run(program, violation, limits.stop);
  run.allow(limits.work);
  std::optional<KnownWay> way = run.know(violation);
  if (!way)
    return result;
  auto improve = [&](uint64_t work) {
    run.allow(work);
    Improver improver(run, limits, std::move(*way));
    improver.improve();
    way = improver.way();
  };
  // What is known to be possible is what a better one has to beat.
  auto search = [&](uint64_t work, const PreemptionPlaces *places) {
    run.allow(work);
    BestFirst best(run, limits, way->cost, places);
    const bool isBest = best.search();
    if (best.found()) {
      run.allow(work);
      if (std::optional<KnownWay> better = run.know(*best.found()))
        way = std::move(better);
    }
    return isBest;
  };
  improve(limits.work / 2);
  ScheduleCost before = way->cost;
  if (before.preemptions) {
    PreemptionPlaces places;
    for (const Preemption &one : way->preemptions)
      places.insert({one.thread, one.place});
    search(limits.work / 8, &places);
    if (way->cost < before)
      improve(limits.work / 8);
  }
  before = way->cost;
  result.isBest = search(limits.work / 8, nullptr);
  if (!result.isBest && way->cost < before)
    improve(limits.work / 8);
  if (way->cost < result.before) {
    result.violation = way->violation;
    result.after = way->cost;
  }
  return result;
}

Minimised minimise(const Program &program, const Violation &violation,
                   const MinimiseLimits &limits) {
  if (violation.cycle && !violation.foundBy->isAskedFor()) {
    // No state shows it, and its way there has the fewest steps already.
    const ScheduleCost cost = costOf(program, violation);
    return {violation, cost, cost, false};
  }
  Violation stem = violation;
  stem.schedule.resize(stem.schedule.size() - stem.cycle);
  stem.cycle = 0;
  Minimised result = minimiseStem(program, stem, limits);
  result.violation.foundBy->complete(program, result.violation);
  return result;
}

} // namespace rbcheck
