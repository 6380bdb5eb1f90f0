//===- tools/report/Text.cpp - The terminal report ------------------------===//
//
// Every error (ErrorText.cpp), then how far the search went, the verdict, and
// how to replay.
// Tested by test/cli/report-*.c.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Cells.h"
#include "tools/report/ErrorText.h"
#include "tools/report/InputText.h"
#include "tools/report/MemoryModelText.h"
#include "tools/report/Reasons.h"
#include "tools/report/Report.h"
#include "tools/report/StepText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

class TextReport {
public:
  TextReport(llvm::raw_ostream &out, const Report &report, TextStyle style)
      : out_(out), report_(report), style_(style), paint_(style.colour) {}

  void write() {
    for (const TraceData &trace : report_.traces) {
      writeErrorText(out_, trace, paint_);
      out_ << "\n";
    }
    writeApproximations();
    writeNotes();
    writeInput();
    if (style_.verbose)
      writeInternals();
    writeVerdict();
    writeReplay();
  }

private:
  void writeApproximations() {
    const auto &list = report_.result.completeness.approximations;
    if (list.empty() && report_.assumptions.empty())
      return;
    out_ << "Not exact in this run:\n";
    for (const MetApproximation &one : list) {
      out_ << "  " << infoOf(one.kind).name << ": " << approximationText(one);
      if (one.hasPlace)
        out_ << " (first at " << shortPlace(one.at) << ")";
      out_ << "\n";
    }
    for (const std::string &text : report_.assumptions)
      out_ << "  assumed: " << text << "\n";
  }

  /// Beside an error nobody wants to read of what is none.
  void writeNotes() {
    if (report_.result.verdict == Verdict::Error)
      return;
    for (const LeakNote &note : report_.result.leaks)
      out_ << paint_.bold("note: ") << leakText(note) << "\n";
  }

  void writeInput() {
    const std::optional<InputReport> &input = report_.input;
    if (input)
      out_ << "Standard input: " << counted(input->bytes, "byte")
           << (input->file.empty() ? std::string(" piped in")
                                   : " from " + input->file)
           << "\n";
  }

  void writeInternals() {
    const Result &result = report_.result;
    for (const MemberReport &member : result.members)
      out_ << llvm::formatv(
          "member {0}: {1}, {2} in {3}, {4:f3} s, {5}\n", member.name,
          counted(member.states, "state"), counted(member.steps, "step"),
          counted(member.turns, "turn"), member.seconds, outcomeText(member));
    out_ << llvm::formatv(
        "visited set {0}: {1:n} bytes; {2}; local objects {3}; steps {4}; "
        "memory model {5}\n",
        visitedText(result.completeness), result.stats.visitedBytes,
        counted(result.stats.instructions, "instruction"),
        result.locality ? "on" : "off",
        result.steps == Steps::Sync ? "sync" : "access",
        memoryModelWord(result.memory));
    if (report_.solver)
      writeSolver(*report_.solver);
  }

  void writeSolver(const SolverStats &solver) {
    const Statistics stats = wholeRun(report_.result);
    const double all = stats.seconds * report_.result.jobs;
    out_ << llvm::formatv(
        "solver: {0}, {1:n} asked before; of the parts of the others {2:n} known "
        "before, {3:n} by an older example, {4:n} bit by bit, {5:n} by Z3 ({6:n} "
        "without an answer); {7:f3} s for the answers, {8:f0} % of the time\n",
        counted(solver.queries, "question"), solver.asBefore, solver.byCache,
        solver.byModel, solver.byBits, solver.bySolver, solver.unknown,
        solver.seconds,
        all > 0 ? std::min(100.0, 100 * solver.seconds / all) : 0.0);
  }

  void writeVerdict() {
    const Result &result = report_.result;
    const Statistics stats = wholeRun(result);
    const bool isStateless = result.completeness.isStateless;
    const size_t searches = result.members.size();
    std::string effort =
        isStateless ? executionsText(stats) : statesText(stats, searches);
    if (report_.shortenSeconds >= 0.05)
      effort += llvm::formatv("; {0:f2} s to shorten the trace",
                              report_.shortenSeconds);
    std::string how = result.search + " search";
    if (!result.member.empty())
      how += " (" + result.member + ")";
    if (result.bounds.any())
      how += ", " + result.bounds.text();
    how += ", visited set " + visitedText(result.completeness);
    if (result.ranks > 1)
      how += llvm::formatv(", {0} ranks", result.ranks);
    switch (result.verdict) {
    case Verdict::Error:
      out_ << paint_.red("error") << ": "
           << counted(result.violations.size(), "error") << " in "
           << report_.programFile << "\n";
      break;
    case Verdict::NoError:
      out_ << paint_.green("no-error") << ": " << report_.programFile
           << " has no error in any schedule, " << scopeText(result)
           << ", under " << memoryModelText(result.memory)
           << (result.spurious ? "" : ", without spurious events") << ".\n"
           << acceptedText() << visitedStates() << "\n";
      if (neverEnds(result))
        out_ << "No schedule ever ends (--check=+termination shows one).\n";
      break;
    case Verdict::Inconclusive:
      out_ << paint_.yellow("inconclusive") << ": " << reasonOf(result)
           << nextStep(result.completeness) << "\n"
           << "No error was found in " << report_.programFile
           << " as far as the search went.\n";
      if (Coverage covered = coverageOf(result); covered.preemptions)
        out_ << "Every schedule with at most "
             << counted(*covered.preemptions, "preemption") << " was checked"
             << nextCovered(covered) << ".\n";
      break;
    }
    out_ << paint_.dim(effort) << "\n" << paint_.dim(how) << "\n";
  }

