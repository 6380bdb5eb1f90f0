//===- search/reduce/Clocks.cpp - What happened before what on a path -----===//
#include "search/reduce/Clocks.h"

#include <algorithm>

namespace rbcheck {

void PathClocks::join(Clock &into, const Clock &from) {
  if (into.size() < from.size())
    into.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void PathClocks::push(OperationId operation, uint32_t firstNew,
                      uint32_t threads) {
  const uint32_t thread = operations_.threadOf(operation);
  if (now_.size() < threads)
    now_.resize(threads);
  if (at_.size() <= operation)
    at_.resize(operations_.size());
  Step step;
  step.operation = operation;
  step.threads = threads;
  step.before = now_[thread];
  step.clock = step.before;
  for (OperationId other : operations_.dependents(operation))
    if (int64_t i = latest(other); i >= 0)
      join(step.clock, steps_[size_t(i)].clock);
  if (step.clock.size() <= thread)
    step.clock.resize(thread + 1);
  step.number = ++step.clock[thread];
  now_[thread] = step.clock;
  for (uint32_t fresh = firstNew; fresh < threads; ++fresh)
    now_[fresh] = step.clock;
  at_[operation].push_back(uint32_t(steps_.size()));
  steps_.push_back(std::move(step));
}

void PathClocks::pop() {
  Step &step = steps_.back();
  at_[step.operation].pop_back();
  now_[operations_.threadOf(step.operation)] = std::move(step.before);
  steps_.pop_back();
}

} // namespace rbcheck
