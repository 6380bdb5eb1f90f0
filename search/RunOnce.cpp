//===- search/RunOnce.cpp - One execution under one schedule --------------===//
#include "search/RunOnce.h"

#include "search/Locate.h"
#include "search/Rng.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

RunOutcome violated(Fault fault) {
  RunOutcome outcome;
  outcome.kind = RunOutcome::Violated;
  outcome.fault = std::move(fault);
  return outcome;
}

RunOutcome inconclusive(std::string reason) {
  RunOutcome outcome;
  outcome.reason = std::move(reason);
  return outcome;
}

RunOutcome outcomeOf(Machine &machine, StepEnd end, const CheckSet &checks) {
  const Program &program = machine.program();
  switch (end) {
  case StepEnd::Exited: {
    if (checks.has(FaultKind::Deadlock))
      if (std::optional<Fault> stuck = machine.findStuckAtExit())
        return violated(*stuck);
    RunOutcome outcome;
    outcome.kind = RunOutcome::Exited;
    outcome.status = int(machine.state().scalars().exitStatus & 0xff);
    return outcome;
  }
  case StepEnd::Fault:
    // Nothing can follow a fault, checked or not.
    return violated(machine.fault());
  case StepEnd::Incomplete:
    return inconclusive(machine.incomplete().reason + " at " +
                        toString(locate(program, machine.incomplete().place)));
  case StepEnd::Abandoned:
    return inconclusive("an assumption does not hold in this schedule");
  case StepEnd::NotLocal:
  case StepEnd::Parked:
    break;
  }
  return inconclusive("a thread reached memory believed to be private");
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
  uint64_t depth = 0;
  bool tick;
  StepEnd end = machine.start();
  while (end == StepEnd::Parked) {
    std::optional<Choice> choice = scheduler.next();
    if (!choice) {
      if (options.checks.has(FaultKind::Deadlock))
        return violated(machine.describeDeadlock());
      return inconclusive("no thread can go on");
    }
    if (options.limits.depth && depth++ >= options.limits.depth)
      return inconclusive(
          llvm::formatv("depth limit of {0} reached", options.limits.depth));
    uint32_t threads = machine.state().threadCount();
    end = machine.step(*choice);
    if (end == StepEnd::Parked && options.checks.has(FaultKind::Deadlock))
      if (std::optional<Fault> stuck =
              machine.findDeadlock(choice->thread, threads))
        return violated(*stuck);
    if (end == StepEnd::Parked && options.checks.has(FaultKind::DataRace)) {
      if (std::optional<Fault> race = machine.findRace(choice->thread))
        return violated(*race);
      for (; threads < machine.state().threadCount(); ++threads)
        if (std::optional<Fault> race = machine.findRace(threads))
          return violated(*race);
    }
    if (watch.isDue())
      if (std::string reason = watch.look(tick); !reason.empty())
        return inconclusive(std::move(reason));
  }
  return outcomeOf(machine, end, options.checks);
}

} // namespace rbcheck
