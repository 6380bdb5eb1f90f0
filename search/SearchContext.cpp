//===- search/SearchContext.cpp - The honest bookkeeper of a search -------===//
#include "search/SearchContext.h"

#include "interp/exec/Inputs.h"
#include "search/Check.h"
#include "search/PathWatch.h"
#include "search/livelock/StateGraph.h"
#include "search/livelock/Trap.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

SearchContext::SearchContext(Machine &machine, const ContextOptions &options)
    : machine_(machine), options_(options),
      properties_(propertiesOf(options.checks)),
      visited_(options.sharedVisited ? options.sharedVisited
                                     : makeStateSet(options.visited)),
      orderRng_(options.seed, 1), watch_(options.limits),
      looksForLeaks_(options.notesLeaks && !options.checks.has("leak")),
      looksForTraps_(llvm::is_contained(properties_, &traps())),
      survives_(machine.options().survives != 0) {
  llvm::copy_if(properties_, std::back_inserter(ofStates_),
                [](const Property *property) { return property->seesStates(); });
  beginWatch();
  if (llvm::is_contained(properties_, &endlessExecutions()))
    graph_ = options.sharedGraph ? options.sharedGraph
                                 : std::make_shared<StateGraph>();
  prepare();
}

SearchContext::~SearchContext() = default;

PathNotes::PathNotes(RecentStepsRef recent, PathMemoryRef memory)
    : recent(std::move(recent)), memory(std::move(memory)) {}
PathNotes::~PathNotes() = default;

void SearchContext::prepare() {
  const Policies &policies = options_.policies;
  depthBound_ = options_.limits.depth;
  if (policies.bounds.depth &&
      (!depthBound_ || *policies.bounds.depth < depthBound_))
    depthBound_ = *policies.bounds.depth;
  history_ = policies.order.history();
  hasPolicies_ =
      depthBound_ || policies.bounds.any() || !policies.order.isDefault();
  tracksSteps_ =
      policies.bounds.countsSwitches() || keyHasThread_ || history_ || pathKey_;
  const Bounds &bounds = policies.bounds;
  keepsLeast_ = options_.visited.kind == VisitedKind::Fp128 &&
                bounds.preemptions.has_value() != bounds.delays.has_value() &&
                std::max(bounds.preemptions.value_or(0),
                         bounds.delays.value_or(0)) <= StateSet::kMostCost;
  seesStates_ = options_.monitor && options_.monitor->seesStates();
  chooseKeys();
  chooseSteps();
}

void SearchContext::chooseSteps() {
  hasPlainSteps_ = !tracksSteps_ && !watchOfPaths_ && !graph_ && !more_ &&
                   !survives_ && !options_.steps;
}

void SearchContext::chooseKeys() {
  subsumes_ = options_.subsumes && !options_.reduces && !graph_ &&
              !isStateless_ && areOpen(machine_.options().inputs.get());
  hasPlainKeys_ = !options_.owners && visited_->takesFingerprints() &&
                  !keepsLeast_ && !subsumes_ && !isStateless_ && !isPassed_;
}

void SearchContext::boundPreemptions(uint32_t most) {
  std::optional<uint32_t> &bound = options_.policies.bounds.preemptions;
  bound = std::min(most, bound.value_or(most));
  prepare();
}

/// What a bound remembers of a path, as an addition to the visited key; 0 if
/// there is nothing.
uint32_t SearchContext::keyOf(const SearchNode &node) const {
  const Bounds &bounds = options_.policies.bounds;
  if (!bounds.countsSwitches() && !keyHasThread_)
    return 0;
  return 1 + (uint32_t(node.preemptions) << 21 | uint32_t(node.delays) << 10 |
              node.lastThread);
}

