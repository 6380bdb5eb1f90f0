//===- search/gambit/Gambit.cpp - Best first, over executions -------------===//
#include "search/gambit/Gambit.h"

#include "search/Check.h"
#include "search/Rng.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// A random first schedule leaves a thread that could go on once in so many
/// steps.
constexpr uint64_t kStay = 8;

} // namespace

Wishes::Rule GambitOptions::rule(CostNeeds needs) const {
  if (isBounded)
    return reduces       ? Wishes::Bounded
           : needs.races ? Wishes::Latest
                         : Wishes::Nothing;
  return sleeps ? Wishes::Source : Wishes::Latest;
}

Gambit::Gambit(const GambitOptions &options, std::shared_ptr<SharedTree> tree,
               CostOrders costs)
    : options_(options), tree_(std::move(tree)), costs_(std::move(costs)),
      needs_(costs_.needs()), wishes_(options.rule(needs_)) {
  needs_.operations |= options_.isReduction();
}

void Gambit::run(SearchContext &ctx) {
  if (!isBegun_)
    begin(ctx);
  while (!ctx.isStopped() && !ctx.shouldPause()) {
    if (isRunning_)
      advance(ctx);
    else if (!next(ctx))
      return;
  }
  if (ctx.isStopped())
    tree_->close();
}

void Gambit::begin(SearchContext &ctx) {
  isBegun_ = true;
  seed_ = ctx.seed();
  if (options_.isBounded)
    ctx.boundPreemptions(options_.bound);
  if (options_.isStateless())
    ctx.rememberNothing();
  costs_.begin({seed_, ctx.preference()});
  if (needs_.operations)
    execution_.operations = &wishes_.path().operations();
  const bool isFirst = tree_->takeRoot();
  SearchNode node = isFirst ? ctx.root() : ctx.rootAgain();
  if (!node.state) {
    tree_->close();
    return;
  }
  root_ = open(ctx, std::move(node), false);
  if (!isFirst)
    return;
  isRunning_ = true;
  execution_.last = root_;
  ctx.defer(root_->node, {}, ExecutionTree::kRootName, /*wasCovered=*/true);
  isOnPath(*root_);
  if (needs_.operations)
    wishes_.begin(ctx.machine(), {}, *root_);
}

bool Gambit::next(SearchContext &ctx) {
  std::optional<Chain> chain = tree_->take();
  if (!chain)
    return false;
  chain_ = std::move(*chain);
  goBack(ctx);
  deviation_ = chain_.back().choice;
  isRunning_ = true;
  if (needs_.operations)
    wishes_.begin(ctx.machine(), execution_.steps, *execution_.last);
  return true;
}

/// To the state in which the execution differs from its parent: by what is left
/// of the executions above it, the nearest one, and from there by executing.
void Gambit::goBack(SearchContext &ctx) {
  execution_.steps.clear();
  execution_.last = root_;
  onPath_.clear();
  size_t level = chain_.size(); // links below it are to be followed
  while (level > 0) {
    const ChainLink &link = chain_[--level];
    if (const PathCache::Entry *kept = cache_.find(link.owner)) {
      const size_t most = std::min<size_t>(link.step, kept->steps.size());
      execution_.steps.assign(kept->steps.begin(), kept->steps.begin() + most);
      execution_.last =
          most < kept->steps.size() ? kept->steps[most].before : kept->last;
      break;
    }
  }
  bool hasReplayed = false;
  for (size_t at = level; at < chain_.size(); ++at) {
    const bool isTarget = at + 1 == chain_.size();
    const ChainLink &link = chain_[at];
    while (execution_.steps.size() < link.step || !isTarget) {
      const bool isDeviation = execution_.steps.size() == link.step;
      PathStateRef state = execution_.last;
      std::optional<Choice> choice =
          isDeviation ? link.choice : defaultChoice(*state);
      RB_CHECK(choice, "an execution does not go on as it did");
      executed_ = effectsBefore(ctx, *state, *choice);
      ctx.collectEffects(needs_.operations ? &executed_ : nullptr);
      SearchNode node = ctx.stepAgain(state->node, *choice);
      hasReplayed = true;
      ctx.collectEffects(nullptr);
      PathStep step = stepOf(state, *choice, false, node.state.threadCount());
      PathStateRef behind = open(ctx, std::move(node), false);
      behind->sleep = sleepBehind(
          step, isDeviation ? siblingsBefore(ctx, *state,
                                             execution_.steps.size(), *choice)
                            : Events());
      execution_.steps.push_back(std::move(step));
      execution_.last = std::move(behind);
      if (isDeviation)
        break;
    }
  }
  if (hasReplayed)
    cache_.keep({chain_.back().owner, execution_.steps, execution_.last});
  for (const PathStep &step : execution_.steps)
    isOnPath(*step.before);
  isOnPath(*execution_.last);
}

