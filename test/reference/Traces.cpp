//===- test/reference/Traces.cpp - Counts executions up to independence ---===//
#include "test/reference/Traces.h"

namespace rbcheck {

bool Traces::run() {
  switch (machine_.start()) {
  case StepEnd::Parked:
    break;
  case StepEnd::NotLocal:
    return false;
  default:
    count = 1;
    return true;
  }
  open_.push_back({machine_.save(), {}});
  llvm::SmallVector<Choice, 8> choices;
  while (!open_.empty() && !notLocal_) {
    if (known_.size() > most_ || open_.back().events.size() > kLongest) {
      isCut = true;
      return true;
    }
    Beginning now = std::move(open_.back());
    open_.pop_back();
    machine_.load(now.state);
    machine_.choices(choices);
    if (choices.empty())
      ++count;
    for (Choice choice : choices)
      follow(now, choice);
  }
  for (const std::string &key : ended_) {
    auto known = known_.find(key);
    vague += known != known_.end() && known->second;
  }
  return !notLocal_;
}

void Traces::follow(const Beginning &from, Choice choice) {
  machine_.load(from.state);
  auto event = std::make_shared<Event>();
  event->choice = choice;
  const StepEnd end = machine_.step(choice, event->effects);
  if (from.state.thread(choice.thread).s.atomicDepth)
    event->effects.sync.push_back({Act::BeginAtomic, Family::None, 0});
  notLocal_ |= end == StepEnd::NotLocal;
  Beginning to{{}, from.events};
  to.events.push_back(event);
  if (end != StepEnd::Parked) { // nobody can go on behind it
    ended_.push_back(sorted(to.events));
    event->effects.sync.push_back({Act::EndProcess, Family::None, 0});
  }
  Hash128 print = 0;
  if (end == StepEnd::Parked) {
    to.state = machine_.save();
    print = to.state.fingerprint();
  }
  auto [known, isNew] = known_.try_emplace(sorted(to.events), print);
  if (!isNew && known->second != print)
    (known->second && print ? differences : vague) += 1;
  else if (!isNew)
    return;
  else if (end == StepEnd::Parked)
    open_.push_back(std::move(to));
  else
    ++count;
}

std::string Traces::sorted(const Events &events) {
  std::string key;
  Events left = events;
  while (!left.empty()) {
    size_t best = left.size();
    for (size_t i = 0; i < left.size(); ++i) {
      bool isFirst = true;
      for (size_t j = 0; j < i && isFirst; ++j)
        isFirst = left[j]->choice.thread != left[i]->choice.thread &&
                  !areDependent(left[j]->effects, left[i]->effects);
      if (isFirst && (best == left.size() ||
                      left[i]->choice.thread < left[best]->choice.thread))
        best = i;
    }
    const Choice choice = left[best]->choice;
    key += std::to_string(choice.thread) + "." + std::to_string(choice.value) +
           " ";
    left.erase(left.begin() + ptrdiff_t(best));
  }
  return key;
}

} // namespace rbcheck
