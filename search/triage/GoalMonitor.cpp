//===- search/triage/GoalMonitor.cpp - Follows all goals through a search -===//
#include "search/triage/GoalMonitor.h"

#include "search/result/Replay.h"
#include "search/triage/History.h"
#include "search/triage/SyncCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

constexpr uint32_t kMostHistories = 64;
constexpr size_t kMostTakenAt = 4; ///< places of one lock that are kept

uint64_t keyOf(CodePlace place) {
  return uint64_t(place.function) << 32 | place.pc;
}

constexpr size_t kMostErrors = 100;

} // namespace

GoalMonitor::GoalMonitor(const Program &program, std::vector<Goal> goals)
    : program_(program), goals_(std::move(goals)), positions_(program) {
  for (uint32_t g = 0; g < goals_.size(); ++g) {
    if (!goals_[g].isPossible())
      continue;
    hasLost_ |= goals_[g].kind == GoalKind::Lost;
    for (uint32_t s = 0; s < goals_[g].sides.size(); ++s) {
      const GoalSide &side = goals_[g].sides[s];
      if (side.isAnywhere) {
        anywhere_.push_back({g, s});
        continue;
      }
      hasDeep_ |= side.isDeep || !side.callers.empty();
      for (CodePlace place : side.places) {
        byPlace_[keyOf(place)].push_back({g, s});
        watched_.push_back(place);
      }
    }
  }
  llvm::sort(watched_);
  watched_.erase(std::unique(watched_.begin(), watched_.end()),
                 watched_.end());
  for (CodePlace place : watched_)
    byWatch_.push_back(byPlace_.lookup(keyOf(place)));
  forget();
}

void GoalMonitor::beginSearch(bool isWatching) {
  knownLocks_.clear();
  lostIn_.clear();
  isWatching_ = isWatching;
}

void GoalMonitor::forget() {
  endings_ = {};
  errors_.clear();
  knownRaces_.clear();
  race_.reset();
  takenAt_.clear();
  facts_.assign(goals_.size(), {});
  for (size_t g = 0; g < goals_.size(); ++g)
    facts_[g].sides.resize(goals_[g].sides.size());
}

bool GoalMonitor::hasOpenGoals() const {
  for (size_t g = 0; g < goals_.size(); ++g)
    if (isOpen(g))
      return true;
  return false;
}

void GoalMonitor::stepped(const SearchNode &from,
                          std::optional<Choice> choice, StepEnd end,
                          Machine &machine) {
  if (hasLost_ && (end == StepEnd::Parked || end == StepEnd::Exited))
    findLost(from, choice, machine);
  if (!isWatching_)
    return;
  for (const WatchEvent &event : machine.watched())
    for (Hit hit : byWatch_[event.place]) {
      if (goals_[hit.goal].kind == GoalKind::Reach && isOpen(hit.goal)) {
        Fault fault;
        fault.kind = FaultKind::Abort; // of no meaning
        fault.message = "reached";
        fault.thread = event.thread;
        fault.place = watched_[event.place];
        confirm(hit.goal,
                makeViolation(fault, reachedPlaces(),
                              choice ? from.path.then(*choice) : from.path,
                              machine));
      }
      SideFacts &side = facts_[hit.goal].sides[hit.side];
      if (event.executed && event.thread && !side.wasParked)
        side.wasQuietByOther = true;
      if (event.executed && event.hasOthers)
        noteLate(side, event);
      side.wasExecuted = true;
    }
}

void GoalMonitor::noteLate(SideFacts &side, const WatchEvent &event) {
  llvm::ArrayRef<uint64_t> held = event.held.locks();
  if (side.lateThreads.empty())
    side.lateLocks = {held.begin(), held.end()};
  else
    std::erase_if(side.lateLocks, [&](uint64_t lock) {
      return !llvm::is_contained(held, lock);
    });
  side.lateThreads.insert(event.thread);
}

void GoalMonitor::arrived(const SearchNode &node, uint32_t firstNew,
                          Machine &machine) {
  ++states_;
  look(node.lastThread, node, machine);
  for (uint32_t id = firstNew; id < machine.state().threadCount(); ++id)
    if (id != node.lastThread)
      look(id, node, machine);
}