/// What is pending in the state; with what the step does besides, its effects.
Effects Gambit::effectsBefore(SearchContext &ctx, const PathState &state,
                              Choice choice) {
  if (!needs_.operations)
    return {};
  load(ctx.machine(), state.node.state);
  return ctx.machine().effects(choice.thread);
}

/// From executed_.
PathStep Gambit::stepOf(const PathStateRef &state, Choice choice, bool isOver,
                        uint32_t threads) {
  PathStep step{state, choice, 0, threads};
  if (needs_.operations) {
    addSection(executed_, state->node.state.thread(choice.thread));
    step.operation = wishes_.operationOf(choice.thread, executed_, isOver);
  }
  return step;
}

PathStateRef Gambit::open(SearchContext &ctx, SearchNode &&node, bool isEnd) {
  PathStateRef state(new PathState);
  if (!isEnd) {
    ctx.expand(node, state->choices);
    llvm::append_range(state->enabled, ctx.unbounded());
  }
  if (execution_.last) {
    const PathState &before = *execution_.last;
    state->preemptions =
        before.preemptions + before.isPreemption(node.lastThread);
  }
  state->node = std::move(node);
  return state;
}

/// The thread that moved last, or the first that can go on; the first
/// alternative. None if all sleep.
std::optional<Choice> Gambit::defaultChoice(const PathState &state) const {
  const uint16_t last = state.node.lastThread;
  llvm::SmallVector<Choice, 8> awake;
  for (Choice choice : state.choices)
    if (!options_.isReduction() || !state.isAsleep(choice))
      awake.push_back(choice);
  if (awake.empty())
    return std::nullopt;
  llvm::sort(awake, [](Choice a, Choice b) {
    return std::pair(a.thread, a.value) < std::pair(b.thread, b.value);
  });
  auto firstOf = [&](uint16_t thread) {
    return llvm::find_if(
        awake, [&](Choice choice) { return choice.thread == thread; });
  };
  auto stay = firstOf(last);
  if (!options_.isRandomFirst)
    return stay != awake.end() ? *stay : awake.front();
  const uint64_t dice =
      mixBits(seed_ * 0x9e3779b97f4a7c15ull + state.node.depth);
  if (stay != awake.end() && dice % kStay)
    return *stay;
  return *firstOf(awake[dice / kStay % awake.size()].thread);
}

