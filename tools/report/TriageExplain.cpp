//===- tools/report/TriageExplain.cpp - The long form of one verdict ------===//
//
// rbcheck --explain-verdict=ID: what the tool said, what that was taken as,
// what would have confirmed it, what was searched and seen, the verdict and for
// what it holds, and what could be done next.
// Tested by test/triage/explain.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Cells.h"
#include "tools/report/ErrorText.h"
#include "tools/report/InputText.h"
#include "tools/report/Reasons.h"
#include "tools/report/Triage.h"
#include "tools/warnings/Read.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

constexpr size_t kWidth = 80;

const char *whatConfirms(GoalKind kind) {
  switch (kind) {
  case GoalKind::Race:
    return "Two threads are about to make the two accesses, to the same bytes; "
           "one writes, and not both are atomic.";
  case GoalKind::Cycle:
    return "Threads wait for each other in a circle, each of them at one of "
           "the "
           "places.";
  case GoalKind::SelfLock:
    return "A thread is about to lock, at the last place, what it holds "
           "already.";
  case GoalKind::Leak:
    return "The lock that was taken at the place is held by a thread that has "
           "ended, or is waited for and nobody can release it.";
  case GoalKind::Lost:
    return "Nothing points any more to heap memory that was allocated at one of "
           "the places, or in what they call, or the last pointer to it is lost "
           "at the last place.";
  case GoalKind::Wait:
    return "Something fails in a thread after it returned from the wait, or a "
           "thread is never woken from it.";
  case GoalKind::Fault:
    return "Anything fails at the last place.";
  case GoalKind::Reach:
    return "A thread comes to the place.";
  }
  llvm_unreachable("covered switch");
}

/// What helps against the reason that no search came far enough.
std::string againstLimits(const Completeness &open) {
  switch (open.stop.why) {
  case StopReason::Time:
  case StopReason::NotSearched:
    return "Give it more time: --time-limit=S, --time-per-warning=S.";
  case StopReason::States:
    return "Allow more states: --max-states=N.";
  case StopReason::Memory:
  case StopReason::VisitedFull:
    return "Allow more memory: --memory-limit=MB, or --visited=fp128.";
  case StopReason::Interrupted:
    return "Let it run to its end.";
  default:
    break;
  }
  for (const MetApproximation &one : open.approximations)
    if (open.isHiding(one))
      return "Accept what is only approximated, if it does not matter here: "
             "--accept=" +
             std::string(infoOf(one.kind).name) + ".";
  if (open.cuts)
    return "Give what the program lacks" + nextStep(open) + ".";
  return "Raise the limits, or make the driver smaller: fewer threads, fewer "
         "rounds.";
}

std::string nextStepOf(const Judgement &judgement, const Result &search) {
  switch (judgement.verdict) {
  case WarningVerdict::Confirmed:
    return "Record it with --trace=FILE and step through it with rbreplay "
           "FILE; "
           "--html=FILE shows it in a browser.";
  case WarningVerdict::Refuted:
    if (holdsForAllInputs(search))
      return "Nothing " + scopeText(search) +
             ". Another driver may show what this one cannot.";
    return "Nothing " + scopeText(search) +
           ". Another driver, other arguments or another --stdin may show "
           "what this one cannot; inputs that are open are searched for all "
           "values (docs/inputs.md).";
  case WarningVerdict::RefutedBounded:
    return "More preemptions may show it: give the search through everything "
           "more time (--time-limit=S), or raise the bound "
           "(--bound=preemptions:N).";
  case WarningVerdict::Undecided:
    if (judgement.ground == Ground::Limits && judgement.open)
      return againstLimits(*judgement.open);
    if (judgement.ground == Ground::Hidden ||
        judgement.ground == Ground::ShownByGuess ||
        judgement.ground == Ground::EndsBefore ||
        judgement.ground == Ground::OrderedByRace)
      return "Fix that error first: rbcheck without --locs shows how it comes "
             "about.";
    return "See the notes and the related finding.";
  case WarningVerdict::NotApplicable:
    if (judgement.ground == Ground::NeverExecuted)
      return "Give a driver, arguments or --stdin that execute this place.";
    return "If the code is in the program after all: build it with -g -O0, and "
           "say with --path-map=FROM=TO how the report's paths begin here.";
  }
  llvm_unreachable("covered switch");
}

std::string threadsText(const std::vector<uint32_t> &threads) {
  std::vector<std::string> numbers;
  for (uint32_t thread : threads)
    numbers.push_back(std::to_string(thread));
  return (numbers.size() == 1 ? "thread " : "threads ") +
         llvm::join(numbers, ", ");
}

std::string seenAt(const SideEvidence &side) {
  if (!side.wasExecuted)
    return "never executed";
  std::string text = "executed";
  if (!side.threads.empty())
    text += " by " + threadsText(side.threads);
  if (!side.wasParked)
    text += ", but only where no other thread could notice";
  if (!side.locks)
    return text;
  std::vector<std::string> locks;
  for (const LockEvidence &lock : *side.locks)
    locks.push_back(lockText(lock));
  return text + (locks.empty() ? "; no lock is held there every time"
                               : "; always holding " + llvm::join(locks, ", "));
}

