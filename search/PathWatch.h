//===- search/PathWatch.h - What a property remembers of paths ------------===//
//
// Some properties compare several paths of one search. Each search that looks
// for such a property has a watch of its own, which sees every step, also those
// that lead to known states, and hangs what it has to know of the way to a node
// on that node. Never influences the search.
//
// What it compares are the paths that happened to be taken: where states are
// remembered, others are left out. So a search with a watch does not end with
// "no-error".
// Tested by test/verify/both-orders.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Property.h"

#include <memory>

namespace rbcheck {

class PathMemory {
public:
  virtual ~PathMemory() = default;
};

class PathWatch {
public:
  virtual ~PathWatch() = default;
  /// The machine is about to make a step from a node with that memory, which is
  /// null at the start. Returns the memory of the node behind it.
  virtual PathMemoryRef step(const PathMemoryRef &before, Choice choice,
                             Machine &machine, FaultSink found) = 0;
};

} // namespace rbcheck
