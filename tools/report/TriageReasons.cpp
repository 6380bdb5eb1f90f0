//===- tools/report/TriageReasons.cpp - Why a verdict, in one line --------===//
//
// The only place where the ground of a verdict (search/triage/Evidence.h)
// becomes a sentence: with the places, the locks and where they are taken, how
// long a schedule is, how far a search came.
// Tested by test/triage/reasons.test and test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"

#include "tools/report/ErrorText.h"
#include "tools/report/InputText.h"
#include "tools/report/Source.h"
#include "tools/report/Triage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

constexpr size_t kMostInputs = 6; ///< that are told beside a verdict

std::string scopeText(const Judgement &judgement) {
  const VerdictScope &scope = judgement.scope;
  if (scope.preemptions)
    return llvm::formatv("at most {0}, {1}: ",
                         counted(*scope.preemptions, "preemption"),
                         counted(scope.states, "state"));
  return llvm::formatv("{0}, {1}: ",
                       scope.isComplete ? "complete" : "up to an error",
                       counted(scope.states, "state"));
}

/// "`a.mu` (taken at lock_order.c:18), `b.mu` (taken at lock_order.c:19)".
std::string locksText(const std::vector<LockEvidence> &locks) {
  std::string text;
  for (const LockEvidence &lock : locks)
    text += (text.empty() ? "" : ", ") + lockText(lock);
  return text;
}

/// "pool.c:12 and pool.c:30", "both accesses of pool.c:12".
std::string bothText(const Judgement &judgement) {
  std::vector<std::string> texts;
  for (const SideEvidence &side : judgement.evidence.sides)
    if (!side.isAnywhere && !llvm::is_contained(texts, side.text))
      texts.push_back(side.text);
  return texts.empty() ? "both places" : llvm::join(texts, " and ");
}

std::string shownText(const Judgement &judgement) {
  if (!judgement.violation)
    return judgement.why;
  const Violation &violation = *judgement.violation;
  std::string text = violation.fault.message;
  std::string where = linePlace(violation.location);
  if (violation.related.isKnown())
    where += ", " + linePlace(violation.related);
  if (violation.foundBy == &stepFaults() || violation.foundBy == &dataRaces())
    text += " (" + where + ")";
  return text + "; shown by a schedule of " +
         (judgement.cost ? costText(*judgement.cost)
                         : counted(violation.schedule.size(), "step"));
}

/// The sentence without how much was explored.
std::string groundText(const Judgement &judgement) {
  const std::vector<SideEvidence> &sides = judgement.evidence.sides;
  static const SideEvidence unknown;
  const SideEvidence &side =
      judgement.side < sides.size() ? sides[judgement.side] : unknown;
  auto byCalls = [&](const char *always, const char *underCalls) {
    return side.text + (side.callers.empty() ? always : underCalls);
  };
  bool isBounded = judgement.verdict == WarningVerdict::RefutedBounded;
  switch (judgement.ground) {
  case Ground::Said:
    return judgement.why;
  case Ground::Shown:
    return shownText(judgement);
  case Ground::Limits:
    return judgement.open ? reasonOf(*judgement.open) : "";
  case Ground::Hidden:
    return "some schedules end earlier (" + judgement.why +
           "); what would come then is not known";
  case Ground::ShownByGuess:
    return "comes about only behind an error (" + judgement.why +
           "), if that has no effect; what the program does then is not known";
  case Ground::EndsBefore:
    return side.text + " is not reached: schedules end before (" +
           judgement.why + ")";
  case Ground::OrderedByRace:
    return bothText(judgement) +
           ": never both there at the same time, but the data race at " +
           judgement.why + " may be all that keeps them apart";
  case Ground::OrderedByChance:
    return bothText(judgement) +
           ": never both there at the same time, but perhaps only by what "
           "orders nothing (relaxed atomics, calls that may fail)";
  case Ground::Unsettled:
    return "something fails, but it could not be settled whether it is what "
           "the warning says";
  case Ground::NeverExecuted:
    return side.text + (isBounded ? " was not executed"
                                  : " is never executed by this program");
  case Ground::Alone:
    return byCalls(" is executed only where no other thread can touch the "
                   "same memory",
                   " is not executed by those calls while another thread can "
                   "touch the same memory");
  case Ground::CommonLock:
    return locksText(judgement.evidence.common) +
           (judgement.evidence.common.size() == 1 ? " is" : " are") +
           " held at both (" + bothText(judgement) + ")";
  case Ground::OneThread:
    return bothText(judgement) + ": both only in thread " +
           std::to_string(side.threads.empty() ? 0 : side.threads.front());
  case Ground::Harmless:
    return bothText(judgement) +
           ": both there at once, but as atomic accesses or reads";
  case Ground::OtherMemory:
    return bothText(judgement) +
           ": both there at once, but never on the same memory";
  case Ground::NeverTogether:
    return bothText(judgement) + ": never both there at the same time";
  case Ground::NeverDisturbed:
    return "never concurrent with a conflicting access";
  case Ground::NeverDisturbedUnlocked:
    return "lock not held, but never concurrent with a conflicting access";
  case Ground::NoConflict:
    return "no two threads ever make conflicting accesses there";
  case Ground::LoneThread:
    return byCalls(" is executed only by a lone thread",
                   " is executed by those calls only by a lone thread");
  case Ground::NoCircle:
    return "the threads never wait for each other there";
  case Ground::NoRelock:
    return "no thread locks there what it holds already";
  case Ground::NoLeak:
    return "no thread ends with the lock, and nobody waits for it in vain";
  case Ground::NothingLost:
    return "what is allocated there is freed, or can still be reached";
  case Ground::NothingAfterWait:
    return "nothing fails after the wait has returned";
  case Ground::NothingFails:
    return "nothing fails there";
  case Ground::NotReached:
    return "no schedule comes there";
  }
  llvm_unreachable("covered switch");
}

} // namespace

