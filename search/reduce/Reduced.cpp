//===- search/reduce/Reduced.cpp - Depth-first, only where threads meet ---===//
#include "search/reduce/Reduced.h"

#include "interp/exec/Handlers.h"
#include "interp/state/symbolic/Shadows.h"
#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr OperationId kNoOperation = ~0u;

/// States passed in a row after which one is remembered: a loop has to end.
constexpr uint32_t kMostPassed = 64;

} // namespace

void Reduced::run(SearchContext &ctx) {
  if (!isBegun_)
    begin(ctx);
  while (!stack_.empty() && !ctx.isStopped() && !ctx.shouldPause())
    if (!advance(ctx))
      return;
}

void Reduced::begin(SearchContext &ctx) {
  isBegun_ = true;
  machine_ = &ctx.machine();
  hasSignals_ = sendsSignals(machine_->program());
  ctx.useSet(known_);
  ctx.passIf([this] { return isPassed(); });
  SearchNode root = ctx.root();
  if (!root.state)
    return;
  wasPassed_ = false;
  open(ctx, std::move(root), false);
}

/// Behind a step: what the thread does next concerns nobody. But not where it was
/// another's turn before: the two can as well go in the other order, and this is
/// where these ways come together.
bool Reduced::isPassed() {
  wasPassed_ = moving_ == stack_.back().node.lastThread &&
               passed_ < kMostPassed &&
               isForNobody(*(movedTo_ = pendingOf(moving_))) &&
               machine_->alternatives(moving_) == 1;
  passed_ = wasPassed_ ? passed_ + 1 : 0;
  return wasPassed_;
}

bool Reduced::isForNobody(OperationId operation) const {
  return operation != kNoOperation && operations_.rivals(operation).empty();
}

OperationId Reduced::pendingOf(uint32_t thread) {
  const ThreadNode &node = machine_->state().thread(thread);
  if (node.pending.kind == PendingKind::None)
    return kNoOperation;
  if (node.pending.kind == PendingKind::Access && !node.s.atomicDepth &&
      node.pending.order == OrderTouch::None && !hasSignals_ &&
      machine_->options().memory != MemoryModel::Tso)
    return operations_.of(thread,
                          {node.pending.accesses, {}, node.held.locks()});
  Effects effects = machine_->effects(thread);
  addSection(effects, node);
  return operations_.of(thread, effects);
}

/// Makes one step, or closes the state on top. False if the search stopped.
bool Reduced::advance(SearchContext &ctx) {
  Frame &top = stack_.back();
  if (!top.left) {
    int thread = top.wanted.firstWithout(top.done);
    if (thread < 0) {
      close(ctx);
      return true;
    }
    const uint32_t last = top.node.lastThread;
    if (top.wanted.has(last) && !top.done.has(last))
      thread = int(last);
    tryThread(top, uint32_t(thread));
  }
  const Choice choice = choices_[top.next++];
  if (--top.left)
    while (choices_[top.next].thread != choice.thread)
      ++top.next;
  take(ctx, choice);
  return !ctx.isStopped();
}

void Reduced::tryThread(Frame &top, uint32_t thread) {
  top.done.add(thread);
  for (size_t i = choices_.size(); i > top.choices; --i)
    if (choices_[i - 1].thread == thread) {
      ++top.left;
      top.next = i - 1;
    }
}

