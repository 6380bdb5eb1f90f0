//===- tools/report/Interleaving.cpp - A trace as a table of steps --------===//
#include "tools/report/Interleaving.h"

#include "tools/report/ErrorText.h"
#include "tools/report/PlainNames.h"
#include "tools/report/TableRows.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr size_t kWidth = 80;
constexpr size_t kMargin = 7;      ///< mark and number of the step
constexpr size_t kLastColumn = 34; ///< its least width
constexpr size_t kMostColumns = 8;

class Table {
public:
  Table(const TraceData &trace, SourceFiles &sources, const Paint &paint)
      : trace_(trace), sources_(sources), paint_(paint), names_(trace) {
    size_t threads = std::max<size_t>(trace.threads.size(), 1);
    hasColumns_ = threads <= kMostColumns;
    // Narrow columns leave the last one room: its text cannot run on.
    column_ = threads == 1
                  ? 0
                  : std::min<size_t>(
                        (kWidth - kMargin - kLastColumn) / (threads - 1), 24);
  }

  std::string text() {
    std::string text = hasColumns_ ? header() : "";
    for (const TableRow &row : tableRows(trace_, sources_))
      text += line(row);
    if (std::string legend = names_.legend(); !legend.empty())
      text += "\n" + paint_.dim(legend);
    return text;
  }

private:
  std::string header() {
    std::string text(kMargin, ' ');
    for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
      std::string label = threadLabel(trace_, id);
      if (id + 1 < trace_.threads.size()) {
        if (label.size() >= column_)
          label.resize(column_ - 1);
        label.resize(column_, ' ');
      }
      text += label;
    }
    return paint_.bold(llvm::StringRef(text).rtrim().str()) + "\n";
  }

  std::string line(const TableRow &row) {
    switch (row.kind) {
    case TableRow::Fold: {
      bool isOfOne = row.thread != TableRow::kNobody;
      std::string indent(isOfOne ? indentOf(row.thread) : kMargin, ' ');
      return paint_.dim(llvm::formatv("{0}... {1:n} more step{2}{3}", indent,
                                      row.count, row.count == 1 ? "" : "s",
                                      isOfOne ? "" : ", all threads")) +
             "\n";
    }
    case TableRow::Repeat:
      return paint_.dim(llvm::formatv(
                 "{0}... {1:n} times the same {2}", std::string(kMargin, ' '),
                 row.count / row.period,
                 row.period == 1 ? std::string("step")
                                 : counted(row.period, "step"))) +
             "\n";
    case TableRow::Cycle:
      return paint_.yellow(std::string(kMargin, ' ') +
                           "~~ from here on the same " +
                           (trace_.cycle == 1
                                ? std::string("step repeats")
                                : counted(trace_.cycle, "step") + " repeat") +
                           " for ever ~~") +
             "\n";
    case TableRow::Library:
      return paint_.dim(std::string(indentOf(row.thread), ' ') + "... " +
                        std::to_string(row.count) + " in the library") +
             "\n";
    case TableRow::Preemption: {
      std::string text = std::string(kMargin, ' ') + "~~ T" +
                         std::to_string(row.thread) + " preempted";
      if (row.location.isKnown())
        text += " before " + lineName(trace_, row.location);
      return paint_.yellow(text + " ~~") + "\n";
    }
    case TableRow::Weak:
      return weakLines(row);
    case TableRow::Step:
    case TableRow::Created:
    case TableRow::Final:
      return stepLine(row);
    }
    llvm_unreachable("covered switch");
  }

  /// Broken at blanks, below what the step does.
  std::string weakLines(const TableRow &row) {
    const size_t indent = indentOf(row.thread) + 3;
    std::string lines;
    const std::string note = names_.cell(row.note);
    llvm::StringRef rest = note;
    while (!rest.empty()) {
      size_t at = rest.size();
      if (at > kWidth - indent)
        at = rest.take_front(kWidth - indent + 1).rfind(' ');
      at = std::min(at, rest.size());
      lines +=
          paint_.yellow(std::string(indent, ' ') + rest.take_front(at).str()) +
          "\n";
      rest = rest.drop_front(at).ltrim();
    }
    return lines;
  }

  std::string stepLine(const TableRow &row) {
    bool isFinal = row.kind == TableRow::Final;
    std::string text(5, ' ');
    if (row.step != TableRow::kNoNumber)
      text = llvm::formatv("{0,5}", row.step + 1);
    text += isFinal ? "! " : "  ";
    text.resize(std::max(text.size(), indentOf(row.thread)), ' ');
    if (!hasColumns_)
      text += llvm::formatv("T{0,-4}", row.thread);
    text += cell(row, kWidth - text.size());
    text = llvm::StringRef(text).rtrim().str();
    return (isFinal ? paint_.red(text) : text) + "\n";
  }

  /// Line number, source and note; too long, the source is cut first.
  std::string cell(const TableRow &row, size_t room) {
    const std::string what = names_.cell(row.note);
    std::string source =
        statementAt(sources_.line(row.location), row.location.column);
    std::string text;
    if (row.location.isKnown()) {
      if (row.location.file != trace_.location.file)
        text += baseName(row.location.file) + ":";
      text += std::to_string(row.location.line) + " ";
    }
    if (source.empty())
      return cut(text + what, room);
    std::string note = what.empty() ? "" : "  [" + what + "]";
    constexpr size_t kLeastSource = 10;
    size_t used = text.size() + note.size();
    size_t forSource = used + kLeastSource < room ? room - used : kLeastSource;
    if (source.size() <= forSource)
      return cut(text + source + note, room);
    // Half a statement says less than what happened.
    if (used + kLeastSource > room)
      return cut(text + what, room);
    return text + cut(source, forSource) + note;
  }

  static std::string cut(std::string text, size_t room) {
    if (text.size() > room) {
      text.resize(room - 2);
      text += "..";
    }
    return text;
  }

  size_t indentOf(uint32_t thread) const {
    return hasColumns_ ? kMargin + thread * column_ : kMargin;
  }

  const TraceData &trace_;
  SourceFiles &sources_;
  const Paint &paint_;
  CellNames names_;
  bool hasColumns_;
  size_t column_;
};

} // namespace

std::string threadLabel(const TraceData &trace, uint32_t thread) {
  std::string label = "T" + std::to_string(thread);
  if (thread < trace.threads.size() && !trace.threads[thread].name.empty())
    label += " " + trace.threads[thread].name;
  return label;
}

std::string lineName(const TraceData &trace, const Location &location) {
  if (!location.isKnown())
    return "function " + location.function;
  if (location.file == trace.location.file)
    return "line " + std::to_string(location.line);
  return baseName(location.file) + ":" + std::to_string(location.line);
}

std::string interleaving(const TraceData &trace, SourceFiles &sources,
                         const Paint &paint) {
  return Table(trace, sources, paint).text();
}

} // namespace rbcheck
