//===- search/Sharing.cpp - What contexts of one search tell each other ---===//
//
// The part of SearchContext that several contexts of one search need (many
// workers, or another day): nodes that go from one to the other, and sums of
// their books. Also what a context does when memory is short, since that
// concerns what they share.
// Tested by test/search/parallel.test, checkpoint.test and memory.test.
//
//===----------------------------------------------------------------------===//
#include "search/SearchContext.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

void SearchContext::standBy() {
  RB_CHECK(lastSerial_ == firstSerial_, "a search asked twice for the root");
  ++lastSerial_;
  if (machine_.start() == StepEnd::Parked)
    rootState_ = machine_.save();
}

Work SearchContext::hand(const SearchNode &node, llvm::ArrayRef<Choice> rest) {
  Work work;
  work.schedule = node.path.schedule();
  work.choices.assign(rest.begin(), rest.end());
  work.numbers = {node.serial_,     node.depth,  node.lastThread,
                  node.preemptions, node.delays, node.isExpanded_,
                  node.lastCanGoOn_};
  return work;
}

SearchNode SearchContext::adopt(const Work &work) {
  SearchNode node;
  node.serial_ = work.numbers.serial;
  node.depth = work.numbers.depth;
  node.lastThread = work.numbers.lastThread;
  node.preemptions = work.numbers.preemptions;
  node.delays = work.numbers.delays;
  node.isExpanded_ = work.numbers.isExpanded;
  node.lastCanGoOn_ = work.numbers.lastCanGoOn;
  machine_.load(rootState_);
  for (Choice choice : work.schedule) {
    StepEnd end = machine_.step(choice);
    RB_CHECK(end == StepEnd::Parked, "a schedule leads elsewhere");
    node.path = node.path.then(choice);
  }
  node.state = machine_.save();
  return node;
}

Books SearchContext::books() const {
  Books books = {openTickets_,    offered_, taken_,       found_, expanded_,
                 droppedByBound_, cuts_,    depthWasCut_, stats_};
  books.stats.instructions = machine_.instructions() + othersInstructions_;
  return books;
}

/// All but the instructions: those of a context's own machine are counted there.
static void addCounts(Statistics &to, const Statistics &more) {
  to.states += more.states;
  to.revisits += more.revisits;
  to.transitions += more.transitions;
  to.executions += more.executions;
  to.blocked += more.blocked;
  to.maxDepth = std::max(to.maxDepth, more.maxDepth);
  if (!to.statesToFirstError)
    to.statesToFirstError = more.statesToFirstError;
}

Books &Books::operator+=(const Books &more) {
  openTickets += more.openTickets;
  offered += more.offered;
  taken += more.taken;
  found += more.found;
  expanded += more.expanded;
  droppedByBound += more.droppedByBound;
  cuts += more.cuts;
  depthWasCut |= more.depthWasCut;
  addCounts(stats, more.stats);
  stats.instructions += more.stats.instructions;
  return *this;
}

void SearchContext::add(const Books &books, const Cut &firstCut) {
  if (!cuts_)
    firstCut_ = firstCut;
  openTickets_ += books.openTickets;
  offered_ += books.offered;
  taken_ += books.taken;
  found_ += books.found;
  expanded_ += books.expanded;
  droppedByBound_ += books.droppedByBound;
  cuts_ += books.cuts;
  depthWasCut_ |= books.depthWasCut != 0;
  addCounts(stats_, books.stats);
  othersInstructions_ += books.stats.instructions;
}

void SearchContext::absorb(SearchContext &other) {
  add(other.books(), other.firstCut_);
  mustRestart_ |= other.mustRestart_;
  if (!stop_)
    stop_ = other.stop_;
  for (Violation &violation : other.violations_)
    if (llvm::none_of(violations_, [&](const Violation &known) {
          return isSameError(known, violation);
        }))
      violations_.push_back(std::move(violation));
  for (const Approximation &one : other.machine_.approximations())
    machine_.addApproximation(one);
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
  if (options_.sharedVisited || options_.reduces)
    return; // who runs all contexts does it; a reduction has no smaller form
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
  takesFingerprints_ = visited_->takesFingerprints();
  options_.visited = options;
  watch_.memoryWasFreed();
}

} // namespace rbcheck
