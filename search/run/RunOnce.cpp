//===- search/run/RunOnce.cpp - One execution under one schedule ----------===//
#include "search/run/RunOnce.h"

#include "search/Property.h"
#include "search/result/Locate.h"
#include "search/run/RunSchedule.h"

namespace rbcheck {

namespace {

RunOutcome violated(Fault fault) {
  RunOutcome outcome;
  outcome.kind = RunOutcome::Violated;
  outcome.fault = std::move(fault);
  return outcome;
}

RunOutcome stopped(SearchStop why) {
  RunOutcome outcome;
  outcome.completeness.stop = why;
  return outcome;
}

RunOutcome cutAt(Cut cut) {
  RunOutcome outcome;
  outcome.completeness.cuts = 1;
  outcome.completeness.firstCut = std::move(cut);
  return outcome;
}

RunOutcome outcomeOf(Machine &machine, const PathEnd &end,
                     llvm::ArrayRef<const Property *> properties) {
  std::optional<Fault> wrong;
  auto found = [&](const Fault &fault) {
    if (!wrong)
      wrong = fault;
  };
  switch (end.how) {
  case StepEnd::Exited: {
    for (const Property *property : properties)
      property->onEnd(machine, end, found);
    if (wrong)
      return violated(*wrong);
    RunOutcome outcome;
    outcome.kind = RunOutcome::Exited;
    outcome.status = int(machine.state().scalars().exitStatus & 0xff);
    return outcome;
  }
  case StepEnd::Fault:
    // Nothing can follow a fault, checked or not.
    return violated(machine.fault());
  case StepEnd::Incomplete: {
    const Incomplete &what = machine.incomplete();
    return cutAt({std::nullopt, what.reason, what.lack, what.symbol,
                  locateThread(machine, what.thread, what.place)});
  }
  case StepEnd::Abandoned:
    return stopped({StopReason::Assumption});
  case StepEnd::NotLocal:
  case StepEnd::Parked:
    break;
  }
  return stopped({StopReason::NotLocal});
}

} // namespace

RunOutcome runOnce(Machine &machine, const RunOptions &options) {
  LimitWatch watch(options.limits);
  RunSchedule scheduler(machine, options.seed);
  const std::vector<const Property *> properties = propertiesOf(options.checks);
  std::optional<Fault> wrong;
  auto found = [&](const Fault &fault) {
    if (!wrong)
      wrong = fault;
  };
  // Kept only if somebody may ask for it: runs can be long.
  const bool keepsWay = options.checks.has("leak");
  Schedule taken;
  auto way = [&] { return taken; };
  uint64_t depth = 0;
  bool tick;
  StepEnd end = machine.start();
  auto look = [&](uint32_t moved, uint32_t firstNew) {
    if (end == StepEnd::Parked)
      for (const Property *property : properties)
        property->onState(
            machine, {moved, firstNew, machine.state().threadCount()}, found);
  };
  look(0, 0);
  while (end == StepEnd::Parked && !wrong) {
    std::optional<Choice> choice = scheduler.next();
    if (!choice) {
      for (const Property *property : properties)
        property->onEnd(machine, {end, way}, found);
      return wrong ? violated(*wrong) : stopped({StopReason::Blocked});
    }
    if (options.limits.depth && depth++ >= options.limits.depth) {
      RunOutcome outcome;
      outcome.completeness.depthCut = options.limits.depth;
      outcome.completeness.isDepthLimit = true;
      return outcome;
    }
    uint32_t threads = machine.state().threadCount();
    if (keepsWay)
      taken.push_back(*choice);
    end = machine.step(*choice);
    look(choice->thread, threads);
    if (watch.isDue())
      if (SearchStop why = watch.look(tick))
        return stopped(why);
  }
  return wrong ? violated(*wrong) : outcomeOf(machine, {end, way}, properties);
}

} // namespace rbcheck
