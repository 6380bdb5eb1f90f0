//===- search/run/SharedContext.cpp - One of several contexts of a search -===//
#include "search/run/SharedContext.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

SearchNode SharedContext::adopt(const Work &work) {
  SearchNode node = work.withoutState();
  llvm::ArrayRef<Choice> schedule = work.schedule;
  // What comes from one worker is often a step further than what came before.
  const size_t known = adopted_.schedule.size();
  if (!adopted_.state ||
      schedule.take_front(known) != llvm::ArrayRef(adopted_.schedule))
    adopted_ = {{}, rootState_, {}};
  machine_.load(adopted_.state);
  node.path = adopted_.path;
  for (Choice choice : schedule.drop_front(adopted_.schedule.size())) {
    StepEnd end = machine_.step(choice);
    RB_CHECK(end == StepEnd::Parked, "a schedule leads elsewhere");
    node.path = node.path.then(choice);
  }
  node.state = machine_.save();
  adopted_ = {work.schedule, node.state, node.path};
  return node;
}

Books SharedContext::books() const {
  Books books{ledger_.counts(), stats_};
  books.stats.instructions = machine_.instructions() + othersInstructions_;
  return books;
}

/// All but the instructions: those of a context's own machine are counted
/// there.
static void addCounts(Statistics &to, const Statistics &more) {
  to.states += more.states;
  to.revisits += more.revisits;
  to.transitions += more.transitions;
  to.executions += more.executions;
  to.blocked += more.blocked;
  to.treeNodes = std::max(to.treeNodes, more.treeNodes); // it is shared
  to.treeMost = std::max(to.treeMost, more.treeMost);
  to.maxDepth = std::max(to.maxDepth, more.maxDepth);
  if (!to.statesToFirstError)
    to.statesToFirstError = more.statesToFirstError;
}

Books &Books::operator+=(const Books &more) {
  LedgerCounts::operator+=(more);
  addCounts(stats, more.stats);
  stats.instructions += more.stats.instructions;
  return *this;
}

void SharedContext::add(const Books &books, const Cut &firstCut) {
  ledger_.add(books, firstCut);
  addCounts(stats_, books.stats);
  othersInstructions_ += books.stats.instructions;
}

ContextPart SharedContext::part() {
  ContextPart part;
  part.books = books();
  part.firstCut = firstCut();
  part.stop = stop_;
  part.mustRestart = mustRestart_;
  part.covered = covered_;
  part.toFingerprints = toFingerprints_;
  part.toBits = toBits_;
  part.visited = options_.visited;
  part.visitedBytes = visited_->bytes();
  part.violations = std::move(violations_);
  part.leaks = std::move(leaks_);
  part.approximations = machine_.approximations();
  return part;
}

void SharedContext::absorb(ContextPart other) {
  add(other.books, other.firstCut);
  mustRestart_ |= other.mustRestart;
  if (covered_.preemptions < other.covered.preemptions)
    covered_ = other.covered;
  if (!stop_)
    stop_ = other.stop;
  if (!toFingerprints_)
    toFingerprints_ = other.toFingerprints;
  if (other.toBits && !toBits_) { // it forgets for all
    toBits_ = other.toBits;
    options_.visited = other.visited;
  }
  for (Violation &violation : other.violations)
    if (llvm::none_of(violations_, [&](const Violation &known) {
          return isSameError(known, violation);
        }))
      violations_.push_back(std::move(violation));
  if (leaks_.empty())
    leaks_ = std::move(other.leaks);
  for (const Approximation &one : other.approximations)
    machine_.addApproximation(one);
}

} // namespace rbcheck
