//===- search/gambit/Fringe.cpp - Executions that wait, cheapest first ----===//
#include "search/gambit/Fringe.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void Fringe::insert(uint64_t cost, TreeIndex node) {
  bins_[cost].push_back(node);
  if (++inMemory_ > most_)
    spill();
}

std::optional<TreeIndex> Fringe::takeLowest() {
  bringBack();
  if (bins_.empty())
    return std::nullopt;
  auto first = bins_.begin();
  TreeIndex node = first->second.back();
  first->second.pop_back();
  --inMemory_;
  if (first->second.empty())
    bins_.erase(first);
  return node;
}

/// A piece, from the most expensive bins.
void Fringe::spill() {
  if (inMemory_ < 2 * SpillFile::kEntries) // what is next stays
    return;
  std::vector<SpillFile::Entry> piece;
  auto at = std::prev(bins_.end());
  for (size_t next = 0; piece.size() < SpillFile::kEntries; ++next) {
    if (next == at->second.size()) {
      --at;
      next = 0;
    }
    piece.push_back({at->first, tree_[at->second[next]]});
  }
  std::optional<SpillFile::Slot> slot = file_.write(piece);
  if (!slot)
    return; // no room there: it stays in memory
  pieces_.push_back({piece.back().cost, *slot});
  for (const SpillFile::Entry &entry : piece) {
    auto bin = bins_.find(entry.cost);
    tree_.takeOut(bin->second.front());
    bin->second.pop_front();
    if (bin->second.empty())
      bins_.erase(bin);
  }
  inMemory_ -= piece.size();
  everSpilled_ += piece.size();
}

/// All pieces with something that is cheaper than the cheapest here.
void Fringe::bringBack() {
  for (;;) {
    auto cheapest =
        llvm::min_element(pieces_, [](const Piece &a, const Piece &b) {
          return a.lowest < b.lowest;
        });
    if (cheapest == pieces_.end() ||
        (!bins_.empty() && bins_.begin()->first <= cheapest->lowest))
      return;
    std::vector<SpillFile::Entry> entries = file_.read(cheapest->slot);
    pieces_.erase(cheapest);
    for (const SpillFile::Entry &entry : llvm::reverse(entries))
      bins_[entry.cost].push_front(tree_.putBack(entry.node));
    inMemory_ += entries.size();
  }
}

} // namespace rbcheck
