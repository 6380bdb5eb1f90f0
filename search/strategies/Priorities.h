//===- search/strategies/Priorities.h - Of pending operations, in walks ---===//
//
// A random priority for what each thread is about to do, as partial order sampling
// has it: a step draws anew for its thread and for all whose pending operation
// interferes with it. Drawn by thread number, so that the order of choices has no
// say.
// Tested by test/search/guarantees.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

namespace rbcheck {

class Priorities {
public:
  void begin() { all_.clear(); }

  uint64_t &of(uint16_t thread, Rng &rng) {
    while (all_.size() <= thread)
      all_.push_back(rng.next());
    return all_[thread];
  }

  void arrived(const State &before, Choice choice, Rng &rng) {
    Operation done = pendingOperation(before, choice.thread);
    for (uint16_t id = 0; id < before.threadCount(); ++id) {
      bool isFinished = before.thread(id).s.status == ThreadStatus::Finished;
      if (id == choice.thread ||
          (!isFinished && interferes(done, pendingOperation(before, id))))
        of(id, rng) = rng.next();
    }
  }

private:
  std::vector<uint64_t> all_;
};

} // namespace rbcheck
