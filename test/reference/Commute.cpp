//===- test/reference/Commute.cpp - Independent operations must commute ---===//
#include "test/reference/Commute.h"

#include <vector>

namespace rbcheck {

/// What two steps led to.
struct Commute::After {
  bool isComparable = false;
  bool wasEnabled = true;  ///< the second one, after the first
  Hash128 fingerprint = 0;
};

bool Commute::run() {
  std::set<Hash128> known;
  std::vector<State> open;
  if (machine_.start() != StepEnd::Parked)
    return true;
  open.push_back(machine_.save());
  known.insert(open.back().fingerprint());
  while (!open.empty() && !notLocal_) {
    State state = std::move(open.back());
    open.pop_back();
    if (++states > most_) {
      isCut = true;
      break;
    }
    visit(state);
    machine_.load(state);
    llvm::SmallVector<Choice, 8> choices;
    machine_.choices(choices);
    for (Choice choice : choices) {
      machine_.load(state);
      StepEnd end = machine_.step(choice);
      notLocal_ |= end == StepEnd::NotLocal;
      if (end == StepEnd::Parked && known.insert(machine_.fingerprint()).second)
        open.push_back(machine_.save());
    }
  }
  return !notLocal_;
}

void Commute::visit(const State &state) {
  for (uint32_t a = 0; a < state.threadCount(); ++a)
    for (uint32_t b = a + 1; b < state.threadCount(); ++b) {
      machine_.load(state);
      if (state.thread(a).s.status == ThreadStatus::Finished ||
          state.thread(b).s.status == ThreadStatus::Finished ||
          !machine_.alternatives(a) || !machine_.alternatives(b) ||
          state.thread(a).s.atomicDepth || state.thread(b).s.atomicDepth)
        continue;
      tryBoth(state, a, b);
    }
}

void Commute::tryBoth(const State &state, uint32_t a, uint32_t b) {
  machine_.load(state);
  const unsigned waysOfA = machine_.alternatives(a);
  const unsigned waysOfB = machine_.alternatives(b);
  for (unsigned i = 0; i < waysOfA; ++i)
    for (unsigned j = 0; j < waysOfB; ++j) {
      const Choice first = {uint16_t(a), uint16_t(i)};
      const Choice second = {uint16_t(b), uint16_t(j)};
      if (areDeclaredDependent(state, first, second))
        continue;
      After one = both(state, first, second);
      After other = both(state, second, first);
      if (!one.isComparable || !other.isComparable)
        continue;
      ++pairs;
      if (!one.wasEnabled || !other.wasEnabled)
        failures.insert(nameOf(state, a) + " and " + nameOf(state, b) +
                        ": one keeps the other from going on");
      else if (one.fingerprint != other.fingerprint)
        failures.insert(nameOf(state, a) + " and " + nameOf(state, b) +
                        ": the order matters");
    }
}

bool Commute::areDeclaredDependent(const State &state, Choice a, Choice b) {
  Effects ofA, ofB;
  machine_.load(state);
  machine_.step(a, ofA);
  machine_.load(state);
  machine_.step(b, ofB);
  return areDependent(ofA, ofB);
}

Commute::After Commute::both(const State &state, Choice first, Choice second) {
  After after;
  machine_.load(state);
  const unsigned ways = machine_.alternatives(second.thread);
  auto isComparable = [&](StepEnd end) {
    notLocal_ |= end == StepEnd::NotLocal;
    return end == StepEnd::Parked;
  };
  if (!isComparable(machine_.step(first)))
    return after;
  after.wasEnabled = machine_.alternatives(second.thread) == ways;
  if (!after.wasEnabled) {
    after.isComparable = true;
    return after;
  }
  if (!isComparable(machine_.step(second)))
    return after;
  after.isComparable = true;
  after.fingerprint = machine_.fingerprint();
  return after;
}

std::string Commute::nameOf(const State &state, uint32_t thread) {
  machine_.load(state);
  return machine_.describePending(thread);
}

} // namespace rbcheck
