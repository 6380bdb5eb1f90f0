//===- search/gambit/Fringe.h - Executions that wait, cheapest first ------===//
//
// A bin for each cost, and each bin is a stack: of the cheapest executions the
// one that was found last comes first. Where all cost the same this is
// depth-first search, with its small need of memory (GAMBIT, section 4.4).
//
// If more wait than are to be kept in memory, the oldest of the most expensive
// bins go to a file, a piece at a time, and come back before anything that
// costs more is taken. (Among equals the newest is then not always the first.)
//
// Tested by test/unit/GambitTest.cpp and test/gambit/counts.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/ExecutionTree.h"
#include "search/gambit/SpillFile.h"

#include <deque>
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
  /// Nodes that ever went to the file.
  uint64_t everSpilled() const { return everSpilled_; }

private:
  struct Piece {
    uint64_t lowest; ///< cost in it
    SpillFile::Slot slot;
  };
  void spill();
  void bringBack();

  ExecutionTree &tree_;
  const uint64_t most_;
  uint64_t inMemory_ = 0, everSpilled_ = 0;
  std::map<uint64_t, std::deque<TreeIndex>> bins_; ///< by cost; newest last
  std::vector<Piece> pieces_;
  SpillFile file_;
};

} // namespace rbcheck
