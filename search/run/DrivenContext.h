//===- search/run/DrivenContext.h - The context of who runs a search ------===//
//
// What a strategy sees (SearchContext.h), and besides: turns, reasons to stop, the
// verdict. Who makes a context hands its base to Search::run.
// Tested by test/search and test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

namespace rbcheck {

class DrivenContext : public SearchContext {
public:
  DrivenContext(Machine &machine, const ContextOptions &options)
      : SearchContext(machine, options) {}

  /// The search may make this many steps until it should pause.
  void giveTurn(uint64_t steps) {
    isPaused_ = false;
    pauseAt_ = stats_.transitions + steps;
  }
  using SearchContext::stop;

  bool hasErrors() const { return !violations_.empty(); }
  /// True if another kind of machine is needed (search/run/Restart.h).
  bool mustRestart() const { return mustRestart_; }
  /// Verdict and statistics; the search has returned.
  Result finish();

private:
  /// What the graph shows, if it is kept.
  void lookForEndless();
  Completeness completeness() const;
};

} // namespace rbcheck
