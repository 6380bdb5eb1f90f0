//===- search/triage/GoalMerge.cpp - Goals followed by two monitors -------===//
//
// Searches of several workers have a monitor each. What speaks against a
// refutation is kept whoever saw it; what explains one has to hold for all.
// Tested by test/triage/jobs.test.
//
//===----------------------------------------------------------------------===//
#include "search/triage/GoalMonitor.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

static void absorbSide(SideFacts &to, const SideFacts &from) {
  to.wasExecuted |= from.wasExecuted;
  to.wasParked |= from.wasParked;
  to.wasQuietByOther |= from.wasQuietByOther;
  to.threads.insert(from.threads.begin(), from.threads.end());
  if (to.lateThreads.empty())
    to.lateLocks = from.lateLocks;
  else if (!from.lateThreads.empty())
    std::erase_if(to.lateLocks,
                  [&](uint64_t lock) { return !from.lateLocks.count(lock); });
  to.lateThreads.insert(from.lateThreads.begin(), from.lateThreads.end());
  if (!to.locks)
    to.locks = from.locks;
  else if (from.locks)
    std::erase_if(*to.locks,
                  [&](uint64_t lock) { return !from.locks->count(lock); });
}

static void absorbGoal(GoalFacts &to, const GoalFacts &from) {
  for (size_t s = 0; s < to.sides.size(); ++s)
    absorbSide(to.sides[s], from.sides[s]);
  if (!to.violation) {
    to.violation = from.violation;
    to.shownAfter = from.shownAfter;
  }
  if (!to.related)
    to.related = from.related;
  to.isBlurred |= from.isBlurred;
  to.histories = std::max(to.histories, from.histories);
  if (from.observed > to.observed) {
    to.observed = from.observed;
    to.stood = from.stood;
  }
  to.wereTogether |= from.wereTogether;
  to.didOverlap |= from.didOverlap;
  to.locks.insert(from.locks.begin(), from.locks.end());
  to.lockNames.insert(from.lockNames.begin(), from.lockNames.end());
}

void GoalMonitor::absorb(const GoalMonitor &other) {
  for (size_t g = 0; g < facts_.size(); ++g)
    absorbGoal(facts_[g], other.facts_[g]);
  for (const auto &[lock, places] : other.takenAt_)
    takenAt_[lock].insert(places.begin(), places.end());
  for (auto which : {&Endings::process, &Endings::hidden,
                     &Endings::hiddenFromGuesses})
    if (!(endings_.*which))
      endings_.*which = other.endings_.*which;
  if (!race_)
    race_ = other.race_;
  for (const Violation &error : other.errors_)
    if (llvm::none_of(errors_, [&](const Violation &known) {
          return isSameError(known, error);
        }))
      errors_.push_back(error);
}

} // namespace rbcheck