/// What is new in this state is what `thread` is about to do.
void GoalMonitor::look(uint32_t thread, const SearchNode &node,
                       Machine &machine) {
  const ThreadNode &state = machine.state().thread(thread);
  if (state.s.status == ThreadStatus::Finished) {
    findHeld(thread, node, machine);
    return;
  }
  Hits hits;
  hitsOf(machine, thread, hits);
  if (state.pending.kind == PendingKind::Model)
    noteLock(thread, machine);
  if (!hits.empty()) {
    noteVisit(hits, thread, machine);
    noteApproach(hits, thread, machine);
    noteTogether(hits, thread, machine);
  }
  findRaces(thread, node, machine);
  if (state.pending.kind == PendingKind::Model)
    findStuck(thread, node, machine);
}

/// Sides that `thread` stands at; those without a place are left out.
void GoalMonitor::hitsOf(Machine &machine, uint32_t thread, Hits &out) {
  out.clear();
  if (byPlace_.empty())
    return;
  Stack stack; // as far as it matters
  if (!hasDeep_ && !positions_.isLibrary(machine.place(thread)))
    stack.push_back(machine.place(thread));
  else
    machine.walkStack(thread, [&](CodePlace frame) {
      stack.push_back(frame);
      return hasDeep_ || positions_.isLibrary(frame);
    });
  bool isNear = true;
  for (CodePlace frame : stack) {
    if (auto found = byPlace_.find(keyOf(frame)); found != byPlace_.end())
      for (Hit hit : found->second)
        if ((isNear || goals_[hit.goal].sides[hit.side].isDeep) &&
            (goals_[hit.goal].sides[hit.side].callers.empty() ||
             positions_.isAt(stack, goals_[hit.goal].sides[hit.side])) &&
            llvm::none_of(out, [&](Hit known) {
              return known.goal == hit.goal && known.side == hit.side;
            }))
          out.push_back(hit);
    isNear = isNear && positions_.isLibrary(frame);
    if (!isNear && !hasDeep_)
      break;
  }
}

void GoalMonitor::noteLock(uint32_t thread, Machine &machine) {
  const Pending &pending = machine.state().thread(thread).pending;
  const Role role = roleOf(program_.functions[pending.callee]);
  if (!takesLock(role.act))
    return;
  uint64_t lock = pending.args[role.object];
  knownLocks_.insert(lock);
  std::set<CodePlace> &places = takenAt_[lock];
  if (places.size() >= kMostTakenAt)
    return;
  CodePlace place = machine.place(thread);
  if (positions_.isLibrary(place))
    machine.walkStack(thread, [&](CodePlace frame) {
      if (positions_.isLibrary(frame))
        return true;
      place = frame;
      return false;
    });
  places.insert(place);
}

const std::set<CodePlace> &GoalMonitor::takenAt(uint64_t lock) const {
  static const std::set<CodePlace> nowhere;
  auto found = takenAt_.find(lock);
  return found == takenAt_.end() ? nowhere : found->second;
}

void GoalMonitor::noteVisit(const Hits &hits, uint32_t thread,
                            Machine &machine) {
  std::optional<std::set<uint64_t>> held;
  uint64_t lock = 0;
  const Pending &pending = machine.state().thread(thread).pending;
  if (pending.kind == PendingKind::Model) {
    const Role role = roleOf(program_.functions[pending.callee]);
    if (takesLock(role.act))
      lock = pending.args[role.object];
  }
  for (Hit hit : hits) {
    GoalFacts &facts = facts_[hit.goal];
    SideFacts &side = facts.sides[hit.side];
    side.wasParked = side.wasExecuted = true;
    side.threads.insert(thread);
    if (lock && facts.locks.insert(lock).second)
      facts.lockNames[lock] = machine.describeAddress(lock);
    if (goals_[hit.goal].kind != GoalKind::Race ||
        (side.locks && side.locks->empty()))
      continue;
    if (!held) {
      held.emplace();
      for (uint64_t known : knownLocks_)
        if (machine.holderOfMutex(known) == thread) {
          held->insert(known);
        }
    }
    if (!side.locks) {
      side.locks = *held;
      for (uint64_t known : *held)
        facts.lockNames[known] = machine.describeAddress(known);
    } else {
      std::erase_if(*side.locks,
                    [&](uint64_t known) { return !held->count(known); });
    }
  }
}

