//===- search/run/Work.h - A node for another context ---------------------===//
//
// States belong to one worker, so a node travels as the schedule that leads to it
// (docs/decisions/0005-workers-share-no-states.md). Also in the files of --checkpoint.
// Tested by test/search/parallel.test and checkpoint.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

namespace rbcheck {

/// A node for another context, and those of its choices that are to be taken.
struct Work {
  Schedule schedule; ///< from the initial state to the node
  Choices choices;   ///< if it is expanded; else it has to be
  struct Numbers {
    uint64_t serial = 0;
    uint32_t depth = 0;
    uint16_t lastThread = 0, preemptions = 0, delays = 0;
    bool isExpanded = false, lastCanGoOn = false;
  } numbers;

  /// Gives `rest` of an expanded node away. Who adopts it has to take them.
  static Work of(const SearchNode &node, llvm::ArrayRef<Choice> rest);
  /// The node, without its state and the way to it.
  SearchNode withoutState() const;
};

} // namespace rbcheck
