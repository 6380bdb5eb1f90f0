//===- search/gambit/ExecutionTree.h - Executions as small differences ----===//
//
// A node is one execution: that of its parent, but for one step at which
// another choice is taken; from there on the default schedule goes on. The root
// is the default execution. So an execution costs 16 bytes, however long it is
// (Coons, Burckhardt and Musuvathi, "GAMBIT", PPoPP 2010, section 3.2).
//
// A node lives as long as something needs it: it waits to be executed, it is
// being executed, or it has children. A node without any is gone at once, and
// with it its parents that have no others: leaves are still to be executed, and
// all that is left in the end is the root.
//
// Numbers of nodes are used again. Threads: whoever uses it locks
// (SharedTree.h). Tested by test/unit/GambitTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include <vector>

namespace rbcheck {

using TreeIndex = uint32_t;

class ExecutionTree {
public:
  static constexpr TreeIndex kRoot = 0;
  static constexpr uint64_t kRootName = 1;
  static constexpr uint32_t kMostLevel = 255;

  struct Node {
    TreeIndex parent = kRoot;
    uint32_t step = 0; ///< at which it differs from its parent
    Choice choice;     ///< that it takes there
    uint32_t links : 23 = 0;
    uint32_t isBegun : 1 = 0; ///< it is executed, or was
    uint32_t level : 8 = 0; ///< preemptions up to that step, at most kMostLevel
  };
  static_assert(sizeof(Node) == 16);

  ExecutionTree();

  /// A child of a node; it has one link, to be given back by release().
  TreeIndex add(TreeIndex parent, uint32_t step, Choice choice, uint32_t level);
  void link(TreeIndex index) { ++nodes_[index].links; }
  /// Gives a link back; who has none any more is gone, and gone(index) called.
  void release(TreeIndex index, llvm::function_ref<void(TreeIndex)> gone);
  const Node &operator[](TreeIndex index) const { return nodes_[index]; }
  void begin(TreeIndex index) { nodes_[index].isBegun = 1; }

  /// Takes a leaf out, to be kept elsewhere: its parent waits for it.
  Node takeOut(TreeIndex index);
  /// Puts it back; as after add().
  TreeIndex putBack(const Node &node);

  /// The same for the same execution, whatever its number is now.
  uint64_t nameOf(TreeIndex index) const;
  /// Name of a child that is not there yet.
  static uint64_t nameOf(uint64_t parent, uint32_t step, Choice choice);

  uint64_t alive() const { return alive_; }
  uint64_t mostAlive() const { return mostAlive_; }
  uint64_t created() const { return created_; }

private:
  TreeIndex place(const Node &node);

  std::vector<Node> nodes_;
  std::vector<TreeIndex> free_;
  uint64_t alive_ = 1, mostAlive_ = 1, created_ = 1;
};

} // namespace rbcheck
