//===- search/strategies/Walks.cpp - What walks have in common ------------===//
#include "search/strategies/Walks.h"

#include <algorithm>

namespace rbcheck {

std::vector<SearchParam> Walks::params(std::vector<SearchParam> others) {
  others.push_back({"walks", SearchParam::Number, "1000", "how many", 1, 1e15});
  others.push_back(
      {"depth", SearchParam::Number, "10000", "longest walk", 1, 4e9});
  others.push_back({"grow", SearchParam::Number, "0",
                    "walks cut after which depth doubles; 0 = never", 0, 1e15});
  others.push_back({"turn", SearchParam::Number, "1",
                    "in a team: least walks of a turn", 1, 1e15});
  return others;
}

size_t Walks::anyOf(const Choices &choices, uint16_t thread) {
  size_t first = 0;
  while (choices[first].thread != thread)
    ++first;
  // A search may get choices in any order: count, do not rely on it.
  uint32_t count = 0;
  for (Choice choice : choices)
    count += choice.thread == thread;
  uint32_t left = count > 1 ? rng_.below(count) : 0;
  for (size_t i = first;; ++i)
    if (choices[i].thread == thread && left-- == 0)
      return i;
}

bool Walks::walkOnce(SearchContext &ctx) {
  begin();
  yields_.begin();
  SearchNode node = root_;
  Choices choices = first_;
  uint64_t steps = 0;
  bool isCut = false;
  for (;;) {
    Choice choice = choices[pick(node, choices)];
    Step step = ctx.walk(node, choice);
    ++steps;
    if (step.after == After::Stop)
      return false;
    if (step.after == After::Prune)
      break;
    arrived(node, choice, step.node);
    yields_.arrived(node, choice, step);
    isCut = step.node.depth >= depth_;
    if (isCut)
      break;
    node = std::move(step.node);
    choices.clear();
    ctx.expand(node, choices);
    if (choices.empty() || !yields_.apply(node.state, choices, rng_))
      break;
  }
  threads_ = std::max<uint64_t>(threads_, node.state.threadCount());
  end(steps);
  adapt(isCut);
  return true;
}

/// Where more walks are cut than end, errors may lie behind the longest walk.
void Walks::adapt(bool isCut) {
  if (!growth_)
    return;
  (isCut ? cut_ : ended_) += 1;
  if (cut_ < growth_ || cut_ <= ended_)
    return;
  depth_ = std::min(2 * depth_, kMostDepth);
  cut_ = ended_ = 0;
}

void Walks::run(SearchContext &ctx) {
  if (!isBegun_) {
    rng_ = Rng(ctx.seed(), stream_);
    root_ = ctx.root();
    first_ = ctx.expand(root_);
  }
  isBegun_ = true;
  const uint64_t doneBefore = done_;
  const uint64_t stepsBefore = ctx.stats().transitions;
  auto hadItsTurn = [&] {
    return done_ - doneBefore >= turn_ ||
           ctx.stats().transitions - stepsBefore >=
               kStepsOfPair * threads_ * threads_;
  };
  while (done_ < walks_ && !first_.empty()) {
    if (hadItsTurn() && ctx.shouldPause())
      return;
    bool goesOn = walkOnce(ctx);
    root_ = SearchContext::again(std::move(root_));
    ++done_;
    ctx.explainPruning(explanation());
    if (!goesOn)
      return;
  }
}

} // namespace rbcheck
