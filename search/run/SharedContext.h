//===- search/run/SharedContext.h - One of several contexts of a search ---===//
//
// What many workers of one search, or runs of it on several days, tell each
// other: nodes that go from one context to the other, and sums of their books.
//
// The contexts share the visited set. Numbers of nodes are unique among them,
// so a ticket handed out by one and used by another cancels in the sum. Tested
// by test/search/parallel.test, checkpoint.test and memory.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/DrivenContext.h"
#include "search/run/Work.h"

namespace rbcheck {

/// What a context counted. Plain data, without references.
struct Books : LedgerCounts {
  Statistics stats;

  Books &operator+=(const Books &more);
};

/// All that one context of a search has to tell when it is over. Plain data.
struct ContextPart {
  Books books;
  Cut firstCut; ///< if some were
  SearchStop stop;
  bool mustRestart = false;
  Coverage covered;
  std::optional<Shrunk> toFingerprints, toBits;
  VisitedOptions visited;    ///< at the end
  uint64_t visitedBytes = 0; ///< of the set, whoever shares it
  std::vector<Violation> violations;
  std::vector<LeakNote> leaks;
  std::vector<Approximation> approximations;
};

class SharedContext final : public DrivenContext {
public:
  using DrivenContext::DrivenContext;

  /// Nodes get numbers from here on; before root().
  void numberFrom(uint64_t serial) { ledger_.numberFrom(serial); }
  /// Makes ready for adopt(), in place of root().
  void standBy() { rootAgain(); }
  /// A node that another context gave away, to be explored by this one.
  SearchNode adopt(const Work &work);
  /// Its search is over: errors and notes are moved out.
  ContextPart part();
  /// Adds what another context has to tell to this one's.
  void absorb(ContextPart other);
  Books books() const;
  /// Adds books of another day.
  void add(const Books &books, const Cut &firstCut);
  StateSet &visited() { return *visited_; }
  const StateSet &visited() const { return *visited_; }
  const Cut &firstCut() const { return ledger_.firstCut(); }
  /// True if the memory limit is close: then the set that is shared has to be
  /// replaced, in all contexts (useSmaller), while none of them is at work.
  bool isMemoryShort() const { return watch_.isMemoryShort(); }
  using SearchContext::useSmaller;

  // If each context keeps a part of the states (ContextOptions::owners)
  // --------
  using SearchContext::addForOther;
  using SearchContext::answered;

private:
  /// The node that was adopted last.
  struct Adopted {
    Schedule schedule;
    State state;
    Path path;
  } adopted_;
};

} // namespace rbcheck
