//===- search/gambit/SharedTree.h - One tree of executions, many workers --===//
//
// The tree and what waits in it, behind a lock that is taken a few times an
// execution. Executions are picked by each order in turn (Cost.h).
//
// In which states which choices were tried already is kept for reductions: a
// state belongs to the execution that came to it first, the *owner*, and is
// told by the owner and the number of steps before it.
//
// Of all that is not executed, each is a descendant of something that waits or
// runs, and has no fewer preemptions: so the fewest of these say how far all
// schedules were seen (coverage()).
//
// Tested by test/unit/GambitTest.cpp and test/gambit/workers.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Fringe.h"
#include "search/reduce/WakeUpTree.h"
#include "search/result/Completeness.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <condition_variable>
#include <mutex>

namespace rbcheck {

/// One deviation on the way from the root to an execution.
struct ChainLink {
  TreeIndex node = ExecutionTree::kRoot;
  uint32_t step = 0;
  Choice choice;
  uint64_t name = 0;  ///< of the node
  uint64_t owner = 0; ///< name of the node it differs from
};
/// All of them, the root's child first; empty for the root.
using Chain = std::vector<ChainLink>;

class SharedTree {
public:
  /// `orders` take turns; more nodes than `inMemory` wait in a file.
  SharedTree(size_t orders, uint64_t inMemory);

  /// True for one caller alone: it executes the root.
  bool takeRoot();
  /// The next execution. Waits while others run; none if nothing is left.
  std::optional<Chain> take();
  /// Nobody gets anything any more.
  void close();

  struct Child {
    TreeIndex owner = ExecutionTree::kRoot;
    uint32_t step = 0;
    Choice choice;
    uint64_t name = 0;
    uint32_t preemptions = 0;
    llvm::SmallVector<uint64_t, 2> costs; ///< by order
  };
  /// The execution was made, and these are to be.
  void finish(TreeIndex node, llvm::ArrayRef<Child> children);
  /// Nodes that wait become cheaper, those that a cost is known for now.
  void makeCheaper(const Child &child);

  /// What was tried in the state of the owner before that step, in its order.
  Events &tried(TreeIndex owner, uint32_t step) { return tried_[owner][step]; }
  std::mutex &mutex() { return mutex_; }

  Coverage coverage();
  /// Before finish(): deviations are found by their place, for makeCheaper().
  void keepPlaces() { keepsPlaces_ = true; }

  struct Sizes {
    uint64_t nodes, alive, most; ///< in memory; ever, now, most
  };
  Sizes sizes();

private:
  std::optional<TreeIndex> takeWaiting();
  Chain chainOf(TreeIndex node) const;
  void release(TreeIndex node);

  std::mutex mutex_;
  std::condition_variable changed_;
  ExecutionTree tree_;
  std::vector<std::unique_ptr<Fringe>> fringes_; ///< by order
  size_t turn_ = 0;
  uint32_t running_ = 0;
  bool isRootTaken_ = false, isClosed_ = false, keepsPlaces_ = false;
  llvm::DenseMap<TreeIndex, llvm::DenseMap<uint32_t, Events>> tried_;
  /// By name of the node: where it is now, and its lowest cost.
  llvm::DenseMap<uint64_t, std::pair<TreeIndex, uint64_t>> places_;
  std::array<uint64_t, ExecutionTree::kMostLevel + 1> open_{}, done_{};
};

} // namespace rbcheck
