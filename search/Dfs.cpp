//===- search/Dfs.cpp - Depth-first, exhaustive ---------------------------===//
//
// The stack is explicit and holds only nodes that still have a choice to take:
// a node leaves it just before its last choice is taken. What a trace needs is
// kept by the path of the newest node, so one thread making a million steps
// needs a stack of one entry and 16 bytes a step.
//
// The choices of all nodes on the stack lie behind each other in one list.
// Tested by test/search/counts.c, test/search/long.c, test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"

namespace rbcheck {
namespace {

class Dfs final : public Search {
  struct Entry {
    SearchNode node;
    size_t next; ///< its choices still to be taken: `next` .. end of list
    size_t end;
  };

  void run(SearchContext &ctx) override {
    llvm::SmallVector<Choice, 256> choices;
    std::vector<Entry> stack;
    auto push = [&](SearchNode &&node) {
      size_t from = choices.size();
      ctx.expand(node, choices);
      if (choices.size() > from)
        stack.push_back({std::move(node), from, choices.size()});
    };

    push(ctx.root());
    while (!stack.empty()) {
      Entry &top = stack.back();
      Choice choice = choices[top.next++];
      Step step;
      if (top.next < top.end) {
        step = ctx.take(top.node, choice);
      } else {
        SearchNode node = std::move(top.node);
        stack.pop_back();
        choices.truncate(stack.empty() ? 0 : stack.back().end);
        step = ctx.take(node, choice);
      }
      if (step.after == After::Stop)
        return;
      if (step.after == After::Explore)
        push(std::move(step.node));
    }
  }
};

const RegisterSearch<Dfs> kDfs("dfs", "depth-first; needs the least memory");

} // namespace
} // namespace rbcheck
