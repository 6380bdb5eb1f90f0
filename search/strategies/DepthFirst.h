//===- search/strategies/DepthFirst.h - The depth-first loop --------------===//
//
// The stack is explicit and holds only nodes that still have a choice to take:
// a node leaves it with its last choice, before what that leads to comes onto
// it. What a trace needs is kept by the path of the newest node, so one thread
// making a million steps needs a stack of one entry and 16 bytes a step.
//
// The choices of all nodes on the stack lie behind each other in one list.
// Tested by test/search/counts.c, test/search/long.c, test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Work.h"

#include <vector>

namespace rbcheck {

class DepthFirst {
public:
  /// Puts a node on top, to be explored next.
  void push(SearchContext &ctx, SearchNode &&node) {
    size_t from = choices_.size();
    ctx.expand(node, choices_);
    if (choices_.size() > from)
      stack_.emplace_back(std::move(node), from, choices_.size());
  }

  /// The same for an expanded node of which `rest` is still to be taken.
  void push(SearchNode &&node, llvm::ArrayRef<Choice> rest) {
    size_t from = choices_.size();
    choices_.append(rest.begin(), rest.end());
    if (choices_.size() > from)
      stack_.emplace_back(std::move(node), from, choices_.size());
  }

  bool isEmpty() const { return stack_.size() == given_; }
  /// True if there is something to give away besides what comes next.
  bool canGive() const { return stack_.size() > given_ + 1; }
  const SearchNode &oldest() const { return stack_[given_].node; }
  /// The oldest node: usually the most work.
  Work giveOldest() {
    Entry &entry = stack_[given_++];
    llvm::ArrayRef<Choice> rest(choices_.begin() + entry.next,
                                choices_.begin() + entry.end);
    Work work = Work::of(entry.node, rest);
    entry.node = SearchNode();
    return work;
  }

  /// Copies of all that is left.
  void copyAll(std::vector<Work> &out) const {
    for (const SearchNode &node : unexplored_)
      out.push_back(Work::of(node, {}));
    for (size_t i = given_; i < stack_.size(); ++i)
      out.push_back(Work::of(
          stack_[i].node,
          llvm::ArrayRef<Choice>(choices_.begin() + stack_[i].next,
                                 choices_.begin() + stack_[i].end)));
  }

  /// All that is left, for another day.
  void giveAll(std::vector<Work> &out) {
    for (const SearchNode &node : unexplored_)
      out.push_back(Work::of(node, {}));
    unexplored_.clear();
    while (!isEmpty())
      out.push_back(giveOldest());
    forget();
  }

  /// Explores all that was pushed and what it leads to. Returns when that is
  /// done, on After::Stop, or to pause.
  void run(SearchContext &ctx) {
    while (!isEmpty() && !ctx.shouldPause()) {
      Entry &top = stack_.back();
      const Choice choice = choices_[top.next++];
      const bool isLast = top.next == top.end;
      Step step = ctx.take(top.node, choice);
      if (isLast)
        pop();
      if (step.after != After::Prune && !follow(ctx, std::move(step)))
        return;
    }
  }

  /// Goes on where a step has led, some time. False on After::Stop.
  bool follow(SearchContext &ctx, Step &&step) {
    if (step.after == After::Explore)
      push(ctx, std::move(step.node));
    if (step.after != After::Stop)
      return true;
    if (ctx.isOpen(step))
      unexplored_.push_back(std::move(step.node));
    return false;
  }

private:
  /// All choices of the newest entry were taken.
  void pop() {
    stack_.pop_back();
    if (isEmpty())
      forget();
    choices_.truncate(stack_.empty() ? 0 : stack_.back().end);
  }

  /// All entries that are left were given away.
  void forget() {
    stack_.clear();
    given_ = 0;
  }

  struct Entry {
    SearchNode node;
    size_t next; ///< its choices still to be taken: `next` .. end of list
    size_t end;
  };
  llvm::SmallVector<Choice, 256> choices_;
  std::vector<Entry> stack_;
  size_t given_ = 0; ///< entries at the bottom that others explore
  /// New states that a limit kept from being expanded: one, if any.
  std::vector<SearchNode> unexplored_;
};

} // namespace rbcheck
