//===- search/ContextLimits.cpp - When a search has to stop ---------------===//
//
// Limits of time, states and memory, of one context or of several together, and
// what is remembered less exactly when memory is short. Tested by
// test/cli/limits.test and test/search/memory.test.
//
//===----------------------------------------------------------------------===//
#include "search/SearchContext.h"

namespace rbcheck {

void SearchContext::stop(SearchStop why) {
  isStopped_ = true;
  if (!stop_)
    stop_ = why;
}

void SearchContext::checkLimits() {
  bool tick = false;
  if (SearchStop why = watch_.look(tick))
    stop(why);
  else if (visited_->isFull())
    stop({StopReason::VisitedFull});
  else if (watch_.isMemoryShort())
    saveMemory();
  if (tick && options_.monitor) {
    stats_.seconds = options_.limits.elapsed();
    stats_.instructions = machine_.instructions();
    options_.monitor->progress(stats_, uint32_t(stats_.maxDepth));
  }
}

/// The limit of states holds for all workers together. To ask the shared set
/// takes long, so it is done now and then.
bool SearchContext::isOverShared() {
  constexpr uint64_t kEvery = 256;
  bool isSmall = options_.limits.states < 16 * kEvery;
  return (isSmall || stats_.states % kEvery == 0) &&
         visited_->size() >= options_.limits.states;
}

void SearchContext::saveMemory() {
  // Who runs all contexts does it; a reduction has no smaller form.
  if (options_.sharedVisited || options_.reduces || options_.savesVisited)
    return;
  VisitedOptions options = options_.visited;
  if (std::shared_ptr<StateSet> set = makeSmaller(*visited_, options, false))
    useSmaller(std::move(set), options, stats_.states);
}

void SearchContext::useSmaller(std::shared_ptr<StateSet> visited,
                               const VisitedOptions &options, uint64_t states) {
  Shrunk now{options_.visited, states, options_.limits.megabytes};
  if (options.kind == VisitedKind::Bitstate)
    toBits_ = now;
  else
    toFingerprints_ = now;
  if (options_.sharedVisited)
    options_.sharedVisited = visited;
  visited_ = std::move(visited);
  options_.visited = options;
  chooseKeys(); // what bounds keep of a path stays as it is
  watch_.memoryWasFreed();
}

} // namespace rbcheck
