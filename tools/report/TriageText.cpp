//===- tools/report/TriageText.cpp - Verdicts as a table ------------------===//
//
// One row per warning: what it says, where, the verdict, and why. Then how many
// of each, what else is wrong with the program, and for what the verdicts hold.
// With --verbose, how each confirmed one comes about.
// Tested by test/unit/TriageReportTest.cpp and test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/InputText.h"
#include "tools/report/MemoryModelText.h"
#include "tools/report/Reasons.h"
#include "tools/report/Triage.h"

#include "tools/report/Cells.h"
#include "tools/report/ErrorText.h"
#include "tools/report/Paint.h"
#include "tools/report/Source.h"
#include "tools/warnings/Import.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

constexpr size_t kWidth = 120;
constexpr size_t kLeastWhy = 40; ///< columns that the reasons get at least
constexpr size_t kMostId = 12, kMostKind = 24, kMostWhere = 52;

std::string placeText(const WarningPlace &place) {
  std::string line = place.line ? ":" + std::to_string(place.line) : "";
  if (!place.file.empty())
    return baseName(place.file) + line;
  return place.func.empty() ? "*" : place.func + line;
}

/// The verdict as it stands in the table.
const char *shownVerdict(WarningVerdict verdict) {
  switch (verdict) {
  case WarningVerdict::Confirmed:
    return "CONFIRMED";
  case WarningVerdict::Refuted:
    return "refuted";
  case WarningVerdict::RefutedBounded:
    return "refuted (bounded)";
  case WarningVerdict::Undecided:
    return "undecided";
  case WarningVerdict::NotApplicable:
    return "not applicable";
  }
  llvm_unreachable("covered switch");
}

std::string painted(const Paint &paint, WarningVerdict verdict,
                    const std::string &text) {
  switch (verdict) {
  case WarningVerdict::Confirmed:
    return paint.red(text);
  case WarningVerdict::Refuted:
  case WarningVerdict::RefutedBounded:
    return paint.green(text);
  case WarningVerdict::Undecided:
    return paint.yellow(text);
  case WarningVerdict::NotApplicable:
    return paint.dim(text);
  }
  llvm_unreachable("covered switch");
}

class Table {
public:
  Table(llvm::raw_ostream &out, const TriageReport &report, TextStyle style)
      : out_(out), report_(report), style_(style), paint_(style.colour) {}

  void write() {
    measure();
    writeTitle();
    std::string head = "  " + padded("ID", id_) + "  " + padded("KIND", kind_) +
                       "  " + padded("WHERE", where_) + "  " +
                       padded("VERDICT", verdict_) + "  WHY";
    out_ << "\n" << paint_.dim(head) << "\n";
    for (const Judgement &judgement : report_.result.judgements)
      writeRow(judgement);
    writeSummary();
  }

private:
  static std::string kindText(const Warning &warning) {
    std::string text = warningKindWord(warning.kind);
    if (!warning.object.empty())
      text += " " + warning.object;
    return safeForTerminal(text);
  }

  void measure() {
    for (const Judgement &judgement : report_.result.judgements) {
      const Warning &warning = judgement.warning;
      id_ = std::max(id_, widthOf(safeForTerminal(warning.id)));
      kind_ = std::max(kind_, widthOf(kindText(warning)));
      where_ = std::max(where_, widthOf(whereCell(warning)));
      verdict_ = std::max(verdict_, strlen(shownVerdict(judgement.verdict)));
    }
    id_ = std::min(id_, kMostId);
    kind_ = std::min(kind_, kMostKind);
    where_ = std::min(where_, kMostWhere);
  }

  static std::string whereCell(const Warning &warning) {
    Whereabouts where = whereaboutsOf(warning);
    for (std::string &place : where.places)
      place = safeForTerminal(place);
    return cutParts(where.places, where.between, kMostWhere);
  }

  void writeTitle() {
    std::vector<std::string> tools;
    for (const Judgement &judgement : report_.result.judgements)
      if (!llvm::is_contained(tools, judgement.warning.tool) &&
          judgement.warning.tool != "native")
        tools.push_back(judgement.warning.tool);
    out_ << "rbcheck: "
         << counted(report_.result.judgements.size(), "warning");
    if (!tools.empty())
      out_ << " from " << safeForTerminal(llvm::join(tools, ", "));
    std::vector<std::string> files;
    for (const std::string &file : report_.reportFiles)
      files.push_back(baseName(file));
    out_ << " (" << safeForTerminal(llvm::join(files, ", ")) << ") on "
         << safeForTerminal(report_.programFile) << "\n";
  }

  void writeRow(const Judgement &judgement) {
    const Warning &warning = judgement.warning;
    std::string verdict = shownVerdict(judgement.verdict);
    out_ << "  " << padded(cutInMiddle(safeForTerminal(warning.id), id_), id_)
         << "  " << padded(cutInMiddle(kindText(warning), kind_), kind_)
         << "  " << padded(whereCell(warning), where_) << "  "
         << painted(paint_, judgement.verdict, padded(verdict, verdict_))
         << "  ";
    bool isFirst = true;
    auto say = [&](const std::string &text) {
      if (!text.empty())
        writeWrapped(safeForTerminal(text), isFirst);
      isFirst &= text.empty();
    };
    say(whyOf(judgement));
    for (const std::string &note : inputNotes(judgement))
      say(note);
    if (judgement.verdict == WarningVerdict::Undecided && judgement.of)
      say(approachText(judgement));
    if (!judgement.related.empty())
      say("related finding: " + judgement.related);
    for (const std::string &note : judgement.notes)
      say("note: " + note);
    if (isFirst)
      out_ << "\n";
  }

