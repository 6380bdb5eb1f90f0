//===- search/predict/Predict.cpp - Orders thought of, then executed ------===//
#include "search/predict/Predict.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// How likely the thread that moved goes on, in executions at random in turn.
constexpr double kGoesOn[] = {0, 0.8, 0.5, 0.95};
/// A thread that is not where it was thought to be gets so many steps to come
/// there: what others see of it depends on who is there.
constexpr uint32_t kCatchUp = 16;
/// Executions to be recorded that are kept.
constexpr size_t kMostSchedules = 1'000;
constexpr uint64_t kStream = 21;

OpenNode open(SearchContext &ctx, SearchNode &&node) {
  OpenNode at;
  ctx.expand(node, at.choices);
  at.node = std::move(node);
  return at;
}

/// Puts the machine into the state.
Machine &at(SearchContext &ctx, const SearchNode &node) {
  Machine &machine = ctx.machine();
  if (!machine.state().isAt(node.state))
    machine.load(node.state);
  return machine;
}

} // namespace

Predict::Predict(const SearchArgs &args)
    : Predict(PredictOptions{
          args.number("runs"), args.number("depth"),
          uint32_t(args.number("window")), args.number("effort"),
          uint32_t(args.number("tries")), args.text("look") == "all"}) {}

std::vector<SearchParam> Predict::params() {
  return {
      {"runs", SearchParam::Number, "1000", "executions recorded", 1, 1e15},
      {"depth", SearchParam::Number, "10000", "longest of them", 1, 1e6},
      {"look", SearchParam::Word, "all",
       "for what: also other values, or conflicts only", 0, 0, "all|conflicts"},
      {"window", SearchParam::Number, "1000",
       "events on each side that are reordered", 10, 1e5},
      {"effort", SearchParam::Number, "1000000",
       "of a question, in the solver's unit", 1, 4e9},
      {"tries", SearchParam::Number, "4", "orders for the same places", 1, 1e6},
  };
}

bool Predict::begin(SearchContext &ctx) {
  if (!isBegun_) {
    rng_ = Rng(ctx.seed(), kStream);
    root_.node = ctx.root();
    root_.choices = ctx.expand(root_.node);
  }
  isBegun_ = true;
  return !root_.choices.empty();
}

void Predict::run(SearchContext &ctx) {
  if (!begin(ctx))
    return;
  ctx.explainPruning("recorded executions, and orders predicted from them, are "
                     "some of the schedules");
  while (!ctx.isStopped() && !ctx.shouldPause()) {
    if (next_ < targets_.size())
      tryTarget(ctx, targets_[next_++]);
    else if (!findTargets(ctx)) {
      if (counts_.recorded >= options_.runs)
        return;
      record(ctx);
    }
    ctx.notePredictions(counts_);
  }
}

/// One that is waiting, or one at random; the first changes threads only where
/// it has to.
void Predict::record(SearchContext &ctx) {
  Schedule schedule;
  const bool isFirst = counts_.recorded == 0;
  const double goesOn =
      isFirst ? 1 : kGoesOn[counts_.recorded % std::size(kGoesOn)];
  const bool isWaiting = !schedules_.empty();
  if (isWaiting) {
    schedule = std::move(schedules_.front());
    schedules_.pop_front();
  }
  ++counts_.recorded;
  if (!recordFrom(ctx, schedule, isWaiting ? 1 : goesOn))
    return;
  counts_.events += recording_.made;
  relations_.emplace(recording_);
  stage_ = relations_->isTooLarge() ? ~0u : 0;
  targets_.clear();
  next_ = 0;
}

