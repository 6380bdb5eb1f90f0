//===- search/run/DrivenContext.cpp - What a search has come to -----------===//
#include "search/run/DrivenContext.h"

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

Result DrivenContext::finish() {
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
  stats_.allStates = stats_.states;
  if (isComplete) // the last round alone has seen them all
    stats_.states -= forgotten_;
  stats_.visitedBytes = visited_->bytes();
  result.stats = stats_;
  result.bounds = options_.policies.bounds;
  result.seed = options_.seed;
  return result;
}

} // namespace rbcheck