/// Adds the state that the machine is in, as it was reached.
Found SearchContext::addVisited(SearchNode &node) {
  const uint32_t key = lastKey_;
  auto found = [](bool isNew) { return isNew ? Found::New : Found::Known; };
  if (options_.owners) {
    const Hash128 whole = visitedKey(node);
    if (options_.owners->isMine(whole))
      return addKey(whole);
    if (!options_.owners->ask(whole))
      return Found::Known;
    ledger_.asked(whole);
    return Found::Asked;
  }
  if (!visited_->takesFingerprints()) {
    machine_.fingerprint();
    return found(visited_->insert(machine_.state(), key));
  }
  if (!keepsLeast_) {
    const bool isNew = visited_->insertFingerprint(machine_.fingerprint(), key);
    return found(isNew && !isSubsumed(key));
  }
  const bool isOfPreemptions = options_.policies.bounds.preemptions.has_value();
  return visited_->insertLeast(
      extendFingerprint(machine_.fingerprint(), 1 + node.lastThread),
      uint8_t(isOfPreemptions ? node.preemptions : node.delays));
}

/// The state differs from a known one only in what its inputs can be, which is
/// less.
bool SearchContext::isSubsumed(uint32_t key) {
  if (!subsumes_)
    return false;
  const Hash128 alike =
      extendFingerprint(machine_.fingerprintWithoutPath(), key);
  auto &known = pathsOf_[alike];
  for (const std::vector<TermRef> &path : known)
    if (machine_.followsFromPath(path))
      return true;
  const llvm::ArrayRef<TermRef> path = machine_.path();
  known.emplace_back(path.begin(), path.end());
  return false;
}

/// What tells apart the state that the machine is in, with all that a policy
/// adds.
Hash128 SearchContext::visitedKey(const SearchNode &node) {
  if (!keepsLeast_)
    return lastKey();
  const bool isOfPreemptions = options_.policies.bounds.preemptions.has_value();
  return StateSet::withCost(
      extendFingerprint(machine_.fingerprint(), 1 + node.lastThread),
      uint8_t(isOfPreemptions ? node.preemptions : node.delays));
}

Found SearchContext::addKey(Hash128 key) {
  if (keepsLeast_)
    return visited_->insertLeast(key, uint8_t(key));
  return visited_->insertFingerprint(key, 0) ? Found::New : Found::Known;
}

Found SearchContext::addForOther(Hash128 key) {
  const Found found = addKey(key);
  ledger_.served(key, found != Found::Known);
  return found;
}

/// Each of several contexts calls it: one of them keeps the root.
void SearchContext::addRoot(SearchNode &node) {
  machine_.load(rootState_);
  lastKey_ = keyOf(node);
  if (!options_.owners) {
    addVisited(node);
  } else if (const Hash128 key = visitedKey(node);
             options_.owners->isMine(key)) {
    addKey(key);
  }
}

SearchNode SearchContext::root() {
  RB_CHECK(ledger_.isFresh(), "a search asked twice for the root");
  SearchNode node;
  node.isExpanded_ = true; // stays so if the path ends in start()
  ledger_.nextSerial();
  StepEnd end = machine_.start();
  if (uint32_t count = machine_.survived())
    end = reportSurvived(count, 0, node.path, [&] { return machine_.start(); });
  if (options_.steps)
    options_.steps->stepped(node, std::nullopt, end, machine_);
  if (end != StepEnd::Parked) {
    ++stats_.states; // the one it began in
    endPath(end, node.path);
    return node;
  }
  rootState_ = machine_.save();
  node = makeRoot();
  inspect(node, 0);
  return node;
}

SearchNode SearchContext::makeRoot() {
  SearchNode node;
  node.state = rootState_;
  machine_.load(rootState_);
  if (!isStateless_)
    addRoot(node);
  if (graph_)
    graph_->addState(rootState_.fingerprint());
  node.serial_ = ledger_.nextSerial();
  ++stats_.states;
  ledger_.found(node.serial_);
  return node;
}

SearchNode SearchContext::beginAgain() {
  RB_CHECK(!ledger_.isFresh(), "a search began again before it began");
  if (!rootState_ || isStopped_) {
    SearchNode node;
    node.isExpanded_ = true;
    return node;
  }
  if (!visited_->forget())
    useSet(makeStateSet(options_.visited));
  forgotten_ = stats_.states;
  ledger_.beginAgain();
  choicesOf_ = 0;
  return makeRoot();
}