/// False if the search is over.
bool Predict::recordFrom(SearchContext &ctx, const Schedule &first,
                         double goesOn) {
  relations_.reset();
  Recorder recorder(ctx);
  yields_.begin();
  OpenNode at = root_;
  root_.node = SearchContext::again(std::move(root_.node));
  do {
    const size_t made = recorder.size();
    size_t index = at.choices.size();
    if (made < first.size())
      index = size_t(llvm::find(at.choices, first[made]) - at.choices.begin());
    if (index == at.choices.size())
      index = pick(at, goesOn);
    const Choice choice = at.choices[index];
    Step step = recorder.walk(at, choice);
    if (step.after == After::Stop)
      return false;
    if (step.after == After::Prune) {
      at.node.state = {};
      break;
    }
    yields_.arrived(at.node, choice, step);
    at = open(ctx, std::move(step.node));
  } while (!at.choices.empty() && recorder.size() < options_.depth &&
           yields_.apply(at.node.state, at.choices, rng_));
  recorder.end(at.node);
  recording_ = recorder.take();
  for (uint32_t e = 0; e < recording_.made; ++e)
    places_.insert(recording_.events[e].place);
  return true;
}

size_t Predict::pick(const OpenNode &at, double goesOn) {
  if (goesOn >= 1 || rng_.unit() < goesOn)
    for (size_t i = 0; i < at.choices.size(); ++i)
      if (at.choices[i].thread == at.node.lastThread)
        return i;
  return goesOn >= 1 ? 0 : rng_.below(uint32_t(at.choices.size()));
}

bool Predict::findTargets(const SearchContext &ctx) {
  using Find = std::vector<Target> (*)(const Relations &, const Aims &);
  constexpr Find kStages[] = {findRaces, findCircles, findPairs, findSights};
  const uint32_t stages = options_.isForAll ? 4 : 2;
  if (!relations_ || stage_ >= stages)
    return false;
  targets_ = kStages[stage_++](*relations_, ctx.aims());
  next_ = 0;
  return true;
}

/// What costs little first, then what reads see as they saw it.
void Predict::tryTarget(SearchContext &ctx, const Target &target) {
  const Tried::Key key = keyOf(*relations_, target);
  if (tried_.isEnough(key))
    return;
  tried_.add(key);
  for (bool asks : {false, true})
    for (Values values : {Values::Same, Values::Any}) {
      std::optional<EventOrder> order =
          asks ? ask(target, values) : keepOrder(*relations_, target, values);
      if (ctx.isOver())
        return;
      if (!order)
        continue;
      const Outcome outcome = follow(ctx, target, *order);
      if (outcome == Outcome::Shown)
        tried_.settle(key);
      if (outcome != Outcome::Elsewhere || ctx.isStopped())
        return;
    }
}

std::optional<EventOrder> Predict::ask(const Target &target, Values values) {
  OrderAnswer answer = askForOrder(*relations_, target,
                                   {values, options_.window, options_.effort});
  counts_.asked += answer.wasAsked;
  counts_.unanswered += answer.isUnknown;
  return std::move(answer.order);
}

/// Executes an order and what may come behind it.
Predict::Outcome Predict::follow(SearchContext &ctx, const Target &target,
                                 const EventOrder &order) {
  ++counts_.predicted;
  std::optional<OpenNode> node = replay(ctx, order);
  if (!node || !isTogether(ctx.machine(), target))
    return Outcome::Elsewhere;
  ++counts_.replayed;
  if (isShown(ctx.machine(), target))
    return Outcome::Shown;
  if (ctx.isStopped() || !options_.isForAll)
    return Outcome::Together;
  switch (target.kind) {
  case TargetKind::Race:
  case TargetKind::Circle:
    break;
  case TargetKind::Pair:
    followUp(ctx, *node, {target.events[1], target.events[0]});
    followUp(ctx, *node, {target.events[0], target.events[1]});
    break;
  case TargetKind::Sight:
    followUp(ctx, *node, {target.events[0]});
    break;
  }
  return Outcome::Together;
}

