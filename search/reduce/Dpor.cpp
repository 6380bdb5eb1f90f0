//===- search/reduce/Dpor.cpp - One execution of each order that matters --===//
#include "search/reduce/Dpor.h"

#include "interp/state/symbolic/Shadows.h"
#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

std::pair<uint64_t, uint64_t> keyOf(const State &state) {
  const Hash128 print = state.fingerprint();
  // DenseSet keeps two keys for itself, both with all bits of one half alike.
  return {uint64_t(print) >> 1, uint64_t(print >> 64)};
}

} // namespace

void Dpor::run(SearchContext &ctx) {
  if (!isBegun_) {
    isBegun_ = true;
    ctx.rememberNothing();
    Step root;
    root.node = ctx.root();
    if (!root.node.state)
      return;
    root.after = After::Explore;
    if (sets_ == Optimal && root.node.state.node()->shadows)
      sets_ = Source;
    open(ctx, std::move(root), {});
  }
  while (!stack_.empty() && !ctx.isStopped() && !ctx.shouldPause()) {
    if (stack_.back().tree.isEmpty())
      close(ctx);
    else
      take(ctx);
  }
}

/// Explores the first branch of the state on top.
void Dpor::take(SearchContext &ctx) {
  Frame &top = stack_.back();
  WakeUpTree::Branch branch = top.tree.takeFirst();
  const std::optional<Choice> found = choiceFor(top, branch.event);
  if (!found || isAsleep(top, *found)) {
    // What a step does where it comes earlier can differ from what was expected,
    // if it fails or ends lives only in one of the places. Then this is seen
    // elsewhere; but the state was come to for something.
    if (top.tree.isEmpty() && top.taken.empty())
      begin(ctx);
    return;
  }
  const Choice choice = *found;
  const uint32_t oldThreads = top.node.state.threadCount();
  ctx.machine().load(top.node.state);
  executed_ = ctx.machine().effects(choice.thread);
  ctx.collectEffects(&executed_);
  Step step = ctx.take(top.node, choice);
  ctx.collectEffects(nullptr);
  if (step.after == After::Stop)
    return;
  const bool isOver = step.isEnd && !step.node.state;
  addSection(executed_, top.node.state.thread(choice.thread));
  const OperationId operation =
      races_.operationOf(choice.thread, executed_, isOver);
  const uint32_t threads =
      isOver ? oldThreads : step.node.state.threadCount();
  top.step = {choice.thread, choice.value, operation};
  top.taken.push_back(choice);
  races_.find(ctx.machine(), top.step, top.races);
  wantAlternatives(ctx.machine(), top, choice);
  races_.push(top.node.state, top.step, threads);
  if (!isOver) {
    open(ctx, std::move(step), std::move(branch.rest));
    return;
  }
  reverseRaces(ctx, top.node.state, choice.thread);
  closeStep();
}

void Dpor::open(SearchContext &ctx, Step &&step,
                std::vector<WakeUpTree::Branch> &&rest) {
  Frame frame;
  frame.node = std::move(step.node);
  frame.tree.become(std::move(rest));
  if (!stack_.empty()) {
    const Event &moved = stack_.back().step;
    for (const Event &each : stack_.back().sleep)
      if (each.thread != moved.thread &&
          !races_.operations().isDependent(each.operation, moved.operation))
        frame.sleep.push_back(each);
  }
  const bool isNew = onPath_.insert(keyOf(frame.node.state)).second;
  stack_.push_back(std::move(frame));
  Frame &top = stack_.back();
  if (!step.isEnd)
    ctx.expand(top.node, top.choices);
  if (!isNew) { // the first one with this fingerprint takes it out
    ctx.machine().load(top.node.state);
    ctx.noteEndless(top.node);
    top.tree.become({});
  } else {
    begin(ctx);
    if (!top.tree.isEmpty())
      return;
  }
  const State last = top.node.state;
  reverseRaces(ctx, last, PathRaces::kNone);
  if (isNew)
    onPath_.erase(keyOf(last));
  ctx.cover(top.node, top.choices);
  stack_.pop_back();
  if (!stack_.empty())
    closeStep();
}

