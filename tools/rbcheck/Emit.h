//===- tools/rbcheck/Emit.h - Prints what a search sees -------------------===//
//
// --emit=states: every state stored, in order, with where each thread stands.
// --emit=finals (for tests): the set of ends that were reached, sorted, in the
// same form as test/reference prints it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

#include "llvm/Support/raw_ostream.h"

#include <set>

namespace rbcheck {

class StatePrinter final : public SearchMonitor {
public:
  explicit StatePrinter(llvm::raw_ostream &out) : out_(out) {}
  bool seesStates() const override { return true; }
  void newState(const SearchNode &node, Machine &machine) override;
  void restarted() override;

private:
  llvm::raw_ostream &out_;
  uint64_t count_ = 0;
};

/// The ends of paths: exit statuses with final memory, faults with places.
class FinalsCollector final : public SearchMonitor {
public:
  void pathEnded(StepEnd end, Machine &machine) override;
  void faulted(const Violation &violation) override;
  void restarted() override { lines_.clear(); }
  /// One line per end, sorted.
  std::string text() const;

private:
  std::set<std::string> lines_;
};

} // namespace rbcheck
