//===- tools/report/Text.cpp - The terminal report ------------------------===//
//
// Cause and place first, in the form of a compiler's message; then the
// interleaving; then what else helps (who waits for what, where memory came
// from); then how far the search went, and the verdict.
// Tested by test/cli/report-*.c.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Interleaving.h"
#include "tools/report/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

std::string counted(uint64_t n, const char *what) {
  return llvm::formatv("{0:n} {1}{2}", n, what, n == 1 ? "" : "s");
}

std::string shortPlace(const Location &location) {
  Location copy = location;
  copy.file = shortPath(location.file);
  return toString(copy);
}

/// Control characters of the checked program do not reach the terminal.
std::string printable(llvm::StringRef text) {
  std::string clean = text.str();
  for (char &c : clean)
    if (static_cast<unsigned char>(c) < ' ' || c == 127)
      c = c == '\t' ? ' ' : '?';
  return clean;
}

class TextReport {
public:
  TextReport(llvm::raw_ostream &out, const Report &report, TextStyle style)
      : out_(out), report_(report), style_(style), paint_(style.colour) {}

  void write() {
    for (const Story &story : report_.stories)
      writeStory(story);
    writeApproximations();
    if (style_.verbose)
      writeInternals();
    writeVerdict();
  }

private:
  void writeStory(const Story &story) {
    writeDiagnostic(story.location, paint_.red("error: "), causeOf(story));
    if (story.foundBy == FoundBy::Race)
      writeDiagnostic(story.related, paint_.bold("note: "),
                      story.fault.related.message + " by T" +
                          std::to_string(story.fault.related.thread));
    writeObject(story);
    out_ << llvm::formatv("\nHow it happens ({0}, {1}, {2}):\n\n",
                          counted(story.steps.size(), "step"),
                          counted(story.threads.size(), "thread"),
                          counted(story.preemptions, "preemption"));
    out_ << interleaving(story, sources_, paint_);
    if (story.foundBy == FoundBy::Step || story.foundBy == FoundBy::Race)
      writeStack(story);
    else
      writeThreads(story);
    writeOutput(story);
    out_ << "\n";
  }

  /// The list of threads of a deadlock follows below: not in the headline.
  std::string causeOf(const Story &story) {
    if (story.foundBy != FoundBy::NoChoice)
      return story.fault.message;
    size_t waiting = 0;
    for (const ThreadStory &thread : story.threads)
      waiting += !thread.isFinished;
    return waiting == 1
               ? "deadlock: the only thread left can never go on"
               : llvm::formatv("deadlock: none of {0} threads can go on",
                               waiting)
                     .str();
  }

  void writeDiagnostic(const Location &location, const std::string &kind,
                       const std::string &message) {
    out_ << paint_.bold(shortPlace(location) + ": ") << kind
         << paint_.bold(message) << "\n";
    std::string source = sources_.line(location).rtrim().str();
    if (source.empty())
      return;
    // Keep the column visible in long lines.
    constexpr size_t kRoom = 72;
    size_t from = location.column > kRoom ? location.column - kRoom / 2 : 0;
    source = source.substr(std::min(from, source.size()), kRoom);
    out_ << llvm::formatv("{0,5} | {1}\n", location.line, source);
    if (location.column > from)
      out_ << "      | " << std::string(location.column - from - 1, ' ')
           << paint_.green("^") << "\n";
  }

  void writeObject(const Story &story) {
    if (!story.object || story.foundBy == FoundBy::Race)
      return;
    const ObjectStory &object = *story.object;
    if (object.size || object.allocatedAt.isKnown())
      writeDiagnostic(object.allocatedAt, paint_.bold("note: "),
                      counted(object.size, "byte") + " allocated by T" +
                          std::to_string(object.allocator));
    if (object.isFreed)
      writeDiagnostic(object.freedAt, paint_.bold("note: "),
                      "freed by T" + std::to_string(object.freer));
  }

  void writeThreads(const Story &story) {
    out_ << "\nWhere the threads are:\n";
    for (uint32_t id = 0; id < story.threads.size(); ++id) {
      const ThreadStory &thread = story.threads[id];
      std::string label = "  " + threadLabel(story, id) + ": ";
      if (thread.isFinished) {
        out_ << label << "finished\n";
        continue;
      }
      out_ << label << (thread.isBlocked ? "waits in " : "before ")
           << thread.operation << " at line " << lineIn(story, thread.at);
      if (thread.waitsFor)
        out_ << ", for T" << *thread.waitsFor;
      out_ << "\n";
    }
  }

  /// "12" in the file of the error, "other.c:12" elsewhere.
  std::string lineIn(const Story &story, const Location &location) {
    std::string line = std::to_string(location.line);
    if (location.file == story.location.file)
      return line;
    return baseName(location.file) + ":" + line;
  }

