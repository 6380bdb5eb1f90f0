//===- search/reduce/Clocks.cpp - What happened before what on a path -----===//
#include "search/reduce/Clocks.h"

namespace rbcheck {

/// What knows of a step knows all that the step knows.
void PathClocks::join(Clock &into, const Step &step) {
  const Clock &from = step.clock;
  const uint32_t thread = operations_.threadOf(step.operation);
  if (thread < into.size() && into[thread] >= step.number)
    return;
  if (into.size() < from.size())
    into.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void PathClocks::push(OperationId operation, uint32_t firstNew,
                      uint32_t threads) {
  const uint32_t thread = operations_.threadOf(operation);
  if (now_.size() < threads)
    now_.resize(threads, -1);
  if (at_.size() <= operation)
    at_.resize(operations_.size());
  if (steps_.size() == size_)
    steps_.emplace_back();
  const uint32_t index = uint32_t(size_++);
  Step &step = steps_[index];
  step.operation = operation;
  step.before = now_[thread];
  now_[thread] = int32_t(index);
  for (uint32_t fresh = firstNew; fresh < threads; ++fresh)
    now_[fresh] = int32_t(index);
  at_[operation].push_back(index);
}

void PathClocks::workOut(size_t index) {
  Step &step = steps_[index];
  const uint32_t thread = operations_.threadOf(step.operation);
  if (step.before >= 0)
    step.clock = steps_[size_t(step.before)].clock;
  else
    step.clock.clear();
  // An operation that was met later is at no step before this one.
  for (OperationId other : operations_.dependents(step.operation)) {
    llvm::ArrayRef<uint32_t> steps = stepsOf(other);
    if (!steps.empty() && steps.back() >= index)
      steps = steps.take_front(size_t(
          std::lower_bound(steps.begin(), steps.end(), index) - steps.begin()));
    if (!steps.empty())
      join(step.clock, steps_[steps.back()]);
  }
  if (step.clock.size() <= thread)
    step.clock.resize(thread + 1);
  step.number = ++step.clock[thread];
}

void PathClocks::pop() {
  const Step &step = steps_[--size_];
  done_ = std::min(done_, size_);
  at_[step.operation].pop_back();
  now_[operations_.threadOf(step.operation)] = step.before;
}

} // namespace rbcheck
