//===- search/livelock/StateGraph.cpp - The states and steps of a search --===//
#include "search/livelock/StateGraph.h"

#include <algorithm>

namespace rbcheck {

uint32_t StateGraph::numberOf(Hash128 state) {
  auto [at, isNew] = numbers_.try_emplace(state, uint32_t(enabled_.size()));
  if (isNew)
    enabled_.push_back(0);
  return at->second;
}

void StateGraph::addState(Hash128 state) {
  std::lock_guard lock(mutex_);
  numberOf(state);
}

void StateGraph::addChoices(Hash128 state, llvm::ArrayRef<Choice> choices) {
  std::vector<uint16_t> threads;
  for (Choice choice : choices)
    threads.push_back(choice.thread);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  std::lock_guard lock(mutex_);
  auto [set, isNew] = setNumbers_.try_emplace(threads, uint32_t(sets_.size()));
  if (isNew)
    sets_.emplace_back(threads.begin(), threads.end());
  enabled_[numberOf(state)] = set->second;
}

void StateGraph::addStep(Hash128 from, Choice choice, Hash128 to,
                         bool isProgress) {
  std::lock_guard lock(mutex_);
  const uint32_t first = numberOf(from), second = numberOf(to);
  edges_.push_back({first, second, choice, isProgress});
}

} // namespace rbcheck