  void writeStack(const Story &story) {
    if (story.stack.size() < 2)
      return;
    out_ << "\nStack of T" << story.fault.thread << ":\n";
    size_t shown = 0;
    for (const Location &frame : story.stack) {
      if (++shown > 12) {
        out_ << "  ... " << story.stack.size() - 12 << " more\n";
        return;
      }
      out_ << "  " << frame.function << " at " << shortPlace(frame) << "\n";
    }
  }

  void writeOutput(const Story &story) {
    llvm::SmallVector<llvm::StringRef, 16> lines;
    llvm::StringRef(story.output).rtrim('\n').split(lines, '\n');
    if (story.output.empty())
      return;
    constexpr size_t kMost = 8;
    out_ << "\nOutput of the program"
         << (lines.size() > kMost ? " (its end):\n" : ":\n");
    size_t from = lines.size() > kMost ? lines.size() - kMost : 0;
    for (size_t i = from; i < lines.size(); ++i)
      out_ << "  | " << printable(lines[i]) << "\n";
  }

  void writeApproximations() {
    const auto &list = report_.result.approximations;
    if (list.empty() && report_.assumptions.empty())
      return;
    out_ << "Not exact in this run:\n";
    for (const auto &[text, place] : list)
      out_ << "  " << text << " (first at "
           << shortPlace(locate(report_.program, place)) << ")\n";
    for (const std::string &text : report_.assumptions)
      out_ << "  assumed: " << text << "\n";
  }

  void writeInternals() {
    const Result &result = report_.result;
    for (const MemberReport &member : result.members)
      out_ << llvm::formatv("member {0}: {1}, {2} in {3}, {4:f3} s, {5}\n",
                            member.name, counted(member.states, "state"),
                            counted(member.steps, "step"),
                            counted(member.turns, "turn"), member.seconds,
                            member.outcome);
    out_ << llvm::formatv(
        "visited set {0}: {1:n} bytes; {2}; local objects {3}\n",
        result.visited, result.stats.visitedBytes,
        counted(result.stats.instructions, "instruction"),
        result.locality ? "on" : "off");
  }

  void writeVerdict() {
    const Result &result = report_.result;
    const Statistics &stats = result.stats;
    std::string effort = llvm::formatv(
        "{0}, {1}, {2} ended, depth {3:n}; {4:f2} s, {5:n} states/s, {6:n} MB",
        counted(stats.states, "state"), counted(stats.transitions, "step"),
        counted(stats.executions, "path"), stats.maxDepth, stats.seconds,
        uint64_t(stats.statesPerSecond()), stats.peakRssMb);
    std::string how = result.search + " search";
    if (!result.member.empty())
      how += " (" + result.member + ")";
    if (!result.bound.empty())
      how += ", " + result.bound;
    how += ", visited set " + result.visited;
    switch (result.verdict) {
    case Verdict::Error:
      out_ << paint_.red("error") << ": "
           << counted(result.violations.size(), "error") << " in "
           << report_.programFile << "\n";
      break;
    case Verdict::NoError:
      out_ << paint_.green("no-error") << ": " << report_.programFile
           << " has no error in any schedule, for this input.\n"
           << "All " << counted(stats.states, "reachable state")
           << " were visited.\n";
      break;
    case Verdict::Inconclusive:
      out_ << paint_.yellow("inconclusive") << ": " << result.reason
           << nextStep(result.reason) << "\n"
           << "No error was found in " << report_.programFile
           << " as far as the search went.\n";
      if (result.coverage)
        out_ << llvm::formatv("Estimated coverage: {0:f1} % of random walks "
                              "stay within what was seen.\n",
                              100 * *result.coverage);
      break;
    }
    out_ << paint_.dim(effort) << "\n" << paint_.dim(how) << "\n";
  }

  llvm::raw_ostream &out_;
  const Report &report_;
  TextStyle style_;
  Paint paint_;
  SourceFiles sources_;
};

} // namespace

std::string nextStep(llvm::StringRef reason) {
  // The machine says what it cannot touch or call, in these words.
  if (reason.contains(", which has no definition"))
    return "; define it with --link=FILE";
  auto [before, after] = reason.split(", which has neither a definition");
  llvm::StringRef name = before.rsplit("call to ").second;
  if (after.empty() || name.empty())
    return "";
  return ("; define it with --link=FILE, or let it return a value with --stub=" +
          name + "=VALUE (--needs lists all of them)")
      .str();
}

void writeText(llvm::raw_ostream &out, const Report &report, TextStyle style) {
  TextReport(out, report, style).write();
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