void Gambit::advance(SearchContext &ctx) {
  const PathStateRef state = execution_.last;
  const bool isDeviation = deviation_.has_value();
  std::optional<Choice> choice = isDeviation
                                     ? std::exchange(deviation_, std::nullopt)
                                     : defaultChoice(*state);
  if (!choice) {
    if (!state->choices.empty()) // all sleep
      ctx.noteBlocked();
    ctx.cover(state->node, state->choices);
    wishes_.ended(ctx.machine(), state->node.state, PathRaces::kNone);
    finish(ctx);
    return;
  }
  SearchNode node =
      isDeviation ? SearchContext::again(state->node) : state->node;
  executed_ = effectsBefore(ctx, *state, *choice);
  ctx.collectEffects(needs_.operations ? &executed_ : nullptr);
  Step step = ctx.take(node, *choice);
  ctx.collectEffects(nullptr);
  if (step.after == After::Stop)
    return;
  if (options_.isReduction() && !isDeviation)
    ctx.cover(state->node,
              llvm::make_filter_range(state->choices, [&](Choice other) {
                return other != *choice;
              }));
  const bool hasState =
      step.node.state && (step.after == After::Explore || step.isEnd);
  const bool isOver = step.isEnd && !hasState;
  PathStep made = stepOf(state, *choice, isOver,
                         hasState ? step.node.state.threadCount()
                                  : state->node.state.threadCount());
  if (needs_.operations)
    wishes_.stepped(ctx.machine(), made, isOver);
  Events sleep;
  if (hasState)
    sleep = sleepBehind(
        made, isDeviation ? siblingsBefore(ctx, *state, execution_.steps.size(),
                                           *choice)
                          : Events());
  PathStateRef behind;
  if (hasState) {
    behind = open(ctx, std::move(step.node), step.isEnd);
    behind->sleep = std::move(sleep);
  }
  execution_.steps.push_back(std::move(made));
  execution_.last = behind;
  if (!behind) {
    wishes_.ended(ctx.machine(), state->node.state,
                  isOver ? choice->thread : PathRaces::kNone);
    finish(ctx);
    return;
  }
  wishes_.arrived(ctx.machine(), behind->node.state, choice->thread);
  const bool isKnown = isOnPath(*behind);
  if (!isKnown && !behind->choices.empty())
    return;
  if (isKnown) {
    // Under a bound it is the same as where the path was here first.
    if (options_.isReduction()) {
      load(ctx.machine(), behind->node.state);
      ctx.noteEndless(behind->node);
    }
    ctx.cover(behind->node, behind->choices);
  }
  wishes_.ended(ctx.machine(), behind->node.state, PathRaces::kNone);
  finish(ctx);
}

//===----------------------------------------------------------------------===//
// States on the path, and what sleeps in them

/// What decides how the execution can go on from there.
uint64_t Gambit::keyOf(const PathState &state) const {
  uint64_t key = uint64_t(state.node.state.fingerprint());
  if (!options_.isReduction())
    key ^= mixBits(uint64_t(state.preemptions) << 16 | state.node.lastThread);
  return key >> 1; // DenseSet keeps two keys for itself
}

/// Also adds it. False where states are remembered.
bool Gambit::isOnPath(const PathState &state) {
  return options_.isStateless() && !onPath_.insert(keyOf(state)).second;
}

Events Gambit::sleepBehind(const PathStep &step,
                           llvm::ArrayRef<Event> siblings) const {
  Events sleep;
  const bool isUsed = options_.isBounded ? needs_.sleep : options_.sleeps;
  if (!isUsed)
    return sleep;
  auto add = [&](const Event &each) {
    if (each.thread != step.taken.thread &&
        !execution_.operations->isDependent(each.operation, step.operation))
      sleep.push_back(each);
  };
  llvm::for_each(step.before->sleep, add);
  llvm::for_each(siblings, add);
  return sleep;
}

/// What was found in the state before the deviation was: that is executed in
/// any case.
Events Gambit::siblingsBefore(SearchContext &ctx, const PathState &state,
                              size_t step, Choice choice) {
  Events siblings;
  if (!options_.isBounded && options_.sleeps) {
    for (const Event &each :
         tree_->tried(ownerOf(uint32_t(step)).node, uint32_t(step))) {
      if (each.thread == choice.thread && each.value == choice.value)
        return siblings;
      siblings.push_back(each);
    }
    RB_CHECK(false, "a deviation that nobody found");
  }
  if (!options_.isBounded || !needs_.sleep)
    return siblings;
  auto add = [&](Choice one) {
    siblings.push_back(
        {one.thread, one.value,
         wishes_.pendingOf(ctx.machine(), state.node.state, one.thread)});
  };
  const std::optional<Choice> first = defaultChoice(state);
  add(*first);
  for (Choice each : llvm::reverse(state.choices)) { // as in findAll()
    if (each == choice)
      break;
    if (each != *first)
      add(each);
  }
  return siblings;
}

} // namespace rbcheck
