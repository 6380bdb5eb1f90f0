//===- search/Candidate.cpp - Executes schedules in search of one error ---===//
#include "search/Candidate.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

/// What saving, comparing and loading a state costs beside its instructions.
static constexpr uint64_t kStepCost = 400;

Candidate::Candidate(const Program &program, const MachineOptions &options,
                     const Violation &wanted,
                     const std::atomic<bool> *interrupted)
    : machine_(program, options), wanted_(wanted), interrupted_(interrupted) {}

void Candidate::allow(uint64_t work) {
  limit_ = machine_.instructions() + steps_ * kStepCost + work;
}

bool Candidate::isSpent() const {
  return machine_.instructions() + steps_ * kStepCost >= limit_ ||
         (interrupted_ && *interrupted_);
}

void Candidate::start() { end_ = machine_.start(); }

bool Candidate::isWanted(const Fault &fault, FoundBy foundBy) {
  if (fault.kind != wanted_.fault.kind || foundBy != wanted_.foundBy)
    return false;
  violation_.fault = fault;
  violation_.foundBy = foundBy;
  violation_.location = locateThread(machine_, fault.thread, fault.place);
  violation_.related = Location();
  if (fault.hasRelated)
    violation_.related =
        locateThread(machine_, fault.related.thread, fault.related.place);
  return isSameError(violation_, wanted_);
}

/// The same tests as a search makes (SearchContext::inspect, endPath).
bool Candidate::showsError(uint32_t thread, uint32_t oldThreads) {
  switch (end_) {
  case StepEnd::Fault:
    return isWanted(machine_.fault(), FoundBy::Step);
  case StepEnd::Exited:
    if (wanted_.foundBy == FoundBy::Exit)
      if (std::optional<Fault> stuck = machine_.findStuckAtExit())
        return isWanted(*stuck, FoundBy::Exit);
    return false;
  case StepEnd::Parked:
    break;
  case StepEnd::Abandoned:
  case StepEnd::Incomplete:
  case StepEnd::NotLocal:
    return false;
  }
  if (wanted_.foundBy == FoundBy::Race) {
    auto isRace = [&](uint32_t id) {
      std::optional<Fault> race = machine_.findRace(id);
      return race && isWanted(*race, FoundBy::Race);
    };
    if (isRace(thread))
      return true;
    for (; oldThreads < machine_.state().threadCount(); ++oldThreads)
      if (isRace(oldThreads))
        return true;
  }
  if (wanted_.foundBy == FoundBy::Stuck) {
    std::optional<Fault> stuck = machine_.findDeadlock(thread, oldThreads);
    return stuck && isWanted(*stuck, FoundBy::Stuck);
  }
  if (wanted_.foundBy != FoundBy::NoChoice)
    return false;
  llvm::SmallVector<Choice, 8> left;
  machine_.choices(left);
  return left.empty() && isWanted(machine_.describeDeadlock(),
                                  FoundBy::NoChoice);
}

bool Candidate::step(Choice choice) {
  uint32_t oldThreads = machine_.state().threadCount();
  ++steps_;
  end_ = machine_.step(choice);
  return showsError(choice.thread, oldThreads);
}

std::optional<Violation> Candidate::follow(const Schedule &wanted,
                                           ScheduleCost &cost) {
  start();
  ScheduleCost now;
  Schedule taken;
  uint16_t last = 0;
  size_t at = 0;
  llvm::SmallVector<Choice, 8> choices;
  while (isParked() && !isSpent()) {
    machine_.choices(choices);
    if (choices.empty())
      return std::nullopt;
    while (at < wanted.size() && !llvm::is_contained(choices, wanted[at]))
      ++at;
    bool canGoOn = llvm::any_of(
        choices, [&](Choice choice) { return choice.thread == last; });
    Choice next = choices.front();
    if (at < wanted.size())
      next = wanted[at++];
    else if (canGoOn)
      next = *llvm::find_if(
          choices, [&](Choice choice) { return choice.thread == last; });
    now.preemptions += canGoOn && next.thread != last;
    ++now.steps;
    if (now >= cost)
      return std::nullopt;
    last = next.thread;
    taken.push_back(next);
    if (!step(next))
      continue;
    Violation found = violation_;
    found.schedule = std::move(taken);
    cost = now;
    return found;
  }
  return std::nullopt;
}

} // namespace rbcheck
