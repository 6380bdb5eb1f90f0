//===- tools/report/TriageText.cpp - Verdicts as a table ------------------===//
//
// One row per warning: what it says, where, the verdict, and why. Then how many
// of each, and for what they hold. With --verbose, how each confirmed one comes
// about.
// Tested by test/unit/TriageReportTest.cpp and test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"
#include "tools/report/Triage.h"

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

/// Number of characters, not bytes.
size_t widthOf(StringRef text) {
  size_t width = 0;
  for (char c : text)
    width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string padded(const std::string &text, size_t width) {
  size_t used = widthOf(text);
  return used < width ? text + std::string(width - used, ' ') : text;
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
      where_ = std::max(where_, widthOf(safeForTerminal(whereOf(warning))));
      verdict_ = std::max(verdict_, strlen(shownVerdict(judgement.verdict)));
    }
    // Long cells run over their column rather than push all others right.
    id_ = std::min<size_t>(id_, 12);
    kind_ = std::min<size_t>(kind_, 24);
    where_ = std::min<size_t>(where_, 52);
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
    out_ << "  " << padded(safeForTerminal(warning.id), id_) << "  "
         << padded(kindText(warning), kind_) << "  "
         << padded(safeForTerminal(whereOf(warning)), where_) << "  "
         << painted(paint_, judgement.verdict, padded(verdict, verdict_))
         << "  ";
    bool isFirst = true;
    auto say = [&](const std::string &text) {
      if (!text.empty())
        writeWrapped(safeForTerminal(text), isFirst);
      isFirst &= text.empty();
    };
    say(whyOf(judgement));
    if (judgement.verdict == WarningVerdict::Undecided && judgement.of)
      say(llvm::formatv("nearest approach: {0} of {1} milestones",
                        judgement.observed, judgement.of));
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
    llvm::SmallVector<StringRef, 32> words;
    text.split(words, ' ', -1, /*KeepEmpty=*/false);
    std::string line;
    auto flush = [&] {
      if (!isFirst)
        out_.indent(column);
      out_ << line << "\n";
      isFirst = false;
      line.clear();
    };
    for (StringRef word : words) {
      if (!line.empty() && widthOf(line) + 1 + widthOf(word) > room)
        flush();
      line += (line.empty() ? "" : " ") + word.str();
    }
    flush();
  }

  void writeSummary() {
    size_t count[5] = {};
    for (const Judgement &judgement : report_.result.judgements)
      ++count[size_t(judgement.verdict)];
    auto of = [&](WarningVerdict verdict) { return count[size_t(verdict)]; };
    out_ << llvm::formatv(
        "\n{0} confirmed, {1} refuted, {2} refuted (bounded), {3} undecided, "
        "{4} not applicable; {5:f1} s\n",
        of(WarningVerdict::Confirmed), of(WarningVerdict::Refuted),
        of(WarningVerdict::RefutedBounded), of(WarningVerdict::Undecided),
        of(WarningVerdict::NotApplicable), report_.result.search.stats.seconds);
    out_ << paint_.dim("Results hold for: " + scopeOfRun() + ".") << "\n";
    if (of(WarningVerdict::Confirmed) && !style_.verbose)
      out_ << paint_.dim("--verbose shows how the confirmed ones come about.")
           << "\n";
  }

  llvm::raw_ostream &out_;
  const TriageReport &report_;
  TextStyle style_;
  Paint paint_;
  size_t id_ = 2, kind_ = 4, where_ = 5, verdict_ = 7; // columns
};

} // namespace

std::string whereOf(const Warning &warning) {
  std::string text;
  for (const auto &thread : warning.threads) {
    if (thread.empty())
      continue;
    std::string places = placeText(thread.back().place);
    // One thread: the way there matters. Several: where they meet.
    if (warning.threads.size() == 1 && thread.size() > 1)
      places = placeText(thread.front().place) +
               (thread.size() > 2 ? " > .. > " : " > ") + places;
    text += (text.empty() ? "" : " <> ") + places;
  }
  if (!text.empty())
    return text;
  for (const WarningLock &lock : warning.locks)
    text += (text.empty() ? "" : " <> ") + placeText(lock.declared);
  return text.empty() ? "*" : text;
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

std::string scopeOfRun() {
  return "this program as built, main() with these arguments as driver, "
         "sequential consistency";
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
