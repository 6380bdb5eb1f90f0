//===- tools/report/Interleaving.cpp - A story as a table of steps --------===//
#include "tools/report/Interleaving.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr size_t kWidth = 80;
constexpr size_t kMargin = 7;      ///< mark and number of the step
constexpr size_t kLastColumn = 34; ///< its least width
constexpr size_t kRunHead = 4;     ///< of a long run of one thread: steps
constexpr size_t kRunTail = 3;     ///< shown at its begin and end
constexpr size_t kMostRows = 60;
constexpr size_t kHeadRows = 20; ///< of a long table
constexpr size_t kMostColumns = 8;

struct Row {
  enum Kind : uint8_t { Step, Final, Fold, Preemption };
  Kind kind;
  size_t step = 0; ///< index or kNoNumber; Fold: steps left out
  uint32_t thread = 0;
  Location location;
  std::string operation;
};

constexpr size_t kNoNumber = ~size_t(0);

bool isAccess(llvm::StringRef operation) {
  return operation.contains("read of ") || operation.contains("write of ");
}

bool isSameLine(const Location &a, const Location &b) {
  return a.line == b.line && a.file == b.file;
}

/// The statement at a column of a line with several, without a comment.
std::string statementAt(llvm::StringRef line, uint32_t column) {
  line = line.substr(0, line.find(" //")).rtrim();
  size_t at = column ? column - 1 : 0;
  if (at >= line.size() || line.trim().starts_with("for"))
    return line.trim().str();
  size_t from = line.take_front(at).find_last_of(";{}");
  size_t to = line.find_first_of(";}", at);
  return line
      .slice(from == llvm::StringRef::npos ? 0 : from + 1,
             to == llvm::StringRef::npos ? line.size() : to + (line[to] == ';'))
      .trim()
      .str();
}

class Table {
public:
  Table(const Story &story, SourceFiles &sources, const Paint &paint)
      : story_(story), sources_(sources), paint_(paint) {
    size_t threads = std::max<size_t>(story.threads.size(), 1);
    hasColumns_ = threads <= kMostColumns;
    // Narrow columns leave the last one room: its text cannot run on.
    column_ = threads == 1
                  ? 0
                  : std::min<size_t>(
                        (kWidth - kMargin - kLastColumn) / (threads - 1), 24);
  }

  std::string text() {
    addSteps();
    addFinal();
    shorten();
    std::string text = hasColumns_ ? header() : "";
    for (const Row &row : rows_)
      text += line(row);
    return text;
  }

private:
  void addSteps() {
    const std::vector<StoryStep> &steps = story_.steps;
    for (size_t i = 0; i < steps.size();) {
      size_t end = i + 1;
      while (end < steps.size() && steps[end].thread == steps[i].thread)
        ++end;
      if (steps[i].isPreemption)
        rows_.push_back(preemption(i));
      addRun(i, end);
      i = end;
    }
  }

  /// Steps begin .. end-1 are of one thread.
  void addRun(size_t begin, size_t end) {
    size_t shown = kRunHead + kRunTail;
    for (size_t i = begin; i < end; ++i) {
      if (end - begin > shown + 1 && i == begin + kRunHead) {
        size_t left = end - begin - shown;
        rows_.push_back({Row::Fold, left, story_.steps[i].thread, {}, ""});
        i += left;
      }
      const StoryStep &step = story_.steps[i];
      rows_.push_back(
          {Row::Step, i, step.thread, step.location, step.operation});
    }
  }

  Row preemption(size_t step) {
    uint32_t thread = step ? story_.steps[step - 1].thread : 0;
    // Where it stopped: at its next step, or where it stands at the end.
    for (size_t i = step; i < story_.steps.size(); ++i)
      if (story_.steps[i].thread == thread)
        return {Row::Preemption, step, thread, story_.steps[i].location, ""};
    return {Row::Preemption, step, thread, story_.threads[thread].at, ""};
  }

  /// What shows the error once all steps are done.
  void addFinal() {
    const Fault &fault = story_.fault;
    switch (story_.foundBy) {
    case FoundBy::Step:
      // The last step may have gone on to another line before it failed.
      if (!rows_.empty() && rows_.back().thread == fault.thread &&
          isSameLine(rows_.back().location, story_.location))
        rows_.back().kind = Row::Final;
      else
        rows_.push_back(
            {Row::Final, kNoNumber, fault.thread, story_.location, ""});
      return;
    case FoundBy::Race:
      addPending(fault.related.thread);
      addPending(fault.thread);
      return;
    case FoundBy::Reached:
      addPending(fault.thread);
      return;
    case FoundBy::NoChoice:
    case FoundBy::Stuck:
    case FoundBy::Held:
    case FoundBy::Exit:
      for (uint32_t id = 0; id < story_.threads.size(); ++id)
        if (!story_.threads[id].isFinished && story_.threads[id].isBlocked)
          addPending(id);
      return;
    }
  }