SearchNode SearchContext::rootAgain() {
  RB_CHECK(ledger_.isFresh(), "a search asked twice for the root");
  ledger_.nextSerial();
  SearchNode node;
  if (machine_.start() != StepEnd::Parked)
    return node;
  rootState_ = node.state = machine_.save();
  if (options_.owners)
    addRoot(node);
  return node;
}

SearchNode SearchContext::stepAgain(const SearchNode &from, Choice choice) {
  RB_CHECK(from.isExpanded_, "a search took a choice of an unexpanded node");
  load(from.state);
  SearchNode node;
  if (tracksSteps_)
    noteStep(from, choice, node);
  if (watchOfPaths_)
    watchStep(from, choice, node, [](const Fault &) {});
  StepEnd end =
      more_ ? machine_.stepNoting(choice, *more_) : machine_.step(choice);
  RB_CHECK(end == StepEnd::Parked, "a schedule leads elsewhere");
  node.state = machine_.save();
  node.path = from.path.then(choice);
  node.depth = from.depth + 1;
  node.lastThread = choice.thread;
  return node;
}

void SearchContext::noteCoverage(const Coverage &covered) {
  if (covered_ == covered)
    return;
  covered_ = covered;
  if (options_.monitor)
    options_.monitor->covered(covered);
}

Hash128 SearchContext::lastKey() {
  Hash128 key = machine_.fingerprint();
  return lastKey_ ? extendFingerprint(key, lastKey_) : key;
}

Choices SearchContext::expand(SearchNode &node) {
  Choices choices;
  expand(node, choices);
  return choices;
}

void SearchContext::expand(SearchNode &node,
                           llvm::SmallVectorImpl<Choice> &out) {
  if (isStopped_ || node.isExpanded_)
    return;
  size_t from = out.size();
  if (choicesOf_ != node.serial_ || !node.serial_) {
    load(node.state);
    machine_.choices(choices_);
    choicesOf_ = node.serial_;
  }
  if (__builtin_expect(graph_ != nullptr, false))
    graph_->addChoices(node.state.fingerprint(), choices_);
  out.append(choices_.begin(), choices_.end());
  node.isExpanded_ = true;
  if (__builtin_expect(hasPolicies_, false))
    applyPolicies(node, out, from);
  ledger_.expanded(node.serial_, llvm::ArrayRef<Choice>(out).drop_front(from));
}

void SearchContext::applyPolicies(SearchNode &node,
                                  llvm::SmallVectorImpl<Choice> &choices,
                                  size_t from) {
  if (depthBound_ && node.depth >= depthBound_ && choices.size() > from) {
    ledger_.depthWasCut();
    ++stats_.executions;
    choices.truncate(from);
    return;
  }
  if (options_.policies.bounds.countsSwitches())
    applyBounds(node, choices, from);
  const Order &order = options_.policies.order;
  if (!order.isDefault())
    order.apply(llvm::MutableArrayRef<Choice>(choices).drop_front(from),
                {node.state, node.lastThread,
                 node.notes_ ? node.notes_->recent.get() : nullptr},
                orderRng_);
}

void SearchContext::applyBounds(SearchNode &node,
                                llvm::SmallVectorImpl<Choice> &choices,
                                size_t from) {
  const Bounds &bounds = options_.policies.bounds;
  const Choices enabled(choices.begin() + from, choices.end());
  auto isOther = [&](Choice choice) {
    return choice.thread != node.lastThread;
  };
  node.lastCanGoOn_ = !llvm::all_of(enabled, isOther);
  auto isTooMuch = [&](Choice choice) {
    if (bounds.preemptions && node.lastCanGoOn_ && isOther(choice) &&
        node.preemptions >= *bounds.preemptions)
      return true;
    return bounds.delays &&
           node.delays + delaysOf(enabled, node.lastThread, choice.thread) >
               *bounds.delays;
  };
  size_t before = choices.size();
  choices.erase(
      std::remove_if(choices.begin() + from, choices.end(), isTooMuch),
      choices.end());
  if (node.serial_) // else it was counted where the state was new
    ledger_.droppedByBound(before - choices.size());
}

