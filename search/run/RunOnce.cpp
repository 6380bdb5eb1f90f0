//===- search/run/RunOnce.cpp - One execution under one schedule ----------===//
#include "search/run/RunOnce.h"

#include "search/result/Locate.h"
#include "search/Property.h"
#include "search/Rng.h"

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

/// A scheduler for one run.
class Scheduler {
public:
  Scheduler(Machine &machine, const std::optional<uint64_t> &seed)
      : machine_(machine), isRandom_(seed), rng_(seed.value_or(1), 3) {}

  /// The next choice; none if no thread can go on.
  std::optional<Choice> next() {
    machine_.choices(choices_);
    if (choices_.empty())
      return std::nullopt;
    if (isRandom_)
      return choices_[rng_.below(uint32_t(choices_.size()))];
    for (Choice choice : choices_)
      if (choice.thread == current_ && ++turn_ < kTurn)
        return choice;
    // The thread waits, or had its turn: the next one, in a circle.
    turn_ = 0;
    Choice next = choices_.front();
    for (Choice choice : choices_)
      if (choice.thread > current_) {
        next = choice;
        break;
      }
    current_ = next.thread;
    return next;
  }

private:
  Machine &machine_;
  bool isRandom_;
  Rng rng_;
  uint32_t current_ = 0;
  uint32_t turn_ = 0;          ///< steps of `current_` in a row
  /// So that a thread that waits in a loop does not keep the others waiting.
  static constexpr uint32_t kTurn = 10'000;
  llvm::SmallVector<Choice, 8> choices_;
};

} // namespace

RunOutcome runOnce(Machine &machine, const RunOptions &options) {
  LimitWatch watch(options.limits);
  Scheduler scheduler(machine, options.seed);
  const std::vector<const Property *> properties =
      propertiesOf(options.checks);
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
  return wrong ? violated(*wrong)
               : outcomeOf(machine, {end, way}, properties);
}

} // namespace rbcheck
