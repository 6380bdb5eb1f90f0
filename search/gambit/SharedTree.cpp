//===- search/gambit/SharedTree.cpp - One tree of executions --------------===//
#include "search/gambit/SharedTree.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// DenseMap keeps two keys for itself.
uint64_t keyOf(uint64_t name) { return name >> 1; }

} // namespace

SharedTree::SharedTree(size_t orders, uint64_t inMemory) {
  for (size_t i = 0; i < orders; ++i)
    fringes_.push_back(
        std::make_unique<Fringe>(tree_, orders == 1 ? inMemory : ~0ull));
}

bool SharedTree::takeRoot() {
  std::lock_guard lock(mutex_);
  if (std::exchange(isRootTaken_, true))
    return false;
  tree_.begin(ExecutionTree::kRoot);
  ++running_;
  ++open_[0];
  return true;
}

/// Of several entries for a node the first one counts.
std::optional<TreeIndex> SharedTree::takeWaiting() {
  // An order without anything left leaves its turn to the next: entries of one
  // node are in all of them, so then all are empty.
  Fringe &fringe = *fringes_[turn_];
  while (std::optional<TreeIndex> node = fringe.takeLowest()) {
    if (!tree_[*node].isBegun) {
      turn_ = (turn_ + 1) % fringes_.size();
      tree_.begin(*node);
      return node;
    }
    release(*node);
  }
  return std::nullopt;
}

std::optional<Chain> SharedTree::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (isClosed_)
      return std::nullopt;
    if (std::optional<TreeIndex> node = takeWaiting()) {
      ++running_;
      return chainOf(*node);
    }
    if (!running_) {
      changed_.notify_all();
      return std::nullopt;
    }
    changed_.wait(lock);
  }
}

void SharedTree::close() {
  std::lock_guard lock(mutex_);
  isClosed_ = true;
  changed_.notify_all();
}

Chain SharedTree::chainOf(TreeIndex node) const {
  Chain chain;
  for (; node != ExecutionTree::kRoot; node = tree_[node].parent)
    chain.push_back({node, tree_[node].step, tree_[node].choice, 0, 0});
  std::reverse(chain.begin(), chain.end());
  uint64_t name = ExecutionTree::kRootName;
  for (ChainLink &link : chain) {
    link.owner = name;
    name = link.name = ExecutionTree::nameOf(name, link.step, link.choice);
  }
  return chain;
}

void SharedTree::release(TreeIndex node) {
  tree_.release(node, [&](TreeIndex gone) { tried_.erase(gone); });
}

void SharedTree::finish(TreeIndex node, llvm::ArrayRef<Child> children) {
  std::lock_guard lock(mutex_);
  for (const Child &child : children) {
    TreeIndex index =
        tree_.add(child.owner, child.step, child.choice, child.preemptions);
    for (size_t order = 0; order < fringes_.size(); ++order) {
      if (order)
        tree_.link(index);
      fringes_[order]->insert(child.costs[order], index);
    }
    if (keepsPlaces_)
      places_[keyOf(child.name)] = {index, child.costs[0]};
    ++open_[std::min(child.preemptions, ExecutionTree::kMostLevel)];
  }
  const uint32_t level = tree_[node].level;
  --open_[level];
  ++done_[level];
  if (keepsPlaces_)
    places_.erase(keyOf(tree_.nameOf(node)));
  release(node);
  --running_;
  changed_.notify_all();
}

void SharedTree::makeCheaper(const Child &child) {
  std::lock_guard lock(mutex_);
  auto at = places_.find(keyOf(child.name));
  if (at == places_.end() || tree_[at->second.first].isBegun ||
      at->second.second <= child.costs[0])
    return;
  at->second.second = child.costs[0];
  tree_.link(at->second.first);
  fringes_[0]->insert(child.costs[0], at->second.first);
}

SharedTree::Sizes SharedTree::sizes() {
  std::lock_guard lock(mutex_);
  return {tree_.created(), tree_.alive(), tree_.mostAlive()};
}

Coverage SharedTree::coverage() {
  std::lock_guard lock(mutex_);
  auto first = std::find_if(open_.begin(), open_.end(),
                            [](uint64_t count) { return count != 0; });
  Coverage covered;
  const auto level = uint32_t(first - open_.begin());
  if (level == 0 || first == open_.end()) // all: the result itself says so
    return covered;
  covered.preemptions = level - 1;
  covered.executed = done_[level];
  covered.known = done_[level] + open_[level];
  return covered;
}

} // namespace rbcheck
