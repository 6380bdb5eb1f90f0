//===- search/gambit/Fringe.cpp - Executions that wait, cheapest first ----===//
#include "search/gambit/Fringe.h"

namespace rbcheck {

void Fringe::insert(uint64_t cost, TreeIndex node) {
  bins_[cost].nodes.push_back(node);
  if (++inMemory_ > most_)
    spill();
}

std::optional<TreeIndex> Fringe::takeLowest() {
  if (bins_.empty())
    return std::nullopt;
  auto first = bins_.begin();
  Bin &bin = first->second;
  if (bin.nodes.empty()) {
    for (const ExecutionTree::Node &node : file_.read(bin.onFile.back()))
      bin.nodes.push_back(tree_.putBack(node));
    bin.onFile.pop_back();
    inMemory_ += bin.nodes.size();
    spilled_ -= bin.nodes.size();
  }
  TreeIndex node = bin.nodes.back();
  bin.nodes.pop_back();
  --inMemory_;
  if (bin.nodes.empty() && bin.onFile.empty())
    bins_.erase(first);
  return node;
}

/// Whole pieces, from the most expensive bin that has one.
void Fringe::spill() {
  constexpr size_t kPiece = SpillFile::kNodes;
  for (auto at = bins_.rbegin(); at != bins_.rend(); ++at) {
    Bin &bin = at->second;
    if (bin.nodes.size() < kPiece)
      continue;
    std::vector<ExecutionTree::Node> piece;
    for (size_t i = 0; i < kPiece; ++i)
      piece.push_back(tree_[bin.nodes[i]]);
    std::optional<SpillFile::Slot> slot = file_.write(piece);
    if (!slot)
      return; // no room there: it stays in memory
    for (size_t i = 0; i < kPiece; ++i)
      tree_.takeOut(bin.nodes[i]);
    bin.nodes.erase(bin.nodes.begin(), bin.nodes.begin() + kPiece);
    bin.onFile.push_back(*slot);
    inMemory_ -= kPiece;
    spilled_ += kPiece;
    everSpilled_ += kPiece;
    return;
  }
}

} // namespace rbcheck
