//===- search/Monitors.h - Who watches a search ---------------------------===//
//
// Both are called by the context and never influence the search.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

#include "interp/exec/Machine.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace rbcheck {

class SearchNode;

/// Watches a search, for progress lines and dumps. Never influences it.
class SearchMonitor {
public:
  virtual ~SearchMonitor() = default;
  /// Called a few times a second.
  virtual void progress(const Statistics &, uint32_t depth) { (void)depth; }
  /// A member of a team is at work from now on: "dfs, reduced".
  virtual void works(llvm::StringRef) {}
  /// What is certain of the search so far has changed.
  virtual void covered(const Coverage &) {}
  /// False if newState() need not be called.
  virtual bool seesStates() const { return false; }
  virtual void newState(const SearchNode &, Machine &) {}
  virtual void pathEnded(StepEnd, Machine &) {}
  /// A fault, also one that was found before.
  virtual void faulted(const Violation &) {}
  /// Everything reported so far is void: the search starts again.
  virtual void restarted() {}
};

/// Sees every step of a search, for what follows several goals at once
/// (search/triage). Never influences it.
class StepMonitor {
public:
  virtual ~StepMonitor() = default;
  /// After a step from a node, wherever it led. After the start, too: then
  /// the path of the node is empty and the choice is none.
  virtual void stepped(const SearchNode &, std::optional<Choice>, StepEnd,
                       Machine &) = 0;
  /// The step led to a new state; threads from `firstNew` on are new in it.
  virtual void arrived(const SearchNode &, uint32_t firstNew, Machine &) = 0;
  /// A fault, also one that was found before, and the path to it. `goesOn`: the
  /// execution is followed further.
  virtual void failed(const Violation &, const Path &, Machine &,
                      bool goesOn) = 0;
};

} // namespace rbcheck
