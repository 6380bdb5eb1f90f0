//===- search/gambit/ExecutionTree.cpp - Executions as small differences --===//
#include "search/gambit/ExecutionTree.h"

#include "search/Check.h"
#include "search/Rng.h"

#include <algorithm>

namespace rbcheck {

ExecutionTree::ExecutionTree() {
  nodes_.resize(1);
  nodes_[kRoot].links = 1; // to be executed; and it is never gone
}

TreeIndex ExecutionTree::place(const Node &node) {
  TreeIndex index = TreeIndex(nodes_.size());
  if (free_.empty()) {
    nodes_.push_back(node);
  } else {
    index = free_.back();
    free_.pop_back();
    nodes_[index] = node;
  }
  mostAlive_ = std::max(mostAlive_, ++alive_);
  return index;
}

TreeIndex ExecutionTree::add(TreeIndex parent, uint32_t step, Choice choice,
                             uint32_t level) {
  Node node;
  node.parent = parent;
  node.step = step;
  node.choice = choice;
  node.links = 1;
  node.level = std::min(level, kMostLevel);
  ++nodes_[parent].links;
  ++created_;
  return place(node);
}

void ExecutionTree::release(TreeIndex index,
                            llvm::function_ref<void(TreeIndex)> gone) {
  for (;;) {
    Node &node = nodes_[index];
    RB_CHECK(node.links, "a node of the execution tree was released twice");
    if (--node.links || index == kRoot)
      return;
    free_.push_back(index);
    --alive_;
    gone(index);
    index = node.parent;
  }
}

ExecutionTree::Node ExecutionTree::takeOut(TreeIndex index) {
  RB_CHECK(nodes_[index].links == 1, "only a leaf can be taken out");
  free_.push_back(index);
  --alive_;
  return nodes_[index];
}

TreeIndex ExecutionTree::putBack(const Node &node) { return place(node); }

uint64_t ExecutionTree::nameOf(uint64_t parent, uint32_t step, Choice choice) {
  uint64_t edge =
      uint64_t(step) << 32 | uint64_t(choice.thread) << 16 | choice.value;
  return mixBits(parent * 0x9e3779b97f4a7c15ull ^ mixBits(edge + 1));
}

uint64_t ExecutionTree::nameOf(TreeIndex index) const {
  // From the root down, since each name contains the one above.
  std::vector<TreeIndex> path;
  for (; index != kRoot; index = nodes_[index].parent)
    path.push_back(index);
  uint64_t name = kRootName;
  for (auto at = path.rbegin(); at != path.rend(); ++at)
    name = nameOf(name, nodes_[*at].step, nodes_[*at].choice);
  return name;
}

} // namespace rbcheck