/// How many sides are taken at once, for what is reported as nearest.
void GoalMonitor::noteApproach(const Hits &hits, uint32_t thread,
                               Machine &machine) {
  for (Hit hit : hits) {
    GoalFacts &facts = facts_[hit.goal];
    const Goal &goal = goals_[hit.goal];
    if (facts.violation || facts.observed >= goal.sides.size())
      continue;
    uint32_t taken = 1;
    std::string stood = "thread " + std::to_string(thread) + " at " +
                        goal.sides[hit.side].text;
    for (uint32_t s = 0; s < goal.sides.size(); ++s) {
      if (s == hit.side || goal.sides[s].isAnywhere)
        continue;
      for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
        if (id == thread || machine.state().thread(id).s.status ==
                                ThreadStatus::Finished)
          continue;
        if (!positions_.isAt(machine, id, goal.sides[s]))
          continue;
        ++taken;
        stood += ", thread " + std::to_string(id) + " at " +
                 goal.sides[s].text;
        break;
      }
    }
    if (taken > facts.observed) {
      facts.observed = taken;
      facts.stood = std::move(stood);
    }
  }
}

void GoalMonitor::noteTogether(const Hits &hits, uint32_t thread,
                               Machine &machine) {
  const Pending &mine = machine.state().thread(thread).pending;
  for (Hit hit : hits) {
    GoalFacts &facts = facts_[hit.goal];
    const Goal &goal = goals_[hit.goal];
    if (goal.kind != GoalKind::Race || facts.didOverlap)
      continue;
    for (auto [a, b] : goal.pairs) {
      if (hit.side != a && hit.side != b)
        continue;
      const GoalSide &side = goal.sides[hit.side == a ? b : a];
      for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
        const ThreadNode &other = machine.state().thread(id);
        if (id == thread || other.s.status == ThreadStatus::Finished ||
            side.isAnywhere || !positions_.isAt(machine, id, side))
          continue;
        facts.wereTogether = true;
        for (const Access &x : mine.accesses)
          for (const Access &y : other.pending.accesses)
            facts.didOverlap |= overlap(x, y);
      }
    }
  }
}

// Races ------------------------------------------------------------------------

void GoalMonitor::findRaces(uint32_t thread, const SearchNode &node,
                            Machine &machine) {
  findRacesOf(thread, node, machine);
  // What `thread` did may have let a blocked call of another one go on.
  for (uint32_t id = 0; id < machine.state().threadCount(); ++id)
    if (id != thread && machine.state().thread(id).pending.isGuarded)
      findRacesOf(id, node, machine);
}

void GoalMonitor::findRacesOf(uint32_t thread, const SearchNode &node,
                              Machine &machine) {
  llvm::SmallVector<Machine::Conflict, 2> found;
  for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
    if (id == thread)
      continue;
    machine.conflicts(thread, id, found);
    for (const auto &[mine, other] : found)
      checkRace(thread, id, std::max(mine.address, other.address), node,
                machine);
    checkFree(thread, id, node, machine);
  }
}

bool GoalMonitor::isRaceOf(const Goal &goal, const Hits &mine,
                           const Hits &others, uint32_t number,
                           uint64_t address) const {
  auto at = [&](const Hits &hits) {
    return [&hits, number](uint32_t side) {
      return llvm::any_of(hits, [&](Hit hit) {
        return hit.goal == number && hit.side == side;
      });
    };
  };
  return isMeantRace(program_, goal, address, at(mine), at(others));
}

std::set<uint32_t> GoalMonitor::goalsAt(const Hits &mine,
                                        const Hits &others) const {
  std::set<uint32_t> concerned;
  for (const Hits *hits : {&mine, &others, &anywhere_})
    for (Hit hit : *hits)
      concerned.insert(hit.goal);
  return concerned;
}