class Explanation {
public:
  Explanation(llvm::raw_ostream &out, const TriageReport &report, size_t index,
              TextStyle style)
      : out_(out), report_(report), index_(index),
        judgement_(report.result.judgements[index]), paint_(style.colour) {}

  void write() {
    const Warning &warning = judgement_.warning;
    say(0, warning.id + ": " + warningKindWord(warning.kind) +
               (warning.object.empty() ? "" : " " + warning.object) + ", " +
               whereOf(warning));
    say(0, std::string(warningVerdictWord(judgement_.verdict)) + ": " +
               whyOf(judgement_));
    writeSaid();
    writeTakenAs();
    writeSearched();
    writeSeen();
    writeVerdict();
    title("What could be done next");
    say(2, nextStepOf(judgement_, report_.result.search));
    writeHow();
  }

private:
  void title(const char *text) { out_ << "\n" << paint_.bold(text) << "\n"; }

  /// Text of reports and programs: escaped, wrapped.
  void say(size_t indent, const std::string &text, size_t more = 2) {
    bool isFirst = true;
    for (const std::string &line :
         wrapped(safeForTerminal(text), kWidth - indent - more)) {
      out_.indent(unsigned(isFirst ? indent : indent + more)) << line << "\n";
      isFirst = false;
    }
  }

  void writeSaid() {
    const Warning &warning = judgement_.warning;
    title("What the tool said");
    say(2, (warning.tool.empty() ? "unknown tool" : warning.tool) +
               (warning.rule.empty() ? "" : ", rule " + warning.rule) +
               (warning.message.empty() ? "" : ": " + warning.message));
    for (const WarningSource &source : warning.sources)
      say(2, "in " + source.path + ", " + source.pointer);
    if (!warning.incomplete.empty())
      say(2, "not told: " + warning.incomplete);
    llvm::SmallVector<llvm::StringRef, 16> lines;
    std::string native = nativeText({warning});
    llvm::StringRef(native).rtrim().split(lines, '\n');
    for (llvm::StringRef line : lines)
      say(4 + line.size() - line.ltrim().size(), line.trim().str());
  }

  void writeTakenAs() {
    const Evidence &evidence = judgement_.evidence;
    title("What it was taken as");
    say(2, goalWord(evidence.kind) + std::string(", confirmed if: ") +
               whatConfirms(evidence.kind));
    for (const SideEvidence &side : evidence.sides) {
      std::vector<std::string> code;
      for (const Location &at : side.places)
        code.push_back(shortPlace(at) +
                       (at.function.empty() ? "" : " in " + at.function));
      say(2, side.isAnywhere ? "anywhere"
                             : side.text + ": " + llvm::join(code, ", "));
      if (!side.callers.empty())
        say(4, "called from " + llvm::join(side.callers, ", called from "));
    }
    for (const std::string &note : judgement_.notes)
      say(2, "note: " + note);
  }

  static std::string predictionText(const Predictions &made) {
    return llvm::formatv("{0} and orders predicted from them ({1:n} found, "
                         "{2:n} came about)",
                         counted(made.recorded, "execution"), made.predicted,
                         made.replayed);
  }

  void writeSearched() {
    title("What was searched");
    bool isAny = false;
    for (const SearchRun &run : report_.result.runs) {
      if (!judgement_.evidence.wasSearched ||
          (run.warning && *run.warning != index_))
        continue;
      isAny = true;
      std::string what =
          run.predictions ? predictionText(*run.predictions)
          : run.warning   ? "along its places"
          : run.preemptions
              ? "with at most " + counted(*run.preemptions, "preemption")
              : "all schedules";
      std::string end = endOf(run);
      say(2, what + ": " + counted(run.states, "state") + ", " +
                 (end.empty() ? "complete" : end));
    }
    if (!isAny)
      say(2, "nothing: the verdict needs no search");
  }

  void writeSeen() {
    const Evidence &evidence = judgement_.evidence;
    if (!evidence.wasSearched)
      return;
    title("What was seen");
    for (const SideEvidence &side : evidence.sides)
      if (!side.isAnywhere)
        say(2, side.text + ": " + seenAt(side));
    say(2, approachText(judgement_));
    if (!judgement_.related.empty())
      say(2, "related finding: " + judgement_.related);
    writeMetErrors(out_, report_);
  }

  void writeVerdict() {
    title("The verdict");
    say(2, std::string(warningVerdictWord(judgement_.verdict)) + ": " +
               whyOf(judgement_));
    for (const std::string &note : inputNotes(judgement_))
      say(2, note);
    say(2, "holds for " + scopeOfRun(report_.result));
  }

  void writeHow() {
    for (const auto *list : {&report_.shown, &report_.related})
      if (index_ < list->size() && (*list)[index_]) {
        title(list == &report_.shown ? "How it happens"
                                     : "How the related finding happens");
        writeErrorText(out_, *(*list)[index_], paint_);
      }
  }

  llvm::raw_ostream &out_;
  const TriageReport &report_;
  size_t index_;
  const Judgement &judgement_;
  Paint paint_;
};

} // namespace

void writeExplanation(llvm::raw_ostream &out, const TriageReport &report,
                      size_t index, TextStyle style) {
  Explanation(out, report, index, style).write();
}

} // namespace rbcheck
