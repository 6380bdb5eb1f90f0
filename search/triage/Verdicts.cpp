//===- search/triage/Verdicts.cpp - From what was found out to a verdict --===//
#include "search/triage/Verdicts.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// "`mu`", of what describeAddress() said.
std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// "queue.c:16": a verdict is one line.
std::string shortly(Location location) {
  if (std::vector<std::string> path = pathComponents(location.file);
      !path.empty())
    location.file = path.back();
  location.column = 0;
  return toString(location);
}

std::string whyConfirmed(const Violation &violation) {
  std::string where = shortly(violation.location);
  return violation.fault.message +
         (violation.foundBy == &stepFaults() ? " (" + where + ")" : "");
}

/// Locks that were held at every visit of both sides.
std::vector<std::string> commonLocks(const GoalFacts &facts, uint32_t a,
                                     uint32_t b) {
  std::vector<std::string> names;
  const auto &first = facts.sides[a].locks, &second = facts.sides[b].locks;
  if (first && second)
    for (uint64_t lock : *first)
      if (second->count(lock))
        if (auto name = facts.lockNames.find(lock);
            name != facts.lockNames.end())
          names.push_back(name->second);
  return names;
}

std::string whyNoRace(const Judgement &judgement, const Goal &goal,
                      const GoalFacts &facts) {
  auto [a, b] = goal.pairs.front();
  bool isPair = goal.pairs.size() == 1 && !goal.sides[a].isAnywhere &&
                !goal.sides[b].isAnywhere;
  for (uint32_t s = 0; s < goal.sides.size(); ++s)
    if (!goal.sides[s].isAnywhere && !facts.sides[s].wasParked)
      return goal.sides[s].text +
             (goal.sides[s].callers.empty()
                  ? " is executed only where no other thread can touch the "
                    "same memory"
                  : " is not executed by those calls while another thread can "
                    "touch the same memory");
  if (isPair) {
    if (std::vector<std::string> locks = commonLocks(facts, a, b);
        !locks.empty())
      return join(locks) + (locks.size() == 1 ? " is" : " are") +
             " held at both";
    const std::set<uint32_t> &first = facts.sides[a].threads;
    if (first.size() == 1 && first == facts.sides[b].threads)
      return "both only in thread " + std::to_string(*first.begin());
    if (facts.didOverlap)
      return "both there at once, but as atomic accesses or reads";
    if (facts.wereTogether)
      return "both there at once, but never on the same memory";
    return "never both there at the same time";
  }
  bool isGuarded = judgement.warning.kind == WarningKind::GuardedBy ||
                   judgement.warning.kind == WarningKind::Requires;
  if (isGuarded) {
    const auto &locks = facts.sides.front().locks;
    return locks && locks->empty()
               ? "lock not held, but never concurrent with a conflicting access"
               : "never concurrent with a conflicting access";
  }
  return "no two threads ever make conflicting accesses there";
}

std::string whyRefuted(const Judgement &judgement, const Goal &goal,
                       const GoalFacts &facts) {
  switch (goal.kind) {
  case GoalKind::Race:
    return whyNoRace(judgement, goal, facts);
  case GoalKind::Cycle:
    for (uint32_t s = 0; s < goal.sides.size(); ++s)
      if (!goal.sides[s].isAnywhere && !facts.sides[s].wasParked)
        return goal.sides[s].text +
               (goal.sides[s].callers.empty()
                    ? " is executed only by a lone thread"
                    : " is executed by those calls only by a lone thread");
    return facts.observed < goal.sides.size() &&
                   llvm::none_of(goal.sides,
                                 [](const GoalSide &side) {
                                   return side.isAnywhere;
                                 })
               ? "never both there at the same time"
               : "the threads never wait for each other there";
  case GoalKind::SelfLock:
    return "no thread locks there what it holds already";
  case GoalKind::Leak:
    return "no thread ends with the lock, and nobody waits for it in vain";
  case GoalKind::Wait:
    return "nothing fails after the wait has returned";
  case GoalKind::Fault:
    return "nothing fails there";
  case GoalKind::Reach:
    return "no schedule comes there";
  }
  llvm_unreachable("covered switch");
}

/// A place that no schedule came to, if there is one.
const GoalSide *neverExecuted(const Goal &goal, const GoalFacts &facts) {
  for (uint32_t s = 0; s < goal.sides.size(); ++s)
    if (!goal.sides[s].isAnywhere && !facts.sides[s].wasExecuted)
      return &goal.sides[s];
  return nullptr;
}

/// "use-after-free at queue.c:16".
std::string inWords(const Ending &ending) {
  return std::string(faultWord(ending.kind)) + " at " +
         shortly(ending.location);
}

