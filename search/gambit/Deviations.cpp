//===- search/gambit/Deviations.cpp - What an execution leads to ----------===//
//
// The part of Gambit that looks back on an execution: which others come of it,
// and what they cost.
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Gambit.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void Gambit::finish(SearchContext &ctx) {
  const uint64_t name =
      chain_.empty() ? ExecutionTree::kRootName : chain_.back().name;
  children_.clear();
  costs_.look(execution_);
  if (!options_.isReduction())
    findAll(ctx);
  else if (options_.rule(needs_) == Wishes::Source)
    findReversals(ctx);
  else
    findWished(ctx);
  // Until here it was owed: what comes of it was not known.
  ctx.resume(name);
  tree_->finish(chain_.empty() ? ExecutionTree::kRoot : chain_.back().node,
                children_);
  if (options_.reprioritises)
    reprioritise();
  const SharedTree::Sizes sizes = tree_->sizes();
  ctx.noteTree(sizes.nodes, sizes.most);
  if (options_.isBounded && !options_.reduces)
    ctx.noteCoverage(tree_->coverage());
  cache_.keep({name, execution_.steps, execution_.last});
  isRunning_ = false;
}

/// The execution whose own steps this is one of.
Gambit::Owner Gambit::ownerOf(uint32_t step) const {
  Owner owner;
  for (const ChainLink &link : chain_) {
    if (link.step >= step)
      break;
    owner = {link.node, link.name};
  }
  return owner;
}

SharedTree::Child Gambit::childOf(uint32_t step, Choice choice, Wanted how) {
  const PathState &state = *execution_.steps[step].before;
  Deviation point;
  point.step = step;
  point.choice = choice;
  const Owner owner = ownerOf(step);
  point.name = ExecutionTree::nameOf(owner.name, step, choice);
  point.isPreemption = state.isPreemption(choice.thread);
  point.preemptions = state.preemptions + point.isPreemption;
  point.wanted = how;
  point.isAsleep = point.isPreemption && state.isAsleep(choice);
  SharedTree::Child child{owner.node,        step, choice, point.name,
                          point.preemptions, {}};
  for (size_t order = 0; order < costs_.count(); ++order)
    child.costs.push_back(costs_.of(order, execution_, point));
  return child;
}

void Gambit::propose(SearchContext &ctx, uint32_t step, Choice choice,
                     Wanted how) {
  children_.push_back(childOf(step, choice, how));
  ctx.defer(execution_.steps[step].before->node, choice, children_.back().name,
            /*wasCovered=*/options_.isReduction());
}

/// All choices that were not taken, of the steps that are new. The last one is
/// executed first among equals: the deepest step, the first of its choices.
void Gambit::findAll(SearchContext &ctx) {
  for (auto step = firstNewStep(); step < execution_.steps.size(); ++step) {
    const PathStep &made = execution_.steps[step];
    for (Choice choice : llvm::reverse(made.before->choices))
      if (choice != made.taken)
        propose(ctx, step, choice,
                needs_.races ? wishes_.at(step, choice.thread) : Wanted::Not);
  }
}

/// What was tried in the state before a step; what was taken first, at least.
Events &Gambit::triedAt(uint32_t step) {
  Events &tried = tree_->tried(ownerOf(step).node, step);
  if (tried.empty())
    tried.push_back(execution_.steps[step].event());
  return tried;
}

/// What Wishes asks for, also above the steps that are new, unless it was
/// tried.
void Gambit::findWished(SearchContext &ctx) {
  std::unique_lock lock(tree_->mutex());
  auto tryAt = [&](uint32_t step, Choice choice, Wanted how) {
    Events &tried = triedAt(step);
    if (areTaking(tried, choice))
      return;
    tried.push_back({choice.thread, choice.value, 0});
    propose(ctx, step, choice, how);
  };
  for (const Wish &wish : wishes_.all()) {
    const PathState &state = *execution_.steps[wish.step].before;
    const bool isAll =
        wish.thread == Wish::kAll || !state.isEnabled(uint16_t(wish.thread));
    for (Choice choice : llvm::reverse(state.choices))
      if (isAll || choice.thread == wish.thread)
        tryAt(wish.step, choice, isAll ? Wanted::Conservatively : wish.how);
  }
  // Of a step that was made all alternatives are.
  for (auto step = firstOwnStep(); step < execution_.steps.size(); ++step) {
    const PathStep &made = execution_.steps[step];
    for (Choice choice : llvm::reverse(made.before->choices))
      if (choice.thread == made.taken.thread && choice != made.taken)
        tryAt(step, choice, Wanted::Precisely);
  }
}

/// What the races ask for (sleep=yes).
void Gambit::findReversals(SearchContext &ctx) {
  for (auto step = firstOwnStep(); step < execution_.steps.size(); ++step) {
    const PathStep &made = execution_.steps[step];
    for (Choice choice : made.before->choices) {
      if (choice.thread != made.taken.thread || choice == made.taken)
        continue;
      const Event event =
          wishes_.tryStep(ctx.machine(), made.before->node.state, choice);
      want(ctx, {step, event}, {event});
    }
  }
  // Only what lies before the later step: where that is on other executions,
  // too, the race is not looked at again.
  for (const RaceSeen &race : wishes_.races()) {
    if (!race.isOpen) {
      want(ctx, race, wishes_.path().reversed(race, race.until));
      continue;
    }
    const PathStep &made = execution_.steps[race.index];
    const PathState &before = *made.before;
    for (Choice choice : before.choices) {
      if (choice == made.taken)
        continue;
      const Event event =
          wishes_.tryStep(ctx.machine(), before.node.state, choice);
      want(ctx, {race.index, event}, {event});
    }
  }
}

/// Wants something that begins the sequence before the step of the race.
void Gambit::want(SearchContext &ctx, const Race &race,
                  const Events &sequence) {
  const uint32_t step = race.index;
  const PathStep &made = execution_.steps[step];
  const Operations &operations = *execution_.operations;
  Events &tried = triedAt(step);
  auto begins = [&](const Event &each) {
    return isInitial(operations, each, sequence);
  };
  if (llvm::any_of(made.before->sleep, begins) || llvm::any_of(tried, begins))
    return;
  // The thread of the race itself, if it can; it may not be there yet.
  const Event *first = &sequence.front();
  for (const Event &each : sequence)
    if (each.thread == race.later.thread) {
      if (made.before->isEnabled(each.thread) && begins(each))
        first = &each;
      break;
    }
  for (Choice choice : made.before->choices) {
    if (choice.thread != first->thread ||
        (first->value != kAnyValue && first->value != choice.value) ||
        made.before->isAsleep(choice))
      continue;
    // What a step does where it comes earlier can differ from what was
    // expected.
    if (areTaking(tried, choice))
      return;
    tried.push_back(
        wishes_.tryStep(ctx.machine(), made.before->node.state, choice));
    propose(ctx, step, choice,
            choice.thread == race.later.thread ? Wanted::Precisely
                                               : Wanted::Conservatively);
    return;
  }
}

/// Deviations of earlier executions that this one shows to be wanted.
void Gambit::reprioritise() {
  for (const Wish &wish : wishes_.all()) {
    if (wish.step >= firstNewStep())
      continue;
    const PathStep &made = execution_.steps[wish.step];
    for (Choice choice : made.before->choices)
      if (choice != made.taken)
        if (Wanted how = wishes_.at(wish.step, choice.thread);
            how != Wanted::Not)
          tree_->makeCheaper(childOf(wish.step, choice, how));
  }
}

} // namespace rbcheck
