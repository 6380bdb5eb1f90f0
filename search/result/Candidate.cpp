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

llvm::ArrayRef<Choice> Candidate::left() {
  if (!left_)
    machine_.choices(left_.emplace());
  return *left_;
}

void Candidate::choices(llvm::SmallVectorImpl<Choice> &out) {
  out.assign(left().begin(), left().end());
  if (!allowsSpurious_)
    llvm::erase_if(out,
                   [&](Choice choice) { return machine_.isSpurious(choice); });
}

void Candidate::allow(uint64_t work) { limit_ = spent() + work; }

bool Candidate::isSpent() const { return spent() >= limit_ || stop_.isOver(); }

uint64_t Candidate::spent() const {
  const bool isSc = wanted_.machine.memory == MemoryModel::Sc;
  return machine_.instructions() + steps_ * kStepCost * (isSc ? 1 : kWeakStep) +
         followed_ * kFollowCost * (isSc ? 1 : kWeakFollow) +
         asked_ * kThreadCost;
}

void Candidate::start() {
  end_ = machine_.start();
  left_.reset();
}

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
  if (left().empty())
    property.onEnd(machine_, {StepEnd::Parked, way}, look);
  return isShown;
}

bool Candidate::step(Choice choice, Way way) {
  uint32_t oldThreads = machine_.state().threadCount();
  ++(isFollowing_ ? followed_ : steps_);
  asked_ += oldThreads;
  end_ = machine_.step(choice);
  left_.reset();
  return showsError(choice.thread, oldThreads, way);
}

std::optional<KnownWay> Candidate::know(const Violation &violation) {
  KnownWay way;
  way.violation = violation;
  const uint32_t size = uint32_t(violation.schedule.size());
  auto nothing = [](llvm::ArrayRef<Choice> choices, uint16_t, bool) {
    return choices.front();
  };
  return follow(way, size, nothing, {UINT32_MAX, UINT32_MAX, UINT32_MAX}, size);
}

std::optional<KnownWay> Candidate::follow(const KnownWay &way, size_t same,
                                          Next next) {
  // A thread that waits in a loop for one that has no turn goes on for ever.
  return follow(way, same, next, way.cost, 2 * way.cost.steps + 100);
}

std::optional<KnownWay> Candidate::follow(const KnownWay &way, size_t same,
                                          Next next, ScheduleCost limit,
                                          uint32_t mostSteps) {
  constexpr uint32_t kMarks = 16; // about so many on the way
  llvm::SaveAndRestore following(isFollowing_, true);
  const Schedule &known = way.violation.schedule;
  KnownWay now;
  for (const KnownWay::Mark &mark : way.marks)
    if (mark.cost.steps <= same)
      now.marks.push_back(mark);
  if (now.marks.empty()) {
    start();
  } else {
    load(now.marks.back().state);
    now.cost = now.marks.back().cost;
  }
  Schedule taken(known.begin(), known.begin() + long(now.cost.steps));
  for (const Preemption &one : way.preemptions)
    if (one.at < now.cost.steps)
      now.preemptions.push_back(one);
  const uint32_t gap = std::max(1u, uint32_t(known.size()) / kMarks);
  uint32_t marked = now.cost.steps;
  llvm::SmallVector<Choice, 8> choices;
  while (isParked() && !isSpent()) {
    if (now.cost.steps >= marked + gap) {
      marked = now.cost.steps;
      now.marks.push_back({save(), now.cost});
      ++followed_;
    }
    this->choices(choices);
    const uint16_t last = taken.empty() ? 0 : taken.back().thread;
    const bool canGoOn = llvm::any_of(
        choices, [&](Choice choice) { return choice.thread == last; });
    if (now.cost.steps >= same && choices.empty())
      return std::nullopt;
    const Choice chosen = now.cost.steps < same ? known[now.cost.steps]
                                                : next(choices, last, canGoOn);
    if (canGoOn && chosen.thread != last) {
      now.preemptions.push_back({now.cost.steps, last, place(last)});
      ++now.cost.preemptions;
    }
    now.cost.weak += isWeak(chosen);
    ++now.cost.steps;
    if (now.cost >= limit || now.cost.steps > mostSteps)
      return std::nullopt;
    taken.push_back(chosen);
    if (!step(chosen, [&] { return taken; }))
      continue;
    now.violation = violation_;
    now.violation.schedule = std::move(taken);
    return now;
  }
  return std::nullopt;
}

} // namespace rbcheck