  /// ", and 63 % of the executions with 2 that are known"
  static std::string nextCovered(const Coverage &covered) {
    if (!covered.known)
      return "";
    return llvm::formatv(
        ", and {0} % of the executions with {1} that are known "
        "({2:n} of {3:n})",
        covered.percent(), *covered.preemptions + 1, covered.executed,
        covered.known);
  }

  std::string visitedStates() {
    const uint64_t states = report_.result.stats.states;
    if (report_.result.completeness.isStateless)
      return counted(report_.result.stats.executions, "execution") +
             ": all that differ in the order of what depends on each other.";
    return report_.result.completeness.isReduced
               ? counted(states, "state") +
                     (states == 1 ? " covers" : " cover") +
                     " all schedules: the others only order what does "
                     "not matter (docs/reduction.md)."
           : states == 1
               ? std::string("The only reachable state was visited.")
               : "All " + counted(states, "reachable state") + " were visited.";
  }

  static std::string statesText(const Statistics &stats, size_t searches) {
    return llvm::formatv(
        "{0}, {1}, {2} ended, depth {3:n}; {4:f2} s, {5:n} states/s, {6:n} MB",
        counted(stats.states, "state") +
            (searches > 1 ? llvm::formatv(" in {0} searches", searches).str()
                          : ""),
        counted(stats.transitions, "step"), counted(stats.executions, "path"),
        stats.maxDepth, stats.seconds, uint64_t(stats.statesPerSecond()),
        stats.peakRssMb);
  }

  /// Of a search that remembers no states.
  static std::string executionsText(const Statistics &stats) {
    return llvm::formatv("{0}{1}, {2}, depth {3:n}; {4:f2} s, {5:n} MB",
                         counted(stats.executions, "execution"),
                         stats.blocked
                             ? " and " + counted(stats.blocked, "path") +
                                   " followed in vain"
                             : "",
                         counted(stats.transitions, "step"), stats.maxDepth,
                         stats.seconds, stats.peakRssMb);
  }

  /// What the user took upon himself, or "".
  std::string acceptedText() {
    std::vector<std::string> names = acceptedNames(report_.result.completeness);
    return names.empty() ? ""
                         : "Accepted, although it could hide an error: " +
                               llvm::join(names, ", ") + ".\n";
  }

  /// How to go on from here; the last lines.
  void writeReplay() {
    if (report_.traces.empty())
      return;
    out_ << "Usual fixes: rbcheck --explain "
         << faultWord(report_.traces.front().fault.kind) << "\n";
    if (!report_.traceFile.empty() && report_.traceFile != "-")
      out_ << "Replay: rbreplay " << report_.traceFile << "\n";
    else
      out_ << "Replay: add --trace=FILE to the command, then rbreplay FILE\n";
  }

  llvm::raw_ostream &out_;
  const Report &report_;
  TextStyle style_;
  Paint paint_;
};

} // namespace

void writeText(llvm::raw_ostream &out, const Report &report, TextStyle style) {
  if (!style.width) {
    TextReport(out, report, style).write();
    return;
  }
  std::string text;
  llvm::raw_string_ostream all(text);
  TextReport(all, report, style).write();
  llvm::StringRef rest = text;
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    out << wrappedLine(line, style.width) << "\n";
    rest = behind;
  }
}

void printRunWarning(llvm::raw_ostream &out, Machine &machine,
                     const Fault &fault) {
  out << shortPlace(locateThread(machine, fault.thread, fault.place))
      << ": warning: " << fault.message
      << "; a search reports that as an error\n";
}

void printRunFault(llvm::raw_ostream &out, Machine &machine,
                   const Fault &fault) {
  Location location = locateThread(machine, fault.thread, fault.place);
  out << shortPlace(location) << ": error: " << fault.message << "\n";
  if (fault.hasRelated)
    out << shortPlace(
               locateThread(machine, fault.related.thread, fault.related.place))
        << ": note: " << fault.related.message << " by T"
        << fault.related.thread << "\n";
  for (const Location &frame : stackOf(machine, fault.thread))
    out << "  in " << frame.function << " at " << shortPlace(frame) << "\n";
}

} // namespace rbcheck
