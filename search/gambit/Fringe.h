//===- search/gambit/Fringe.h - Executions that wait, cheapest first ------===//
//
// A bin for each cost, and each bin is a stack: of the cheapest executions the
// one that was found last comes first. Where all cost the same this is
// depth-first search, with its small need of memory (GAMBIT, section 4.4).
//
// If more wait than are to be kept in memory, the oldest of the most expensive
// bins go to a file, and come back when their turn is.
// Tested by test/unit/GambitTest.cpp and test/gambit/spill.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/ExecutionTree.h"
#include "search/gambit/SpillFile.h"

#include <map>
#include <optional>

namespace rbcheck {

class Fringe {
public:
  /// At most about `most` of the nodes are kept in memory.
  explicit Fringe(ExecutionTree &tree, uint64_t most = ~0ull)
      : tree_(tree), most_(most) {}

  void insert(uint64_t cost, TreeIndex node);
  /// None if nothing waits.
  std::optional<TreeIndex> takeLowest();
  uint64_t spilled() const { return spilled_; }
  /// Nodes that ever went to the file.
  uint64_t everSpilled() const { return everSpilled_; }

private:
  struct Bin {
    std::vector<SpillFile::Slot> onFile; ///< pieces, older than all in memory
    std::vector<TreeIndex> nodes;
  };
  void spill();

  ExecutionTree &tree_;
  const uint64_t most_;
  uint64_t inMemory_ = 0, spilled_ = 0, everSpilled_ = 0;
  std::map<uint64_t, Bin> bins_;
  SpillFile file_;
};

} // namespace rbcheck
