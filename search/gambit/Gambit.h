//===- search/gambit/Gambit.h - Best first, over executions ---------------===//
//
// Executes the program again and again; each execution differs from an earlier
// one in one step more (ExecutionTree.h). When one has ended, its deviations
// become executions that wait, each with a cost (Cost.h), and the cheapest is
// next. The costs decide about the order alone: nothing is executed twice, and
// in the end all is executed that the mode promises (Coons, Burckhardt and
// Musuvathi, "GAMBIT: effective unit testing for concurrency libraries", PPoPP
// 2010).
//
//   mode=bounded  all deviations with at most `bound` preemptions. States are
//                 remembered (match=yes): an execution ends where one was
//                 before that the same thread led to with no more preemptions.
//                 With reduce=yes only those that a reduction for bounds wants.
//   mode=dpor     deviations that partial-order reduction wants: no execution
//   of
//                 another order of what depends on each other is missed. With
//                 sleep=yes (source sets) hardly any class is executed twice.
//
// Which rules: Wishes.h. What differs from the paper, and why, is in
// docs/searches.md.
//
// Several workers can share a tree (another()), but not with sleep sets: what
// sleeps is told by numbers of operations, which each worker has its own of.
// Tested by test/gambit and test/generate.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Cost.h"
#include "search/gambit/PathCache.h"
#include "search/gambit/SharedTree.h"
#include "search/gambit/Wishes.h"

#include "llvm/ADT/DenseSet.h"

namespace rbcheck {

struct GambitOptions {
  bool isBounded = true;
  uint32_t bound = 2;
  bool matches = true;        ///< bounded: remembers states
  bool reduces = false;       ///< bounded
  bool sleeps = true;         ///< dpor
  bool isRandomFirst = false; ///< the default schedule is a random one
  bool reprioritises = false;
  uint64_t inMemory = ~0ull;
  std::string costs = "mdpor+pb";

  /// Takes what a reduction wants, not all.
  bool isReduction() const { return !isBounded || reduces; }
  bool isStateless() const { return isReduction() || !matches; }
  Wishes::Rule rule(CostNeeds needs) const;
};

class Gambit {
public:
  Gambit(const GambitOptions &options, std::shared_ptr<SharedTree> tree,
         CostOrders costs);

  /// Goes on until all is done, After::Stop, or to pause.
  void run(SearchContext &ctx);

private:
  void begin(SearchContext &ctx);
  bool next(SearchContext &ctx);
  void goBack(SearchContext &ctx);
  void advance(SearchContext &ctx);
  void finish(SearchContext &ctx);

  PathStateRef open(SearchContext &ctx, SearchNode &&node, bool isEnd);
  Effects effectsBefore(SearchContext &ctx, const PathState &state,
                        Choice choice);
  PathStep stepOf(const PathStateRef &state, Choice choice, bool isOver,
                  uint32_t threads);
  Events sleepBehind(const PathStep &step,
                     llvm::ArrayRef<Event> siblings) const;
  Events siblingsBefore(SearchContext &ctx, const PathState &state, size_t step,
                        Choice choice);
  std::optional<Choice> defaultChoice(const PathState &state) const;
  bool isOnPath(const PathState &state);
  uint64_t keyOf(const PathState &state) const;

  struct Owner {
    TreeIndex node = ExecutionTree::kRoot;
    uint64_t name = ExecutionTree::kRootName;
  };
  Owner ownerOf(uint32_t step) const;
  /// Of the steps that no execution before had; the first is its deviation.
  uint32_t firstOwnStep() const {
    return chain_.empty() ? 0 : chain_.back().step;
  }
  /// The first with deviations that nobody has found.
  uint32_t firstNewStep() const { return firstOwnStep() + !chain_.empty(); }
  void findAll(SearchContext &ctx);
  void findWished(SearchContext &ctx);
  void findReversals(SearchContext &ctx);
  void want(SearchContext &ctx, const Race &race, const Events &sequence);
  void propose(SearchContext &ctx, uint32_t step, Choice choice, Wanted how);
  void reprioritise();
  SharedTree::Child childOf(uint32_t step, Choice choice, Wanted how);
  Events &triedAt(uint32_t step);

  const GambitOptions options_;
  std::shared_ptr<SharedTree> tree_;
  CostOrders costs_;
  CostNeeds needs_;
  Wishes wishes_;
  PathCache cache_;
  bool isBegun_ = false;
  uint64_t seed_ = 1;

  // The execution that is being made.
  bool isRunning_ = false;
  Chain chain_;
  Execution execution_;
  PathStateRef root_;
  std::optional<Choice> deviation_; ///< to be taken next
  llvm::DenseSet<uint64_t> onPath_; ///< keys of its states, without remembering
  std::vector<SharedTree::Child> children_;
  Effects executed_;
};

} // namespace rbcheck
