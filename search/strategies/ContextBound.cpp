//===- search/strategies/ContextBound.cpp - Few preemptions first ---------===//
//
// Plain: depth-first through all schedules with at most `bound` preemptions.
//
// Iterative (Musuvathi, Qadeer, PLDI 2007): all schedules without a preemption,
// then all with one, and so on up to `bound`; a step that preempts waits in a
// queue until the bound is raised. So an error is found with the fewest
// preemptions it needs. States are told apart by the last thread, too; because
// the bound only grows, the first visit has the fewest preemptions, and these
// need not be part of the key. If a bound drops nothing, or nothing is left to
// wait, the search was complete.
// Tested by test/search/bound.c and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/DepthFirst.h"
#include "search/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

namespace rbcheck {
namespace {

class ContextBound final : public Search {
public:
  explicit ContextBound(const SearchArgs &args)
      : bound_(uint32_t(args.number("bound"))),
        isIterative_(args.text("iterative") == "yes") {}

private:
  struct Waiting {
    SearchNode node;
    Choice choice;
  };
  struct Entry {
    SearchNode node;
    size_t next, end;
  };

  void run(SearchContext &ctx) override {
    bool isBegun = std::exchange(isBegun_, true);
    if (!isIterative_) {
      if (!isBegun) {
        ctx.boundPreemptions(bound_);
        plain_.push(ctx, ctx.root());
      }
      plain_.run(ctx);
      return;
    }
    if (!isBegun) {
      ctx.distinguishLastThread();
      push(ctx, ctx.root());
    }
    iterate(ctx);
  }

  void iterate(SearchContext &ctx) {
    for (;;) {
      if (!explore(ctx))
        return;
      if (now_.empty()) {
        if (next_.empty() || preemptions_ == bound_)
          break;
        ctx.noteCoverage({preemptions_});
        ++preemptions_;
        std::swap(now_, next_);
      }
      Waiting waiting = std::move(now_.front());
      now_.pop_front();
      Step step = ctx.take(waiting.node, waiting.choice);
      if (step.after == After::Stop)
        return;
      if (step.after == After::Explore)
        push(ctx, std::move(step.node));
    }
    ctx.explainPruning("preemption bound " + std::to_string(bound_));
  }

  /// Depth-first without further preemptions; false if it has to return.
  bool explore(SearchContext &ctx) {
    while (!stack_.empty()) {
      if (ctx.shouldPause())
        return false;
      Entry &top = stack_.back();
      if (top.next == top.end) {
        stack_.pop_back();
        choices_.truncate(stack_.empty() ? 0 : stack_.back().end);
        continue;
      }
      Step step = ctx.take(top.node, choices_[top.next++]);
      if (step.after == After::Stop)
        return false;
      if (step.after == After::Explore)
        push(ctx, std::move(step.node));
    }
    return !ctx.shouldPause();
  }

  /// Expands a node; what preempts the last thread has to wait.
  void push(SearchContext &ctx, SearchNode &&node) {
    size_t from = choices_.size();
    ctx.expand(node, choices_);
    auto mine = llvm::MutableArrayRef<Choice>(choices_).drop_front(from);
    auto isOther = [&](Choice choice) {
      return choice.thread != node.lastThread;
    };
    if (!llvm::all_of(mine, isOther)) {
      sortChoices(mine, isOther);
      size_t same = size_t(llvm::find_if(mine, isOther) - mine.begin());
      for (Choice choice : mine.drop_front(same))
        next_.push_back({node, choice});
      choices_.truncate(from + same);
    }
    if (choices_.size() > from)
      stack_.push_back({std::move(node), from, choices_.size()});
  }

  uint32_t bound_;
  bool isIterative_;
  bool isBegun_ = false;
  DepthFirst plain_;

  uint32_t preemptions_ = 0;
  llvm::SmallVector<Choice, 256> choices_;
  std::vector<Entry> stack_;
  std::deque<Waiting> now_, next_; ///< under this bound, under the next
};

const RegisterSearch<ContextBound> kContextBound(
    "context-bound", "few preemptions: all schedules with at most `bound`",
    {{"bound", SearchParam::Number, "2", "most preemptions", 0, 2000},
     {"iterative", SearchParam::Word, "no", "0 preemptions, then 1, then 2", 0,
      0, "no|yes"}},
    false);

} // namespace
} // namespace rbcheck