Step SearchContext::move(SearchNode &node, Choice choice, bool follow) {
  Step step; // made where the caller wants it: all ways return this one
  if (__builtin_expect(isStopped_, false))
    return step;
  RB_CHECK(node.isExpanded_, "a search took a choice of an unexpanded node");
  ledger_.taken(node.serial_, choice);
  load(node.state);
  uint32_t oldThreads = machine_.state().threadCount();
  ++stats_.transitions;
  if (__builtin_expect(!hasPlainSteps_, false) &&
      !noteAhead(node, choice, step.node))
    return step;
  const StepEnd end = __builtin_expect(hasPlainSteps_, true)
                          ? machine_.step(choice)
                          : stepAndTell(node, choice);
  if (__builtin_expect(end == StepEnd::Parked, true)) {
    arrive(step, node, choice, oldThreads, follow);
  } else {
    stats_.maxDepth = std::max<uint64_t>(stats_.maxDepth, node.depth + 1);
    endPath(end, node.path.then(choice));
    step.after = After::Prune;
    step.isEnd = true;
    step.node.depth = node.depth + 1;
  }
  if (__builtin_expect(watch_.isDue(), false))
    checkLimits();
  if (__builtin_expect(isStopped_, false))
    step.after = After::Stop;
  return step;
}

/// What is said of a step before it is made. False: the search ends here.
bool SearchContext::noteAhead(const SearchNode &from, Choice choice,
                              SearchNode &to) {
  if (tracksSteps_)
    noteStep(from, choice, to);
  if (watchOfPaths_)
    watchStep(from, choice, to, [&](const Fault &fault) {
      if (!isStopped_)
        fail(fault, *watching_, from.path.then(choice), true);
    });
  return !isStopped_;
}

/// Makes a step, and tells those who want to know of it.
StepEnd SearchContext::stepAndTell(const SearchNode &from, Choice choice) {
  const uint64_t marks = machine_.progressMarks();
  StepEnd end =
      more_ ? machine_.stepNoting(choice, *more_) : machine_.step(choice);
  if (survives_ && machine_.survived())
    end = reportSurvived(machine_.survived(), from.state.survived(),
                         from.path.then(choice), [&] {
                           load(from.state);
                           return machine_.step(choice);
                         });
  if (options_.steps)
    options_.steps->stepped(from, choice, end, machine_);
  if (graph_ && end == StepEnd::Parked)
    graph_->addStep(from.state.fingerprint(), choice, machine_.fingerprint(),
                    machine_.progressMarks() != marks);
  return end;
}

/// What bounds and orders remember of a step.
void SearchContext::noteStep(const SearchNode &from, Choice choice,
                             SearchNode &to) {
  const Bounds &bounds = options_.policies.bounds;
  if (bounds.preemptions) {
    bool isPreemption = from.lastCanGoOn_ && choice.thread != from.lastThread;
    to.preemptions = uint16_t(from.preemptions + isPreemption);
  }
  if (bounds.delays) {
    Choices enabled;
    machine_.choices(enabled);
    to.delays = uint16_t(from.delays +
                         delaysOf(enabled, from.lastThread, choice.thread));
  }
  if (history_)
    to.notes_ = new PathNotes(
        extend(from.notes_ ? from.notes_->recent : nullptr,
               pendingOperation(from.state, choice.thread), history_),
        nullptr);
}