std::string linePlace(Location location) {
  location.file = baseName(location.file);
  location.column = 0;
  return toString(location);
}

std::string lockText(const LockEvidence &lock) {
  std::vector<std::string> places;
  for (const Location &at : lock.takenAt)
    places.push_back(linePlace(at));
  return lock.name +
         (places.empty() ? "" : " (taken at " + llvm::join(places, ", ") + ")");
}

std::string costText(const ScheduleCost &cost) {
  return counted(cost.steps, "step") + ", " +
         counted(cost.preemptions, "preemption");
}

std::string approachText(const Judgement &judgement) {
  std::string text = llvm::formatv("nearest approach: {0} of {1} milestones",
                                   judgement.observed, judgement.of);
  const std::string &stood = judgement.evidence.stood;
  return stood.empty() ? text : text + " (" + stood + ")";
}

const char *goalWord(GoalKind kind) {
  switch (kind) {
  case GoalKind::Race:
    return "race";
  case GoalKind::Cycle:
    return "lock-cycle";
  case GoalKind::SelfLock:
    return "relock";
  case GoalKind::Leak:
    return "kept-lock";
  case GoalKind::Lost:
    return "lost-memory";
  case GoalKind::Wait:
    return "wait";
  case GoalKind::Fault:
    return "failure";
  case GoalKind::Reach:
    return "reach";
  }
  llvm_unreachable("covered switch");
}

std::string endOf(const SearchRun &run) {
  return run.completeness.isCompleteWithinBounds() ? ""
                                                   : reasonOf(run.completeness);
}

bool namesScope(const Judgement &judgement) {
  return judgement.verdict == WarningVerdict::RefutedBounded ||
         (judgement.verdict == WarningVerdict::Refuted &&
          judgement.scope.states);
}

std::string whyOf(const Judgement &judgement) {
  std::string text = groundText(judgement);
  if (judgement.ground == Ground::Limits && judgement.scope.states)
    text += " (" + counted(judgement.scope.states, "state") + " seen)";
  return (namesScope(judgement) ? scopeText(judgement) : "") + text;
}

std::vector<std::string> inputNotes(const Judgement &judgement) {
  std::vector<std::string> notes;
  if (judgement.violation)
    for (const ShownInput &input :
         shownInputs(judgement.violation->machine.inputs.get()))
      notes.push_back(noteText(input));
  if (notes.size() > kMostInputs) {
    const size_t more = notes.size() - kMostInputs;
    notes.resize(kMostInputs);
    notes.push_back("... and " + counted(more, "more input"));
  }
  return notes;
}

} // namespace rbcheck
