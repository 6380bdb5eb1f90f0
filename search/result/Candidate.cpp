//===- search/result/Candidate.cpp - Schedules tried for one error --------===//
#include "search/result/Candidate.h"

#include "search/run/Restart.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace rbcheck {

Candidate::Candidate(const Program &program, const Violation &wanted,
                     const Limits &stop)
    : machine_(program, wanted.machine), wanted_(wanted), stop_(stop),
      allowsSpurious_(!wanted.machine.spurious ||
                      needsSpurious(program, wanted)) {}

void Candidate::choices(llvm::SmallVectorImpl<Choice> &out) {
  machine_.choices(out);
  if (!allowsSpurious_)
    llvm::erase_if(out,
                   [&](Choice choice) { return machine_.isSpurious(choice); });
}

void Candidate::allow(uint64_t work) { limit_ = spent() + work; }

bool Candidate::isSpent() const { return spent() >= limit_ || stop_.isOver(); }

uint64_t Candidate::spent() const {
  return machine_.instructions() + steps_ * kStepCost + followed_ * kFollowCost;
}

void Candidate::start() { end_ = machine_.start(); }

bool Candidate::isWanted(const Fault &fault) {
  if (fault.kind != wanted_.fault.kind)
    return false;
  violation_.fault = fault;
  violation_.foundBy = wanted_.foundBy;
  violation_.machine = wanted_.machine;
  violation_.location = locateThread(machine_, fault.thread, fault.place);
  violation_.related = Location();
  if (fault.hasRelated)
    violation_.related =
        locateThread(machine_, fault.related.thread, fault.related.place);
  return isSameError(violation_, wanted_);
}

bool Candidate::showsError(uint32_t thread, uint32_t oldThreads, Way way) {
  const Property &property = *wanted_.foundBy;
  bool isShown = false;
  auto look = [&](const Fault &fault) { isShown = isShown || isWanted(fault); };
  switch (end_) {
  case StepEnd::Fault:
    return &property == &stepFaults() && isWanted(machine_.fault());
  case StepEnd::Exited:
    property.onEnd(machine_, {end_, way}, look);
    return isShown;
  case StepEnd::Parked:
    break;
  case StepEnd::Abandoned:
  case StepEnd::Incomplete:
  case StepEnd::NotLocal:
    return false;
  }
  const NewState now{thread, oldThreads, machine_.state().threadCount()};
  property.onState(machine_, now, look);
  if (property.isAskedFor())
    if (std::optional<Fault> fault = property.again(machine_, end_, wanted_))
      look(*fault);
  if (isShown)
    return true;
  llvm::SmallVector<Choice, 8> left;
  machine_.choices(left);
  if (left.empty())
    property.onEnd(machine_, {StepEnd::Parked, way}, look);
  return isShown;
}

bool Candidate::step(Choice choice, Way way) {
  uint32_t oldThreads = machine_.state().threadCount();
  ++(isFollowing_ ? followed_ : steps_);
  end_ = machine_.step(choice);
  return showsError(choice.thread, oldThreads, way);
}

std::optional<Violation> Candidate::follow(const Schedule &wanted,
                                           ScheduleCost &cost) {
  llvm::SaveAndRestore following(isFollowing_, true);
  start();
  ScheduleCost now;
  Schedule taken;
  uint16_t last = 0;
  size_t at = 0;
  llvm::SmallVector<Choice, 8> choices;
  while (isParked() && !isSpent()) {
    this->choices(choices);
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
    now.weak += isWeak(next);
    now.preemptions += canGoOn && next.thread != last;
    ++now.steps;
    if (now >= cost)
      return std::nullopt;
    last = next.thread;
    taken.push_back(next);
    if (!step(next, [&] { return taken; }))
      continue;
    Violation found = violation_;
    found.schedule = std::move(taken);
    cost = now;
    return found;
  }
  return std::nullopt;
}

} // namespace rbcheck