void GoalMonitor::checkRace(uint32_t thread, uint32_t other, uint64_t address,
                            const SearchNode &node, Machine &machine) {
  Hits mine, others;
  hitsOf(machine, thread, mine);
  hitsOf(machine, other, others);
  std::optional<Violation> violation;
  auto race = [&]() -> const Violation & {
    if (!violation)
      violation = makeViolation(*machine.findRace(thread, other),
                                dataRaces(), node.path, machine);
    return *violation;
  };
  if (knownRaces_.insert(std::minmax(machine.place(thread),
                                     machine.place(other))).second) {
    noteError(race(), machine);
    if (!race_)
      race_ = race();
  }
  for (uint32_t g : goalsAt(mine, others)) {
    const Goal &goal = goals_[g];
    if (!isOpen(g))
      continue;
    auto hasHit = [&](const Hits &hits) {
      return llvm::any_of(hits, [&](Hit hit) { return hit.goal == g; });
    };
    bool isThere = hasHit(mine) || hasHit(others);
    if ((goal.kind == GoalKind::Race &&
         isRaceOf(goal, mine, others, g, address)) ||
        (goal.kind == GoalKind::Fault && isThere &&
         goal.isAbout(FaultKind::DataRace)))
      confirm(g, race());
    else if (isThere && !facts_[g].related)
      relate(g, race());
  }
  for (size_t g = 0; g < goals_.size(); ++g)
    if (isOpen(g) && goals_[g].kind == GoalKind::Wait && mayReplay(g))
      for (uint32_t id : {thread, other})
        tryWait(g, id, race());
}

// Violations ---------------------------------------------------------------------

Violation GoalMonitor::makeViolation(const Fault &fault,
                                     const Property &foundBy,
                                     const Path &path,
                                     Machine &machine) const {
  Violation violation;
  violation.fault = fault;
  violation.foundBy = &foundBy;
  violation.location = locateThread(machine, fault.thread, fault.place);
  if (fault.hasRelated)
    violation.related =
        locateThread(machine, fault.related.thread, fault.related.place);
  violation.schedule = path.schedule();
  violation.machine = machine.options();
  return violation;
}

bool GoalMonitor::isReplayed(const Violation &violation) {
  auto isSame = [&](const Violation &last) {
    return last.foundBy == violation.foundBy &&
           isSameFault(last.fault, violation.fault) &&
           last.fault.address == violation.fault.address &&
           last.fault.hasRelated == violation.fault.hasRelated &&
           last.fault.related.thread == violation.fault.related.thread &&
           last.fault.related.place == violation.fault.related.place &&
           last.machine.locality == violation.machine.locality &&
           last.machine.survives == violation.machine.survives &&
           last.machine.guesses == violation.machine.guesses &&
           last.schedule == violation.schedule;
  };
  if (!lastReplayed_ || !isSame(*lastReplayed_)) {
    didReplay_ = doesReplay(program_, violation);
    lastReplayed_ = violation;
  }
  return didReplay_;
}

void GoalMonitor::confirm(size_t goal, const Violation &violation) {
  if (!isReplayed(violation)) {
    facts_[goal].isBlurred = true; // never refute what we cannot explain
    return;
  }
  facts_[goal].violation = violation;
  facts_[goal].shownAfter = states_;
  facts_[goal].isGuess = isGuessing_;
}

void GoalMonitor::settleOrder(size_t goal, const OrderFindings &findings) {
  if (findings.race)
    confirm(goal, *findings.race);
  facts_[goal].isOrdered = findings.isComplete && !findings.race;
}

/// For those whose schedule ended there.
void GoalMonitor::noteEnding(const Violation &violation) {
  const FaultKind kind = violation.fault.kind;
  std::optional<Ending> &first =
      aftermathOf(kind) == Aftermath::Ends ? endings_.process
      : isGuessing_                        ? endings_.hiddenFromGuesses
                                           : endings_.hidden;
  if (!first)
    first = Ending{kind, violation.location};
}

/// What comes behind a guess is not certain to be an error.
void GoalMonitor::noteError(const Violation &violation, Machine &machine) {
  if (errors_.size() < kMostErrors && !machine.state().scalars().isGuessed &&
      llvm::none_of(errors_, [&](const Violation &known) {
        return isSameError(known, violation);
      }) &&
      isReplayed(violation))
    errors_.push_back(violation);
}