void Reduced::take(SearchContext &ctx, Choice choice) {
  Frame &top = stack_.back();
  const uint32_t oldThreads = uint32_t(pending_.size());
  moving_ = choice.thread;
  movedTo_.reset();
  more_.accesses.clear();
  more_.sync.clear();
  known_->setFrame(stack_.size());
  ctx.collectEffects(&more_);
  Step step = ctx.take(top.node, choice);
  ctx.collectEffects(nullptr);
  if (step.after == After::Stop)
    return;
  if (!top.left && top.done == top.enabled)
    top.node.state = State(); // not needed again, whatever will be wanted
  const OperationId operation = executed(choice.thread);
  noteStep(top, choice.thread);
  if (operation != pending_[choice.thread]) {
    compare(operation, true);
    note(top, operation);
  }
  if (step.isEnd && !step.node.state) { // others could have gone first
    wantAllOnTop();
    notePending(top);
    return;
  }
  if (step.after == After::Explore || step.isEnd) {
    push(operation, oldThreads);
    open(ctx, std::move(step.node), step.isEnd);
    return;
  }
  // All may have been wanted before the step that led there last time.
  if (isDeciding(machine_->state().shadows()))
    wantAllOnTop();
  if (std::optional<size_t> index = known_->lastOnPath()) {
    returnTo(*index);
    return;
  }
  Known known = known_->lastKnown();
  if (known.low || known.stamp < operations_.late().size())
    completeCircle(known);
  if (isOpen(stack_.size() - 1, operation) || firstOpen() < clocks_.size()) {
    push(operation, oldThreads);
    compareAll(known.summary);
    clocks_.pop();
  }
  meet(known);
}

void Reduced::push(OperationId operation, uint32_t oldThreads) {
  firstOpen_ = std::min(firstOpen_, clocks_.size());
  clocks_.push(operation, oldThreads, machine_->state().threadCount());
}

/// The step that was just made, with what it did besides.
OperationId Reduced::executed(uint32_t thread) {
  const OperationId pending = pending_[thread];
  if (more_.accesses.empty() && more_.sync.empty())
    return pending;
  Effects all = operations_.effectsOf(pending);
  all.accesses.append(more_.accesses);
  all.sync.append(more_.sync);
  return operations_.of(thread, all);
}

/// The state that the last step led to goes on top.
void Reduced::open(SearchContext &ctx, SearchNode &&node, bool isEnd) {
  const uint32_t threads = node.state.threadCount();
  const uint32_t moved = node.lastThread;
  const uint32_t firstNew = uint32_t(pending_.size());
  Frame &frame = stack_.emplace_back();
  frame.undo = {moved, kNoOperation, firstNew};
  if (moved < firstNew) {
    frame.undo.pending = pending_[moved];
    pending_[moved] = movedTo_ ? *movedTo_ : pendingOf(moved);
  }
  for (uint32_t thread = firstNew; thread < threads; ++thread)
    pending_.push_back(pendingOf(thread));
  while (anyOf_.size() < threads)
    anyOf_.push_back(operations_.anyOf(uint32_t(anyOf_.size())));
#ifndef NDEBUG
  for (uint32_t thread = 0; thread < threads; ++thread)
    assert(pending_[thread] == pendingOf(thread) &&
           "an operation changed while it was pending");
#endif
  frame.isPassed = wasPassed_;
  frame.isDeciding = isDeciding(node.state.node()->shadows.get());
  frame.print = known_->last();
  frame.serial = ++lastSerial_;
  frame.stamp = uint32_t(operations_.late().size());
  frame.low = stack_.size() - 1;
  frame.choices = choices_.size();
  if (!isEnd) // else there is nothing to expand
    ctx.expand(node, choices_);
  for (Choice choice : choicesFrom(frame.choices))
    frame.enabled.add(choice.thread);
  if (frame.enabled.has(moved))
    frame.wanted.add(moved);
  else if (frame.choices < choices_.size())
    frame.wanted.add(choices_[frame.choices].thread);
  frame.node = std::move(node);
  comparePending(moved, firstNew);
  if (frame.choices == choices_.size())
    notePending(frame);
}

/// The operation is to come in the state, or below.
void Reduced::note(Frame &frame, OperationId operation) {
  if (!operations_.rivals(operation).empty())
    frame.summary = summaries_.with(frame.summary, operation);
}

