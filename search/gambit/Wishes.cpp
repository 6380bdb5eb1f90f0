//===- search/gambit/Wishes.cpp - What reductions want of an execution ----===//
#include "search/gambit/Wishes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

uint64_t keyOf(uint32_t step, uint32_t thread) {
  return uint64_t(step) << 32 | thread;
}

bool isSame(const PathStep &a, const PathStep &b) {
  return a.before == b.before && a.taken == b.taken;
}

bool givesBack(const Effects &effects) {
  return llvm::any_of(effects.sync, [](const SyncEffect &sync) {
    return sync.act == Act::Unlock || sync.act == Act::Release;
  });
}

} // namespace

void Wishes::begin(Machine &machine, llvm::ArrayRef<PathStep> steps,
                   const PathState &last) {
  size_t same = 0;
  while (same < steps.size() && same < steps_.size() &&
         isSame(steps[same], steps_[same]))
    ++same;
  while (steps_.size() > same) {
    path_.pop();
    steps_.pop_back();
  }
  for (const PathStep &step : steps.drop_front(same)) {
    path_.push(step.before->node.state, step.event(), step.threads);
    steps_.push_back(step);
  }
  wishes_.clear();
  places_.clear();
  races_.clear();
  pending_.clear();
  if (rule_ != Latest && rule_ != Bounded)
    return;
  const State &state = last.node.state;
  for (uint32_t thread = 0; thread < state.threadCount(); ++thread)
    pending_.push_back(pendingOf(machine, state, thread));
}

OperationId Wishes::pendingOf(Machine &machine, const State &state,
                              uint32_t thread) {
  if (state.thread(thread).pending.kind == PendingKind::None)
    return kNoOperation;
  load(machine, state);
  return path_.pendingOf(machine, thread);
}

Event Wishes::tryStep(Machine &machine, const State &state, Choice choice) {
  load(machine, state);
  return path_.tryStep(machine, choice);
}

void Wishes::stepped(Machine &machine, const PathStep &step, bool isOver) {
  const auto index = uint32_t(steps_.size());
  if (rule_ == Source) {
    found_.clear();
    path_.find(machine, step.event(), found_);
    for (const Race &race : found_)
      races_.push_back({race, index});
  } else if (rule_ != Nothing) {
    if (step.operation != pending_[step.taken.thread])
      compare(step.operation, true);
  }
  path_.push(step.before->node.state, step.event(), step.threads);
  steps_.push_back(step);
  if (isOver && rule_ != Source && rule_ != Nothing) // others could go first
    wish(index, Wish::kAll);
}

void Wishes::arrived(Machine &machine, const State &state, uint32_t moved) {
  if (rule_ != Latest && rule_ != Bounded)
    return;
  const auto firstNew = uint32_t(pending_.size());
  pending_.resize(state.threadCount(), kNoOperation);
  auto isNew = [&](uint32_t thread) {
    return thread == moved || thread >= firstNew;
  };
  for (uint32_t thread = 0; thread < pending_.size(); ++thread)
    if (isNew(thread)) {
      pending_[thread] = pendingOf(machine, state, thread);
      if (pending_[thread] != kNoOperation)
        compare(pending_[thread], rule_ == Bounded);
    }
  // The others were compared with all but the last step.
  const auto top = uint32_t(steps_.size() - 1);
  for (OperationId rival :
       path_.operations().rivals(steps_[top].operation)) {
    const uint32_t thread = path_.operations().threadOf(rival);
    if (thread < pending_.size() && !isNew(thread) && pending_[thread] == rival)
      wish(top, thread);
  }
}

void Wishes::ended(Machine &machine, const State &last, uint32_t except) {
  if (rule_ == Source)
    path_.findWaiting(machine, last, except, [&](const Race &race) {
      races_.push_back({race, uint32_t(steps_.size())});
    });
}

void Wishes::compare(OperationId operation, bool ofEach) {
  const uint32_t thread = path_.operations().threadOf(operation);
  if (ofEach) {
    path_.forEachLatestRival(operation,
                             [&](uint32_t step) { wish(step, thread); });
    return;
  }
  if (int64_t step = path_.latestRival(operation); step >= 0)
    wish(uint32_t(step), thread);
}

void Wishes::wish(uint32_t step, uint32_t thread) {
  step = path_.beginOf(step);
  const Effects &there =
      path_.operations().effectsOf(path_.step(step).operation);
  const bool isPrecise = thread != Wish::kAll && !givesBack(there);
  add(step, thread, isPrecise ? Wanted::Precisely : Wanted::Conservatively);
  if (rule_ != Bounded)
    return;
  if (uint32_t first = beginOfBlock(step); first != step)
    add(first, thread, Wanted::Conservatively);
}

void Wishes::add(uint32_t step, uint32_t thread, Wanted how) {
  auto [at, isNew] =
      places_.try_emplace(keyOf(step, thread), uint32_t(wishes_.size()));
  if (isNew)
    wishes_.push_back({step, thread, how});
  else
    wishes_[at->second].how = std::min(wishes_[at->second].how, how);
}

/// The first of the steps that its thread made in a row.
uint32_t Wishes::beginOfBlock(uint32_t step) const {
  const uint16_t thread = path_.step(step).thread;
  while (step > 0 && path_.step(step - 1).thread == thread)
    --step;
  return step;
}

Wanted Wishes::at(uint32_t step, uint32_t thread) const {
  auto direct = places_.find(keyOf(step, thread));
  if (direct != places_.end())
    return wishes_[direct->second].how;
  // Somebody who cannot go on there is wanted: then all are.
  const PathState &state = *steps_[step].before;
  for (uint32_t other = 0; other <= state.node.state.threadCount(); ++other) {
    const bool isAll = other == state.node.state.threadCount();
    if (places_.contains(keyOf(step, isAll ? Wish::kAll : other)) &&
        (isAll || !state.isEnabled(uint16_t(other))))
      return Wanted::Conservatively;
  }
  return Wanted::Not;
}

} // namespace rbcheck