void GoalMonitor::relate(size_t goal, const Violation &violation) {
  if (!facts_[goal].related && isReplayed(violation))
    facts_[goal].related = violation;
}

bool GoalMonitor::mayReplay(size_t goal) {
  if (facts_[goal].histories < kMostHistories && !whole_.isOver()) {
    ++facts_[goal].histories;
    return true;
  }
  facts_[goal].isBlurred = true;
  return false;
}

bool GoalMonitor::concerns(size_t goal, uint32_t thread,
                           Machine &machine) const {
  const Goal &wanted = goals_[goal];
  if (llvm::any_of(wanted.sides, [&](const GoalSide &side) {
        return !side.isAnywhere && positions_.isAt(machine, thread, side);
      }))
    return true;
  uint64_t lock = lockWaitedFor(machine, thread);
  return lock && facts_[goal].locks.count(lock);
}

/// A race with an access in an atomic section, which ends the section's step.
bool GoalMonitor::isRaceInSection(size_t goal, const Fault &fault,
                                  Machine &machine) {
  if (fault.kind != FaultKind::DataRace || !fault.hasRelated)
    return false;
  Hits mine, others;
  hitsOf(machine, fault.thread, mine);
  hitsOf(machine, fault.related.thread, others);
  return isRaceOf(goals_[goal], mine, others, uint32_t(goal), fault.address);
}

void GoalMonitor::failed(const Violation &found, const Path &path,
                         Machine &machine, bool goesOn) {
  Violation violation = found;
  violation.schedule = path.schedule();
  violation.machine = machine.options();
  const Fault &fault = violation.fault;
  if (!goesOn)
    noteEnding(violation);
  if (fault.kind == FaultKind::DataRace && !race_)
    race_ = violation;
  noteError(violation, machine);
  uint32_t count = machine.state().threadCount();
  bool isGlobal = violation.foundBy->moment() != Moment::Here;
  for (size_t g = 0; g < goals_.size(); ++g) {
    const Goal &goal = goals_[g];
    if (!isOpen(g))
      continue;
    llvm::SmallVector<uint32_t, 8> there;
    for (uint32_t id = 0; id < count; ++id)
      if ((id == fault.thread || isGlobal) &&
          (id == fault.thread || machine.state().thread(id).s.status !=
                                     ThreadStatus::Finished) &&
          concerns(g, id, machine))
        there.push_back(id);
    bool isThere = !there.empty();
    switch (goal.kind) {
    case GoalKind::Fault:
      if (isThere && goal.isAbout(fault.kind)) {
        confirm(g, violation);
        continue;
      }
      break;
    case GoalKind::SelfLock:
      if (fault.kind == FaultKind::Deadlock &&
          violation.foundBy == &stepFaults() &&
          positions_.isAt(machine, fault.thread, goal.sides.back()))
        confirm(g, violation);
      break;
    case GoalKind::Wait:
      if (isGlobal && fault.kind == FaultKind::Deadlock &&
          llvm::any_of(there, [&](uint32_t id) {
            return machine.state().thread(id).s.phase != 0;
          }))
        confirm(g, violation); // nobody will ever wake it
      else if (mayReplay(g))
        tryWait(g, fault.thread, violation);
      break;
    case GoalKind::Leak:
      if (isGlobal)
        for (uint32_t id = 0; id < count && isOpen(g); ++id)
          if (uint64_t lock = lockWaitedFor(machine, id))
            if (std::optional<uint32_t> holder = machine.holderOfMutex(lock))
              tryLeak(g, *holder, lock, violation);
      break;
    case GoalKind::Race:
      if (isRaceInSection(g, fault, machine) ||
          isFreedBy(g, violation, machine))
        confirm(g, violation);
      break;
    case GoalKind::Cycle:
    case GoalKind::Lost:
    case GoalKind::Reach:
      break;
    }
    if (isThere && isOpen(g))
      relate(g, violation);
  }
}

} // namespace rbcheck