/// The same for what the thread is parked at, and that it does something.
void Reduced::noteStep(Frame &frame, uint32_t thread) {
  note(frame, pending_[thread]);
  if (operations_.anyIsWide())
    note(frame, anyOf_[thread]);
}

/// What is pending in the state, of threads that live, is to come. Behind a step
/// of one thread that of the others still is, so this is for states that no step
/// leads on from, or only back to the path.
void Reduced::notePending(Frame &frame) {
  for (uint32_t thread = 0; thread < pending_.size(); ++thread)
    if (pending_[thread] != kNoOperation)
      noteStep(frame, thread);
}

void Reduced::comparePending(uint32_t moved, uint32_t firstNew) {
  if (clocks_.size() == 0)
    return;
  auto compareIfAny = [&](uint32_t thread) {
    if (pending_[thread] != kNoOperation)
      compare(pending_[thread], false);
  };
  // What was pending before was compared with all but the last step. It goes
  // first: often all is wanted there then, and nothing is left to compare.
  const size_t top = clocks_.size() - 1;
  const OperationId last = clocks_.operationOf(top);
  if (isOpen(top, last))
    for (OperationId rival : operations_.rivals(last)) {
      const uint32_t thread = operations_.threadOf(rival);
      if (thread < firstNew && thread != moved && pending_[thread] == rival)
        want(top, thread);
    }
  if (firstOpen() == clocks_.size())
    return;
  compareIfAny(moved);
  for (uint32_t thread = firstNew; thread < pending_.size(); ++thread)
    compareIfAny(thread);
}

bool Reduced::isBefore(size_t step, uint32_t thread) {
  if (thread < pending_.size())
    return clocks_.isBefore(step, thread);
  // Not made yet: it will know what whoever makes it does.
  const uint32_t of = operations_.threadOf(clocks_.operationOf(step));
  for (uint32_t maker = 0; maker < pending_.size(); ++maker)
    if (maker != of && pending_[maker] != kNoOperation &&
        !clocks_.isBefore(step, maker))
      return false;
  return true;
}

/// The first step of the path at which a comparison can have something wanted.
/// At those before it all is wanted that can go on, or nothing is their rival.
size_t Reduced::firstOpen() {
  if (firstOpenAt_ != operations_.late().size()) { // there are new rivals
    firstOpenAt_ = operations_.late().size();
    firstOpen_ = 0;
  }
  while (firstOpen_ < clocks_.size() &&
         !isOpen(firstOpen_, clocks_.operationOf(firstOpen_)))
    ++firstOpen_;
  return firstOpen_;
}

/// Something can become wanted where the step, that operation, is made.
bool Reduced::isOpen(size_t step, OperationId operation) const {
  return !operations_.rivals(operation).empty() && !isAllWanted(stack_[step]);
}

void Reduced::compare(OperationId operation, bool ofEach) {
  const uint32_t thread = operations_.threadOf(operation);
  const int64_t first = int64_t(firstOpen());
  // Clocks are worked out only where the answer makes a difference.
  auto mayAdd = [&](OperationId rival) {
    const int64_t step = clocks_.latest(rival);
    return step >= first && !stack_[size_t(step)].wanted.has(thread) &&
           !isAllWanted(stack_[size_t(step)]);
  };
  if (llvm::none_of(operations_.rivals(operation), mayAdd))
    return;
  int64_t latest = -1;
  latestOf_.clear();
  for (OperationId rival : operations_.rivals(operation)) {
    const int64_t step = clocks_.latest(rival);
    if (step < first || isBefore(size_t(step), thread))
      continue;
    latest = std::max(latest, step);
    if (!ofEach)
      continue;
    const uint32_t of = operations_.threadOf(rival);
    auto same = llvm::find_if(latestOf_, [&](auto &one) {
      return one.first == of;
    });
    if (same == latestOf_.end())
      latestOf_.push_back({of, step});
    else
      same->second = std::max(same->second, step);
  }
  if (ofEach)
    for (auto [of, step] : latestOf_)
      want(size_t(step), thread);
  else if (latest >= 0)
    want(size_t(latest), thread);
}

