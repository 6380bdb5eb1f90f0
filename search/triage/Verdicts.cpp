//===- search/triage/Verdicts.cpp - From what was found out to a verdict --===//
#include "search/triage/Verdicts.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// "queue.c:16": a verdict is one line.
std::string shortly(Location location) {
  if (std::vector<std::string> path = pathComponents(location.file);
      !path.empty())
    location.file = path.back();
  location.column = 0;
  return toString(location);
}

/// A side that no schedule came to, or was at beside others, if there is one.
std::optional<uint32_t> firstSide(const Goal &goal, const GoalFacts &facts,
                                  bool SideFacts::*has) {
  for (uint32_t s = 0; s < goal.sides.size(); ++s)
    if (!goal.sides[s].isAnywhere && !(facts.sides[s].*has))
      return s;
  return std::nullopt;
}

Ground groundOfPair(const Judgement &judgement, const Goal &goal,
                    const GoalFacts &facts) {
  auto [a, b] = goal.pairs.front();
  if (!judgement.evidence.common.empty())
    return Ground::CommonLock;
  const std::set<uint32_t> &first = facts.sides[a].threads;
  if (first.size() == 1 && first == facts.sides[b].threads)
    return Ground::OneThread;
  if (facts.didOverlap)
    return Ground::Harmless;
  return facts.wereTogether ? Ground::OtherMemory : Ground::NeverTogether;
}

Ground groundOfNoRace(Judgement &judgement, const Goal &goal,
                      const GoalFacts &facts) {
  if (auto side = firstSide(goal, facts, &SideFacts::wasParked)) {
    judgement.side = *side;
    return Ground::Alone;
  }
  auto [a, b] = goal.pairs.front();
  if (goal.pairs.size() == 1 && !goal.sides[a].isAnywhere &&
      !goal.sides[b].isAnywhere)
    return groundOfPair(judgement, goal, facts);
  if (judgement.warning.kind != WarningKind::GuardedBy &&
      judgement.warning.kind != WarningKind::Requires)
    return Ground::NoConflict;
  const auto &locks = facts.sides.front().locks;
  return locks && locks->empty() ? Ground::NeverDisturbedUnlocked
                                 : Ground::NeverDisturbed;
}

Ground groundOfNoCircle(Judgement &judgement, const Goal &goal,
                        const GoalFacts &facts) {
  if (auto side = firstSide(goal, facts, &SideFacts::wasParked)) {
    judgement.side = *side;
    return Ground::LoneThread;
  }
  bool isOpenEnded = llvm::any_of(
      goal.sides, [](const GoalSide &side) { return side.isAnywhere; });
  return facts.observed < goal.sides.size() && !isOpenEnded
             ? Ground::NeverTogether
             : Ground::NoCircle;
}

Ground groundOfRefutation(Judgement &judgement, const Goal &goal,
                          const GoalFacts &facts) {
  switch (goal.kind) {
  case GoalKind::Race:
    return groundOfNoRace(judgement, goal, facts);
  case GoalKind::Cycle:
    return groundOfNoCircle(judgement, goal, facts);
  case GoalKind::SelfLock:
    return Ground::NoRelock;
  case GoalKind::Leak:
    return Ground::NoLeak;
  case GoalKind::Lost:
    return Ground::NothingLost;
  case GoalKind::Wait:
    return Ground::NothingAfterWait;
  case GoalKind::Fault:
    return Ground::NothingFails;
  case GoalKind::Reach:
    return Ground::NotReached;
  }
  llvm_unreachable("covered switch");
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
  if (facts.violation && !facts.isGuess) {
    judgement.verdict = WarningVerdict::Confirmed;
    judgement.ground = Ground::Shown;
    judgement.violation = facts.violation;
    judgement.statesToShow = facts.shownAfter;
    judgement.observed = judgement.of;
    return;
  }
  if (facts.violation && endings.hidden) {
    judgement.verdict = WarningVerdict::Undecided;
    judgement.ground = Ground::ShownByGuess;
    judgement.why = inWords(*endings.hidden);
    judgement.related = firstLine(*facts.violation);
    judgement.relatedViolation = facts.violation;
    return;
  }
  if (facts.related) {
    judgement.related = firstLine(*facts.related);
    judgement.relatedViolation = facts.related;
  }
  auto undecided = [&](Ground ground) {
    judgement.verdict = WarningVerdict::Undecided;
    judgement.ground = ground;
  };
  bool isBounded = !extent.isComplete && extent.preemptions;
  if (!extent.isComplete && !isBounded) {
    judgement.open = extent.completeness;
    return undecided(Ground::Limits);
  }
  std::optional<uint32_t> side =
      firstSide(goal, facts, &SideFacts::wasExecuted);
  if (const auto &ending = endings.process ? endings.process : endings.hidden;
      side && ending) {
    judgement.why = inWords(*ending);
    judgement.side = *side;
    return undecided(Ground::EndsBefore);
  }
  const bool isGuess = endings.hidden && extent.isComplete &&
                       extent.isGuessed && !endings.hiddenFromGuesses;
  if (endings.hidden && !isGuess) {
    judgement.why = inWords(*endings.hidden);
    return undecided(Ground::Hidden);
  }
  // What was lost in a step that failed was not looked at.
  if (goal.kind == GoalKind::Lost && endings.process) {
    judgement.why = inWords(*endings.process);
    return undecided(Ground::Hidden);
  }
  bool isQuietLeak = goal.kind == GoalKind::Leak && !facts.sides.empty() &&
                     facts.sides.front().wasQuietByOther &&
                     !facts.sides.front().wasParked;
  const bool isEndOfLife = goal.kind == GoalKind::Race && goal.endsLife &&
                           facts.wereTogether;
  if (facts.isBlurred || isQuietLeak || isEndOfLife)
    return undecided(Ground::Unsettled);
  if (facts.needsOrder && !facts.isOrdered) {
    if (!race)
      return undecided(Ground::OrderedByChance);
    judgement.why = shortly(race->location);
    return undecided(Ground::OrderedByRace);
  }
  judgement.scope.isComplete = extent.isComplete && !isGuess;
  judgement.scope.preemptions =
      isBounded ? extent.preemptions : std::optional<uint32_t>();
  bool isNowhere = side && (isBounded || goal.kind != GoalKind::Reach);
  judgement.verdict = isBounded || isGuess ? WarningVerdict::RefutedBounded
                      : isNowhere          ? WarningVerdict::NotApplicable
                                           : WarningVerdict::Refuted;
  judgement.side = side.value_or(0);
  judgement.ground = isNowhere ? Ground::NeverExecuted
                               : groundOfRefutation(judgement, goal, facts);
  if (isGuess)
    judgement.notes.push_back("behind an error (" + inWords(*endings.hidden) +
                              ") only as if that had no effect");
}

void withhold(Judgement &judgement) {
  if (judgement.warning.unjudged.empty() ||
      (judgement.verdict != WarningVerdict::Refuted &&
       judgement.verdict != WarningVerdict::RefutedBounded))
    return;
  judgement.verdict = WarningVerdict::NotApplicable;
  judgement.ground = Ground::Said;
  judgement.why = judgement.warning.unjudged;
  judgement.scope = {};
}

const char *warningVerdictWord(WarningVerdict verdict) {
  switch (verdict) {
  case WarningVerdict::Confirmed:
    return "confirmed";
  case WarningVerdict::Refuted:
    return "refuted";
  case WarningVerdict::RefutedBounded:
    return "refuted-bounded";
  case WarningVerdict::Undecided:
    return "undecided";
  case WarningVerdict::NotApplicable:
    return "not-applicable";
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
