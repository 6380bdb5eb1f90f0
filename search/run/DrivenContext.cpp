//===- search/run/DrivenContext.cpp - What a search has come to -----------===//
#include "search/run/DrivenContext.h"

#include "search/Check.h"
#include "search/livelock/FairCycles.h"
#include "search/result/Replay.h"

namespace rbcheck {

Completeness DrivenContext::completeness() const {
  Completeness all;
  all.stop = stop_;
  ledger_.describe(all);
  all.bounds = options_.policies.bounds;
  all.depthCut = ledger_.counts().depthWasCut ? depthBound_ : 0;
  all.isDepthLimit = depthBound_ == options_.limits.depth;
  all.isReduced = options_.reduces;
  all.isStateless = isStateless_;
  all.endless = endless_, all.endlessAt = endlessAt_;
  all.pruning = pruningReason_;
  all.covered = covered_;
  if (!isStateless_)
    all.visited = options_.visited;
  all.toFingerprints = toFingerprints_;
  all.toBits = toBits_;
  all.accepted = options_.accepted;
  std::vector<Approximation> met = machine_.approximations();
  for (const Approximation &one : options_.approximations)
    addTo(met, one);
  for (Approximation &one : met) {
    Location at =
        one.hasPlace ? locate(machine_.program(), one.place) : Location();
    all.approximations.push_back({std::move(one), std::move(at)});
  }
  return all;
}

void DrivenContext::lookForEndless() {
  if (!graph_ || (hasErrors() && !options_.allErrors))
    return;
  std::optional<FairCycle> found = findFairCycle(*graph_);
  if (!found)
    return;
  Violation violation;
  violation.foundBy = &endlessExecutions();
  violation.machine = machine_.options();
  violation.schedule = std::move(found->stem);
  violation.schedule.insert(violation.schedule.end(), found->cycle.begin(),
                            found->cycle.end());
  violation.cycle = uint32_t(found->cycle.size());
  struct : ReplayWatcher {
    Location at;
    void finished(Machine &machine, StepEnd,
                  const std::optional<Fault> &fault) override {
      if (fault)
        at = locateThread(machine, fault->thread, fault->place);
    }
  } watcher;
  std::optional<Fault> fault = replay(machine_.program(), violation, watcher);
  RB_CHECK(fault, "a cycle of the graph does not replay");
  violation.fault = *fault;
  violation.location = watcher.at;
  if (!stats_.statesToFirstError)
    stats_.statesToFirstError = std::max<uint64_t>(stats_.states, 1);
  violations_.push_back(std::move(violation));
}

Result DrivenContext::finish() {
  lookForEndless();
  Result result;
  result.completeness = completeness();
  bool isComplete = result.completeness.isComplete();
  result.verdict = !violations_.empty() ? Verdict::Error
                   : isComplete         ? Verdict::NoError
                                        : Verdict::Inconclusive;
  result.violations = std::move(violations_);
  result.leaks = std::move(leaks_);
  stats_.instructions = machine_.instructions() + othersInstructions_;
  stats_.seconds = options_.limits.elapsed();
  stats_.peakRssMb = peakResidentMb();
  stats_.all = {stats_.states, stats_.transitions, stats_.executions};
  if (isComplete) // the last round alone has seen them all
    stats_.states -= forgotten_;
  stats_.visitedBytes = visited_->bytes();
  result.stats = stats_;
  result.bounds = options_.policies.bounds;
  result.seed = options_.seed;
  return result;
}

} // namespace rbcheck