/// A step has led to a state. Most are known, and a known state need not be made.
[[gnu::always_inline]] inline void
SearchContext::arrive(Step &step, const SearchNode &from, Choice choice,
                      uint32_t oldThreads, bool follow) {
  SearchNode &node = step.node;
  node.depth = from.depth + 1;
  node.lastThread = choice.thread;
  if (__builtin_expect(tracksSteps_, false)) {
    lastKey_ = keyOf(node);
    if (!lastKey_ && pathKey_) // what a bound needs comes first
      lastKey_ = pathKey_();
  }
  stats_.maxDepth = std::max<uint64_t>(stats_.maxDepth, node.depth);
  bool isPassed = false;
  Found found = Found::New;
  if (__builtin_expect(hasPlainKeys_, true)) {
    if (!visited_->insertFingerprint(machine_.fingerprint(), lastKey_))
      found = Found::Known;
  } else {
    isPassed = isPassed_ && isPassed_();
    if (!isPassed && !isStateless_)
      found = addVisited(node);
  }
  const bool isPause =
      machine_.state().thread(choice.thread).pending.kind == PendingKind::Pause;
  // A time slice without visible operation is long: it counts as many steps.
  if (__builtin_expect(isPause, false))
    pauseAt_ -= std::min(pauseAt_, machine_.instructionsOfStep() /
                                       kInstructionsOfStep);
  if (found != Found::Known) {
    stats_.states += !isPassed && found == Found::New;
    arriveAtNew(step, from, choice, oldThreads, found);
    return;
  }
  ++stats_.revisits;
  step.after = After::Prune;
  if (follow && !node.state)
    node.state = machine_.save();
  if (mayBeInTrap(from, choice))
    lookForTrap(from, choice);
  if (follow) {
    node.path = from.path.then(choice);
    step.after = After::Explore;
    step.isLoop =
        isPause && node.state.fingerprint() == from.state.fingerprint();
  }
}

void SearchContext::arriveAtNew(Step &step, const SearchNode &from,
                                Choice choice, uint32_t oldThreads,
                                Found found) {
  SearchNode &node = step.node;
  if (!node.state)
    node.state = machine_.save();
  node.serial_ = ledger_.nextSerial();
  node.path = from.path.then(choice);
  if (__builtin_expect(found == Found::Asked, false)) {
    ledger_.found(node.serial_);
    step.after = After::Prune;
    options_.owners->keep(std::exchange(node, SearchNode()), oldThreads);
    if (mayBeInTrap(from, choice)) // as behind new and known states
      lookForTrap(from, choice);
    return;
  }
  if (inspect(node, oldThreads)) {
    step.after = After::Explore;
    ledger_.found(node.serial_);
    if (mayBeInTrap(from, choice))
      lookForTrap(from, choice);
  } else {
    step.after = After::Prune;
    step.isEnd = true;
  }
  checkStates();
}

Step SearchContext::answered(SearchNode node, uint32_t oldThreads, Hash128 key,
                             Found found) {
  Step step;
  step.node = std::move(node);
  ledger_.heard(key, found != Found::Known);
  if (found == Found::Known) {
    ++stats_.revisits;
    ledger_.dropped(step.node.serial_);
    step.after = After::Prune;
    return step;
  }
  stats_.states += found == Found::New;
  load(step.node.state);
  if (inspect(step.node, oldThreads)) {
    step.after = After::Explore;
  } else {
    ledger_.dropped(step.node.serial_);
    step.after = After::Prune;
    step.isEnd = true;
  }
  checkStates();
  if (isStopped_)
    step.after = After::Stop;
  return step;
}

void SearchContext::checkStates() {
  if (options_.limits.states && !isStopped_ &&
      (options_.sharedVisited ? isOverShared()
                              : stats_.states >= options_.limits.states))
    stop({StopReason::States, double(options_.limits.states)});
}

bool SearchContext::inspect(SearchNode &node, uint32_t oldThreads) {
  if (seesStates_)
    options_.monitor->newState(node, machine_);
  if (options_.steps)
    options_.steps->arrived(node, oldThreads, machine_);
  const NewState now{node.lastThread, oldThreads, node.state.threadCount()};
  for (const Property *property : ofStates_)
    property->onState(machine_, now, [&](const Fault &fault) {
      fail(fault, *property, node.path, true);
    });
  machine_.choices(choices_);
  choicesOf_ = node.serial_;
  if (!choices_.empty())
    return true;
  ++stats_.executions;
  if (options_.monitor)
    options_.monitor->pathEnded(StepEnd::Parked, machine_);
  auto way = [&] { return node.path.schedule(); };
  for (const Property *property : properties_)
    property->onEnd(machine_, {StepEnd::Parked, way}, [&](const Fault &fault) {
      fail(fault, *property, node.path);
    });
  return false;
}

} // namespace rbcheck
