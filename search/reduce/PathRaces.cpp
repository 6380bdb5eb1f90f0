//===- search/reduce/PathRaces.cpp - Which steps could be swapped ---------===//
#include "search/reduce/PathRaces.h"

#include "interp/state/symbolic/Shadows.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

void PathRaces::push(const State &before, const Event &step, uint32_t threads) {
  clocks_.push(step.operation, before.threadCount(), threads);
  steps_.push_back({before, step});
}

void PathRaces::pop() {
  clocks_.pop();
  steps_.pop_back();
}

OperationId PathRaces::operationOf(uint32_t thread, Effects &executed,
                                   bool isOver) {
  if (isOver) // it kept all others from going on
    executed.sync.push_back({Act::EndProcess, Family::None, 0});
  return operations_.of(thread, executed);
}

OperationId PathRaces::pendingOf(Machine &machine, uint32_t thread) {
  Effects effects = machine.effects(thread);
  addSection(effects, machine.state().thread(thread));
  return operations_.of(thread, effects);
}

Event PathRaces::tryStep(Machine &machine, Choice choice) {
  Effects section;
  addSection(section, machine.state().thread(choice.thread));
  Effects effects;
  const bool isOver = machine.step(choice, effects) != StepEnd::Parked;
  effects.sync.append(section.sync);
  return {choice.thread, choice.value,
          operationOf(choice.thread, effects, isOver)};
}

void PathRaces::listWaiting(Machine &machine, const State &last,
                            uint32_t except, Events &out) {
  machine.load(last);
  for (uint32_t thread = 0; thread < last.threadCount(); ++thread)
    if (thread != except &&
        last.thread(thread).pending.kind != PendingKind::None)
      out.push_back({uint16_t(thread), kAnyValue, pendingOf(machine, thread)});
}

Events PathRaces::reversed(const Race &race, size_t until) const {
  Events sequence;
  for (size_t step = race.index + 1; step < until; ++step)
    if (!clocks_.isOrdered(race.index, step))
      sequence.push_back(steps_[step].event);
  sequence.push_back(race.later);
  return sequence;
}

uint32_t PathRaces::beginOf(uint32_t step) const {
  while (step && isDeciding(steps_[step].before.node()->shadows.get()))
    --step;
  return step;
}

int64_t PathRaces::latestRival(OperationId operation) const {
  const uint32_t thread = operations_.threadOf(operation);
  int64_t latest = -1;
  for (OperationId rival : operations_.rivals(operation))
    if (int64_t step = clocks_.latest(rival);
        step > latest && !clocks_.isBefore(size_t(step), thread))
      latest = step;
  return latest;
}

void PathRaces::forEachLatestRival(
    OperationId operation, llvm::function_ref<void(uint32_t)> visit) const {
  const uint32_t thread = operations_.threadOf(operation);
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 8> latest; // by thread
  for (OperationId rival : operations_.rivals(operation)) {
    const int64_t step = clocks_.latest(rival);
    if (step < 0 || clocks_.isBefore(size_t(step), thread))
      continue;
    const uint32_t of = operations_.threadOf(rival);
    auto same =
        llvm::find_if(latest, [&](auto &one) { return one.first == of; });
    if (same == latest.end())
      latest.push_back({of, uint32_t(step)});
    else
      same->second = std::max(same->second, uint32_t(step));
  }
  for (auto [of, step] : latest)
    visit(step);
}

void PathRaces::find(Machine &machine, const Event &event,
                     llvm::SmallVectorImpl<Race> &out) {
  const bool mayBlock = !operations_.effectsOf(event.operation).sync.empty();
  candidates_.clear();
  for (OperationId rival : operations_.rivals(event.operation)) {
    const bool isSure = !mayBlock && operations_.effectsOf(rival).sync.empty();
    for (uint32_t step : llvm::reverse(clocks_.stepsOf(rival))) {
      if (clocks_.isBefore(step, event.thread))
        break;
      candidates_.push_back(step);
      if (isSure)
        break;
    }
  }
  llvm::sort(candidates_, std::greater<>());
  const size_t first = out.size();
  for (uint32_t candidate : candidates_) {
    const uint32_t step = beginOf(candidate);
    if (step != candidate && clocks_.isBefore(step, event.thread))
      continue;
    auto isFollowed = [&](const Race &other) {
      return step == other.index || clocks_.isOrdered(step, other.index);
    };
    if (std::any_of(out.begin() + first, out.end(), isFollowed))
      continue;
    const OperationId earlier = clocks_.operationOf(step);
    const bool isSure =
        !mayBlock && operations_.effectsOf(earlier).sync.empty();
    std::optional<Race> there =
        isSure ? Race{step, {event.thread, kAnyValue, event.operation}}
               : raceWith(machine, step, event);
    if (there)
      out.push_back(*there);
  }
}

/// Runs what does not depend on the step, and then the thread: with the same
/// alternative, if there is that one. None if its thread cannot go on there.
std::optional<Race> PathRaces::raceWith(Machine &machine, uint32_t index,
                                        const Event &event) {
  // In another order other things are left to decide, with other alternatives.
  const Race open = {index, {event.thread, kAnyValue, event.operation}, true};
  machine.load(steps_[index].before);
  for (size_t step = index + 1; step < steps_.size(); ++step) {
    if (clocks_.isOrdered(index, step))
      continue;
    if (isDeciding(steps_[step].before.node()->shadows.get()) ||
        isDeciding(machine.state().shadows()))
      return open;
    const Event &between = steps_[step].event;
    if (machine.step({between.thread, between.value}) != StepEnd::Parked)
      return std::nullopt;
  }
  if (isDeciding(machine.state().shadows()))
    return open;
  llvm::SmallVector<Choice, 8> choices;
  machine.choices(choices);
  const Choice *found = nullptr;
  for (const Choice &choice : choices)
    if (choice.thread == event.thread &&
        (!found || choice.value == event.value))
      found = &choice;
  if (!found)
    return std::nullopt;
  return Race{index, tryStep(machine, *found)};
}

} // namespace rbcheck