std::string firstLine(const Violation &violation) {
  return std::string(faultWord(violation.fault.kind)) + " at " +
         shortly(violation.location) + ": " + violation.fault.message;
}

} // namespace

bool areOrdered(const Goal &goal, const GoalFacts &facts) {
  return llvm::all_of(goal.pairs, [&](std::pair<uint32_t, uint32_t> pair) {
    auto [a, b] = pair;
    const SideFacts &first = facts.sides[a], &second = facts.sides[b];
    auto isEarly = [&](uint32_t side, const SideFacts &is) {
      return !goal.sides[side].isAnywhere && is.lateThreads.empty();
    };
    if (isEarly(a, first) || isEarly(b, second))
      return true; // before there was another thread
    if (goal.sides[a].isAnywhere || goal.sides[b].isAnywhere)
      return false;
    return (first.lateThreads.size() == 1 &&
            first.lateThreads == second.lateThreads) ||
           llvm::any_of(first.lateLocks, [&](uint64_t lock) {
             return second.lateLocks.count(lock);
           });
  });
}

void judge(Judgement &judgement, const Goal &goal, const GoalFacts &facts,
           const Endings &endings, const std::optional<Violation> &race,
           const Extent &extent) {
  judgement.of = uint32_t(goal.sides.size());
  judgement.observed = facts.observed;
  judgement.notes.insert(judgement.notes.end(), goal.notes.begin(),
                         goal.notes.end());
  judgement.scope.states = extent.states;
  if (facts.violation) {
    judgement.verdict = WarningVerdict::Confirmed;
    judgement.violation = facts.violation;
    judgement.observed = judgement.of;
    judgement.why = whyConfirmed(*facts.violation);
    if (facts.isGuess && endings.hidden)
      judgement.notes.push_back(
          "shown behind an error (" + inWords(*endings.hidden) +
          "): as if that had no effect, which is not certain");
    return;
  }
  if (facts.related) {
    judgement.related = firstLine(*facts.related);
    judgement.relatedViolation = facts.related;
  }
  auto undecided = [&](std::string why) {
    judgement.verdict = WarningVerdict::Undecided;
    judgement.why = std::move(why);
    if (!facts.stood.empty())
      judgement.notes.push_back("nearest approach: " + facts.stood);
  };
  bool isBounded = !extent.isComplete && extent.preemptions;
  if (!extent.isComplete && !isBounded) {
    judgement.open = extent.completeness;
    return undecided("");
  }
  const GoalSide *side = neverExecuted(goal, facts);
  if (const auto &ending = endings.process ? endings.process : endings.hidden;
      side && ending)
    return undecided(side->text + " is not reached: schedules end before (" +
                     inWords(*ending) + ")");
  const bool isGuess = endings.hidden && extent.isComplete &&
                       extent.isGuessed && !endings.hiddenFromGuesses;
  if (endings.hidden && !isGuess)
    return undecided("some schedules end earlier (" +
                     inWords(*endings.hidden) +
                     "); what would come then is not known");
  bool isQuietLeak = goal.kind == GoalKind::Leak && !facts.sides.empty() &&
                     facts.sides.front().wasQuietByOther &&
                     !facts.sides.front().wasParked;
  if (facts.isBlurred || isQuietLeak)
    return undecided("something fails, but it could not be settled whether "
                     "it is what the warning says");
  if (facts.needsOrder && !facts.isOrdered)
    return undecided(
        "never both there at the same time, but " +
        (race ? "the data race at " + shortly(race->location)
              : std::string("something that orders nothing")) +
        " may be all that keeps them apart");
  judgement.scope.isComplete = extent.isComplete && !isGuess;
  judgement.scope.preemptions =
      isBounded ? extent.preemptions : std::optional<uint32_t>();
  if (side && !isBounded && goal.kind != GoalKind::Reach) {
    judgement.verdict = WarningVerdict::NotApplicable;
    judgement.why = side->text + " is never executed by this program";
    return;
  }
  judgement.verdict = isBounded || isGuess ? WarningVerdict::RefutedBounded
                                           : WarningVerdict::Refuted;
  judgement.why = isBounded && side ? side->text + " was not executed"
                                    : whyRefuted(judgement, goal, facts);
  if (isGuess)
    judgement.why += "; behind the " + inWords(*endings.hidden) +
                     " only as if that had no effect";
}

void withhold(Judgement &judgement) {
  if (judgement.warning.unjudged.empty() ||
      (judgement.verdict != WarningVerdict::Refuted &&
       judgement.verdict != WarningVerdict::RefutedBounded))
    return;
  judgement.verdict = WarningVerdict::NotApplicable;
  judgement.why = judgement.warning.unjudged;
  judgement.scope = {};
}

} // namespace rbcheck