/// Executes the order, from the last kept node before it differs.
std::optional<OpenNode> Predict::replay(SearchContext &ctx,
                                        const EventOrder &order) {
  size_t same = 0;
  while (same < order.size() && order[same] == same)
    ++same;
  const size_t from =
      std::min(same / Recording::kEvery, recording_.nodes.size() - 1);
  OpenNode node = recording_.nodes[from];
  for (size_t i = from * Recording::kEvery; i < order.size(); ++i) {
    std::optional<OpenNode> next = stepOf(ctx, node, order[i]);
    if (!next)
      return std::nullopt;
    node = std::move(*next);
  }
  at(ctx, node.node);
  return node;
}

/// The event once more; the thread may have some steps to go before it.
std::optional<OpenNode> Predict::stepOf(SearchContext &ctx,
                                        const OpenNode &from, uint32_t event) {
  const RecordedEvent &wanted = recording_.events[event];
  const uint16_t thread = wanted.choice.thread;
  OpenNode node = from;
  for (uint32_t i = 0; i < kCatchUp; ++i) {
    const bool isThere = at(ctx, node.node).place(thread) == wanted.place;
    const Choice choice = isThere ? wanted.choice : Choice{thread, 0};
    if (!llvm::is_contained(node.choices, choice))
      return std::nullopt;
    Step step = ctx.walk(node.node, choice);
    if (step.after == After::Explore)
      node = open(ctx, std::move(step.node));
    else if (step.node.state) // nobody can go on, or it was an error
      node = {std::move(step.node), {}};
    else
      return std::nullopt;
    if (isThere)
      return node;
  }
  return std::nullopt;
}

bool Predict::isTogether(const Machine &machine, const Target &target) const {
  return llvm::all_of(target.events, [&](uint32_t e) {
    const RecordedEvent &event = recording_.events[e];
    return machine.place(event.choice.thread) == event.place;
  });
}

/// The machine is where the events are about to happen.
bool Predict::isShown(Machine &machine, const Target &target) const {
  auto threadOf = [&](size_t i) {
    return recording_.events[target.events[i]].choice.thread;
  };
  switch (target.kind) {
  case TargetKind::Race:
    return machine.findRace(threadOf(0), threadOf(1)).has_value();
  case TargetKind::Circle:
    return machine.findStuck(threadOf(0)).has_value();
  case TargetKind::Pair:
  case TargetKind::Sight:
    return false;
  }
  llvm_unreachable("covered switch");
}

/// First these events, then whatever comes, to the end.
void Predict::followUp(SearchContext &ctx, const OpenNode &from,
                       llvm::ArrayRef<uint32_t> first) {
  OpenNode node = from;
  node.node = SearchContext::again(std::move(node.node));
  for (size_t i = 0; i < first.size() && !ctx.isStopped(); ++i) {
    std::optional<OpenNode> next = stepOf(ctx, node, first[i]);
    if (!next && i == 0)
      return;
    if (next) // the second one may have to wait now
      node = std::move(*next);
  }
  finish(ctx, std::move(node));
}

/// One that came to new code is recorded some time.
void Predict::finish(SearchContext &ctx, OpenNode now) {
  bool isNew = false;
  yields_.begin();
  Path path = now.node.path;
  while (!ctx.isStopped() && !now.choices.empty() &&
         now.node.depth < options_.depth &&
         yields_.apply(now.node.state, now.choices, rng_)) {
    const Choice choice = now.choices[pick(now, 1)];
    isNew |= places_.insert(at(ctx, now.node).place(choice.thread)).second;
    path = now.node.path.then(choice);
    Step step = ctx.walk(now.node, choice);
    if (step.after != After::Explore)
      break;
    yields_.arrived(now.node, choice, step);
    now = open(ctx, std::move(step.node));
  }
  if (isNew && schedules_.size() < kMostSchedules)
    schedules_.push_back(path.schedule());
}

static const RegisterSearch<Predict>
    kPredict("predict",
             "orders of recorded executions that go wrong; proves nothing",
             Predict::params());

} // namespace rbcheck