  void addPending(uint32_t id) {
    if (id >= story_.threads.size())
      return;
    const ThreadStory &thread = story_.threads[id];
    rows_.push_back({Row::Final, kNoNumber, id, thread.at,
                     thread.isBlocked ? "waits" : thread.operation});
  }

  /// Leaves out the middle of a table that nobody would read.
  void shorten() {
    if (rows_.size() <= kMostRows)
      return;
    size_t tail = kMostRows - kHeadRows;
    size_t end = rows_.size() - tail;
    size_t steps = 0;
    for (size_t i = kHeadRows; i < end; ++i)
      steps += rows_[i].kind == Row::Step   ? 1
               : rows_[i].kind == Row::Fold ? rows_[i].step
                                            : 0;
    rows_.erase(rows_.begin() + kHeadRows, rows_.begin() + end);
    rows_.insert(rows_.begin() + kHeadRows,
                 {Row::Fold, steps, kNobody, {}, ""});
  }

  std::string header() {
    std::string text(kMargin, ' ');
    for (uint32_t id = 0; id < story_.threads.size(); ++id) {
      std::string label = threadLabel(story_, id);
      if (id + 1 < story_.threads.size()) {
        if (label.size() >= column_)
          label.resize(column_ - 1);
        label.resize(column_, ' ');
      }
      text += label;
    }
    return paint_.bold(llvm::StringRef(text).rtrim().str()) + "\n";
  }

  std::string line(const Row &row) {
    switch (row.kind) {
    case Row::Fold: {
      bool isOfOne = row.thread != kNobody;
      std::string indent(isOfOne ? indentOf(row.thread) : kMargin, ' ');
      return paint_.dim(llvm::formatv("{0}... {1} more step{2}{3}", indent,
                                      row.step, row.step == 1 ? "" : "s",
                                      isOfOne ? "" : ", all threads")) +
             "\n";
    }
    case Row::Preemption: {
      std::string text = std::string(kMargin, ' ') + "~~ T" +
                         std::to_string(row.thread) + " preempted";
      if (row.location.isKnown())
        text += " before " + lineName(row.location);
      return paint_.yellow(text + " ~~") + "\n";
    }
    case Row::Step:
    case Row::Final:
      return stepLine(row);
    }
    llvm_unreachable("covered switch");
  }

  std::string stepLine(const Row &row) {
    bool isFinal = row.kind == Row::Final;
    std::string text(5, ' ');
    if (row.step != kNoNumber)
      text = llvm::formatv("{0,5}", row.step + 1);
    text += isFinal ? "! " : "  ";
    text.resize(std::max(text.size(), indentOf(row.thread)), ' ');
    if (!hasColumns_)
      text += llvm::formatv("T{0,-4}", row.thread);
    text += cell(row);
    if (text.size() > kWidth) {
      text.resize(kWidth - 2);
      text += "..";
    }
    text = llvm::StringRef(text).rtrim().str();
    return (isFinal ? paint_.red(text) : text) + "\n";
  }

  /// Line number and source; the operation where the source does not say it.
  std::string cell(const Row &row) {
    std::string source =
        statementAt(sources_.line(row.location), row.location.column);
    std::string text;
    if (row.location.isKnown()) {
      if (row.location.file != story_.location.file)
        text += baseName(row.location.file) + ":";
      text += std::to_string(row.location.line) + " ";
    }
    if (source.empty())
      return text + row.operation;
    text += source;
    if (isAccess(row.operation) || row.operation == "waits" ||
        llvm::StringRef(row.operation).contains(" -> "))
      text += "  [" + row.operation + "]";
    return text;
  }

  std::string lineName(const Location &location) {
    if (location.file == story_.location.file)
      return "line " + std::to_string(location.line);
    return baseName(location.file) + ":" + std::to_string(location.line);
  }

  size_t indentOf(uint32_t thread) const {
    return hasColumns_ ? kMargin + thread * column_ : kMargin;
  }

  static constexpr uint32_t kNobody = ~0u;
  const Story &story_;
  SourceFiles &sources_;
  const Paint &paint_;
  std::vector<Row> rows_;
  bool hasColumns_;
  size_t column_;
};

} // namespace

std::string threadLabel(const Story &story, uint32_t thread) {
  std::string label = "T" + std::to_string(thread);
  if (thread < story.threads.size() && !story.threads[thread].name.empty())
    label += " " + story.threads[thread].name;
  return label;
}

std::string interleaving(const Story &story, SourceFiles &sources,
                         const Paint &paint) {
  return Table(story, sources, paint).text();
}

} // namespace rbcheck
