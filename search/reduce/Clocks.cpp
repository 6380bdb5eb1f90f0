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
    now_.resize(threads, -1);
  if (at_.size() <= operation)
    at_.resize(operations_.size());
  const uint32_t index = uint32_t(steps_.size());
  Step &step = steps_.emplace_back();
  step.operation = operation;
  step.before = now_[thread];
  if (step.before >= 0)
    step.clock = steps_[size_t(step.before)].clock;
  for (OperationId other : operations_.dependents(operation))
    if (int64_t i = latest(other); i >= 0)
      join(step.clock, steps_[size_t(i)].clock);
  if (step.clock.size() <= thread)
    step.clock.resize(thread + 1);
  step.number = ++step.clock[thread];
  now_[thread] = int32_t(index);
  for (uint32_t fresh = firstNew; fresh < threads; ++fresh)
    now_[fresh] = int32_t(index);
  at_[operation].push_back(index);
}

void PathClocks::pop() {
  const Step &step = steps_.back();
  at_[step.operation].pop_back();
  now_[operations_.threadOf(step.operation)] = step.before;
  steps_.pop_back();
}

} // namespace rbcheck