void Reduced::want(size_t index, uint32_t thread) {
  Frame &frame = stack_[index];
  if (frame.enabled.has(thread))
    frame.wanted.add(thread);
  else
    wantAll(index);
}

void Reduced::wantAll(size_t index) {
  stack_[index].wanted = stack_[index].enabled;
  if (index && stack_[index].isDeciding)
    wantAll(index - 1);
}

/// A step from the state on top led back to the path, to the frame there.
void Reduced::returnTo(size_t index) {
  Frame &top = stack_.back();
  wantAllOnTop();
  notePending(top);
  stack_[index].isTarget = true;
  top.low = std::min(top.low, index);
}

/// A state on a circle leads to all that the first one on it leads to, which was
/// not known when it was left. `low` is then on the path, or none.
void Reduced::completeCircle(Known &known) {
  addLate(known.summary, known.stamp);
  while (known.low && indexOf(known.low) == stack_.size()) {
    Known first = circles_.lookup(known.low);
    addLate(first.summary, first.stamp);
    known.summary = summaries_.unite(known.summary, first.summary);
    known.low = first.low;
  }
}

/// All operations of a summary are compared with the path.
void Reduced::compareAll(SummaryId summary) {
  if (summary == Summaries::kAnything) {
    for (OperationId each = 0; each < operations_.size(); ++each)
      compare(each, true);
    return;
  }
  for (OperationId each : summaries_.members(summary))
    compare(each, true);
}

/// A step from the state on top led to one that was left for good.
void Reduced::meet(const Known &known) {
  Frame &top = stack_.back();
  top.summary = summaries_.unite(top.summary, known.summary);
  if (!known.low)
    return;
  const size_t low = indexOf(known.low);
  stack_[low].isTarget = true;
  for (size_t i = low; i < stack_.size(); ++i)
    wantAll(i);
  top.low = std::min(top.low, low);
}

/// Of the frame with that number; the size of the stack if it has left.
size_t Reduced::indexOf(uint64_t serial) const {
  auto at = std::lower_bound(
      stack_.begin(), stack_.end(), serial,
      [](const Frame &frame, uint64_t wanted) { return frame.serial < wanted; });
  return at != stack_.end() && at->serial == serial
             ? size_t(at - stack_.begin())
             : stack_.size();
}

/// Operations that turned out to concern others only after `stamp` can be in
/// what was closed before.
void Reduced::addLate(SummaryId &summary, uint32_t stamp) {
  llvm::ArrayRef<OperationId> late = operations_.late().drop_front(stamp);
  if (!late.empty() && summary != Summaries::kAnything)
    summary = summaries_.unite(summary, summaries_.of(late));
}

void Reduced::close(SearchContext &ctx) {
  Frame &top = stack_.back();
  if (top.done != top.enabled)
    ctx.cover(top.node, llvm::make_filter_range(
                            choicesFrom(top.choices), [&](Choice choice) {
                              return !top.done.has(choice.thread);
                            }));
  addLate(top.summary, top.stamp);
  const size_t index = stack_.size() - 1;
  if (!top.isPassed) {
    const Known known{top.summary, uint32_t(operations_.late().size()),
                      top.low < index ? stack_[top.low].serial : 0};
    known_->leave(top.print, known);
    if (top.isTarget)
      circles_[top.serial] = known;
  }
  pending_.resize(top.undo.threads);
  choices_.truncate(top.choices);
  if (index > 0) {
    pending_[top.undo.moved] = top.undo.pending;
    clocks_.pop();
    Frame &parent = stack_[index - 1];
    parent.summary = summaries_.unite(parent.summary, top.summary);
    parent.low = std::min(parent.low, top.low);
  }
  stack_.pop_back();
}

} // namespace rbcheck