  void writeWrapped(StringRef text, bool isFirst) {
    size_t column = 2 + id_ + 2 + kind_ + 2 + where_ + 2 + verdict_ + 2;
    size_t room = column + kLeastWhy > kWidth ? kLeastWhy : kWidth - column;
    for (const std::string &line : wrapped(text, room)) {
      if (!isFirst)
        out_.indent(column);
      out_ << line << "\n";
      isFirst = false;
    }
  }

  void writeSummary() {
    VerdictCounts count = countVerdicts(report_.result);
    out_ << llvm::formatv(
        "\n{0} confirmed, {1} refuted, {2} refuted (bounded), {3} undecided, "
        "{4} not applicable; {5:f1} s\n",
        count[WarningVerdict::Confirmed], count[WarningVerdict::Refuted],
        count[WarningVerdict::RefutedBounded],
        count[WarningVerdict::Undecided],
        count[WarningVerdict::NotApplicable],
        report_.result.search.stats.seconds);
    writeMetErrors(out_, report_);
    for (const auto &[index, file] : report_.traceFiles)
      out_ << "Trace of "
           << safeForTerminal(report_.result.judgements[index].warning.id)
           << ": rbreplay " << safeForTerminal(file) << "\n";
    out_ << paint_.dim("Results hold for: " + scopeOfRun(report_.result) + ".") << "\n";
    if (count[WarningVerdict::Confirmed] && !style_.verbose)
      out_ << paint_.dim("--verbose shows how the confirmed ones come about.")
           << "\n";
    if (!report_.result.judgements.empty())
      out_ << paint_.dim("--explain-verdict=ID says what a verdict rests on.")
           << "\n";
  }

  llvm::raw_ostream &out_;
  const TriageReport &report_;
  TextStyle style_;
  Paint paint_;
  size_t id_ = 2, kind_ = 4, where_ = 5, verdict_ = 7; // columns
};

} // namespace

Whereabouts whereaboutsOf(const Warning &warning) {
  Whereabouts where;
  for (const auto &thread : warning.threads) {
    if (thread.empty())
      continue;
    // One thread: the way there matters. Several: where they meet.
    if (warning.threads.size() == 1 && thread.size() > 1) {
      where.places = {placeText(thread.front().place),
                      placeText(thread.back().place)};
      where.between = thread.size() > 2 ? " > .. > " : " > ";
      return where;
    }
    where.places.push_back(placeText(thread.back().place));
  }
  if (where.places.empty())
    for (const WarningLock &lock : warning.locks)
      where.places.push_back(placeText(lock.declared));
  if (where.places.empty())
    where.places.push_back("*");
  return where;
}

std::string whereOf(const Warning &warning) {
  Whereabouts where = whereaboutsOf(warning);
  return llvm::join(where.places, where.between);
}

WarningPlace primaryPlace(const Warning &warning) {
  for (const auto &thread : warning.threads)
    if (!thread.empty() && !thread.back().place.file.empty())
      return thread.back().place;
  return warning.locks.empty() ? WarningPlace() : warning.locks[0].declared;
}

std::string scopeOf(const Judgement &judgement) {
  const VerdictScope &scope = judgement.scope;
  std::string text = scope.isComplete ? "every schedule explored" : "";
  if (scope.preemptions)
    text = "at most " + counted(*scope.preemptions, "preemption");
  if (scope.states)
    text += (text.empty() ? "" : ", ") + counted(scope.states, "state");
  return text;
}

std::string scopeOfRun(const TriageResult &result) {
  return std::string("this program as built, main() with these arguments as "
                     "driver, ") +
         memoryModelText(result.search.memory) +
         (result.search.inputs.any ? ", " + scopeText(result.search) : "");
}

void writeMetErrors(llvm::raw_ostream &out, const TriageReport &report) {
  if (report.errors.empty())
    return;
  out << "\nErrors of the program met on the way (rbcheck "
      << safeForTerminal(report.programFile)
      << ", without --locs, shows how one comes about):\n";
  for (const TraceData &error : report.errors)
    out << "  " << safeForTerminal(shortPlace(error.location)) << ": "
        << faultWord(error.fault.kind) << ": "
        << safeForTerminal(error.fault.message) << "\n";
  out << "\n";
}

void writeTriageText(llvm::raw_ostream &out, const TriageReport &report,
                     TextStyle style) {
  Table(out, report, style).write();
  if (!style.verbose)
    return;
  const auto &judgements = report.result.judgements;
  for (size_t i = 0; i < judgements.size(); ++i)
    for (const auto *list : {&report.shown, &report.related})
      if (i < list->size() && (*list)[i]) {
        out << "\n" << safeForTerminal(judgements[i].warning.id) << ", "
            << (list == &report.shown ? "how it happens"
                                      : "the related finding")
            << ":\n";
        writeErrorText(out, *(*list)[i], Paint(style.colour));
      }
}

} // namespace rbcheck
