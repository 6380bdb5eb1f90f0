//===- search/result/BestFirst.cpp - The cheapest way to an error ---------===//
#include "search/result/BestFirst.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

bool BestFirst::search() {
  run_.start();
  if (!run_.isParked())
    return true;
  costs_[{run_.fingerprint(), 0}] = {};
  open_.emplace(std::make_pair(ScheduleCost{}, uint64_t(0)),
                Node{run_.save(), Path(), 0});
  while (!open_.empty()) {
    auto first = open_.begin();
    ScheduleCost cost = first->first.first;
    // One more step at least leads to the error.
    if (ScheduleCost{cost.weak, cost.preemptions, cost.steps + 1} >= best_)
      return true;
    Node node = std::move(first->second);
    open_.erase(first);
    if (!expand(node, cost))
      return false;
  }
  return true;
}

bool BestFirst::expand(const Node &node, ScheduleCost cost) {
  run_.load(node.state);
  llvm::SmallVector<Choice, 8> choices;
  run_.choices(choices);
  const bool canGoOn = llvm::any_of(
      choices, [&](Choice choice) { return choice.thread == node.lastThread; });
  const bool mayPreempt =
      !canGoOn || !places_ ||
      places_->count({node.lastThread, run_.place(node.lastThread)});
  llvm::SmallVector<bool, 8> isWeak;
  for (Choice choice : choices)
    isWeak.push_back(run_.isWeak(choice));
  for (const auto &[choice, weak] : llvm::zip_equal(choices, isWeak)) {
    const bool isPreemption = canGoOn && choice.thread != node.lastThread;
    ScheduleCost next = {cost.weak + weak, cost.preemptions + isPreemption,
                         cost.steps + 1};
    if (next >= best_ || (isPreemption && !mayPreempt))
      continue;
    if (run_.isSpent() || costs_.size() >= limits_.nodes ||
        poolBytes() > startBytes_ + limits_.bytes)
      return false;
    run_.load(node.state);
    if (run_.step(choice, [&] { return node.path.then(choice).schedule(); })) {
      Violation found = run_.violation();
      found.schedule = node.path.then(choice).schedule();
      if (limits_.accepts && !limits_.accepts(found))
        continue;
      found_ = std::move(found);
      best_ = next;
      continue;
    }
    if (!run_.isParked())
      continue;
    // A node may come up again with a lower cost while it is open.
    auto key = std::make_pair(run_.fingerprint(), choice.thread);
    auto [known, isNew] = costs_.try_emplace(key, next);
    if (!isNew && known->second <= next)
      continue;
    known->second = next;
    open_.emplace(std::make_pair(next, ++serial_),
                  Node{run_.save(), node.path.then(choice), choice.thread});
  }
  return true;
}

} // namespace rbcheck