/// Decides how the state on top is left first.
void Dpor::begin(SearchContext &ctx) {
  Frame &top = stack_.back();
  if (top.choices.empty() || !top.tree.isEmpty())
    return;
  const Choice *first = nullptr;
  for (const Choice &choice : top.choices) {
    if (isAsleep(top, choice))
      continue;
    if (!first || (choice.thread == top.node.lastThread &&
                   first->thread != top.node.lastThread))
      first = &choice;
  }
  if (first)
    top.tree.add({first->thread, first->value, 0});
  else
    ctx.noteBlocked();
}

void Dpor::close(SearchContext &ctx) {
  Frame top = std::move(stack_.back());
  stack_.pop_back();
  onPath_.erase(keyOf(top.node.state));
  ctx.cover(top.node, llvm::make_filter_range(top.choices, [&](Choice choice) {
              return !llvm::is_contained(top.taken, choice);
            }));
  if (!stack_.empty())
    closeStep();
}

/// What the step from the state on top leads to is done.
void Dpor::closeStep() {
  races_.pop();
  Frame &top = stack_.back();
  if (sets_ != Persistent)
    top.sleep.push_back(top.step);
  top.races.clear();
}

std::optional<Choice> Dpor::choiceFor(const Frame &frame,
                                      const Event &event) const {
  const Choice *found = nullptr;
  for (const Choice &choice : frame.choices)
    if (choice.thread == event.thread &&
        (event.value == kAnyValue || choice.value == event.value) &&
        (!found || isAsleep(frame, *found)))
      found = &choice;
  RB_CHECK(found || frame.node.state.node()->shadows,
           "a sequence that was possible is not");
  return found ? std::optional(*found) : std::nullopt;
}

bool Dpor::isAsleep(const Frame &frame, Choice choice) const {
  return llvm::any_of(frame.sleep, [&](const Event &each) {
    return each.thread == choice.thread && each.value == choice.value;
  });
}

//===----------------------------------------------------------------------===//
// Races

void Dpor::reverseRaces(SearchContext &ctx, const State &last,
                        uint32_t except) {
  for (size_t later = 0; later < races_.size(); ++later)
    for (const Race &race : stack_[later].races)
      reverse(ctx.machine(), race);
  races_.findWaiting(ctx.machine(), last, except,
                     [&](const Race &race) { reverse(ctx.machine(), race); });
}

/// Wants the later event before the step that it races with.
void Dpor::reverse(Machine &machine, const Race &race) {
  if (race.isOpen) {
    for (Choice choice : stack_[race.index].choices)
      wantChoice(machine, stack_[race.index], choice);
    return;
  }
  want(stack_[race.index], races_.reversed(race), race.later);
}

void Dpor::want(Frame &frame, const Events &sequence, const Event &later) {
  if (sets_ == Persistent) {
    const bool canGoOn = llvm::any_of(frame.choices, [&](Choice choice) {
      return choice.thread == later.thread;
    });
    for (Choice choice : frame.choices)
      if ((!canGoOn || choice.thread == later.thread) &&
          !llvm::is_contained(frame.taken, choice))
        frame.tree.add({choice.thread, choice.value, 0});
    return;
  }
  // A weak initial is enough only where the rest of the sequence is followed,
  // too: else what it leads to is given up once more for something that sleeps.
  auto *begins = sets_ == Optimal ? isWeakInitial : isInitial;
  const Operations &operations = races_.operations();
  for (const Event &each : frame.sleep)
    if (begins(operations, each, sequence))
      return;
  if (sets_ == Optimal)
    frame.tree.insert(operations, sequence);
  else
    frame.tree.insertFirst(operations, sequence);
}

void Dpor::wantChoice(Machine &machine, Frame &frame, Choice choice) {
  if (llvm::is_contained(frame.taken, choice))
    return;
  machine.load(frame.node.state);
  const Event event = races_.tryStep(machine, choice);
  want(frame, {event}, event);
}

/// The other alternatives of a step just made.
void Dpor::wantAlternatives(Machine &machine, Frame &frame, Choice taken) {
  // A decision is before nothing that others do: what it does makes no difference.
  const bool decides = isDeciding(frame.node.state.node()->shadows.get());
  for (Choice choice : frame.choices) {
    if (choice.thread != taken.thread)
      continue;
    if (!decides)
      wantChoice(machine, frame, choice);
    else if (!llvm::is_contained(frame.taken, choice))
      frame.tree.add({choice.thread, choice.value, 0});
  }
}

} // namespace rbcheck
