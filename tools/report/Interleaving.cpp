//===- tools/report/Interleaving.cpp - A trace as a table of steps --------===//
#include "tools/report/Interleaving.h"

#include "tools/report/ErrorText.h"
#include "tools/report/WeakLog.h"

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
  enum Kind : uint8_t {
    Step, Final, Fold, Library, Preemption, Cycle,
    Weak ///< goes on with the row before: what a weak memory model did
  };
  Kind kind;
  size_t step = 0; ///< index or kNoNumber
  uint32_t thread = 0;
  Location location;
  std::string note; ///< what happens, for the brackets
  size_t count = 0; ///< steps that the row stands for
};

constexpr size_t kNoNumber = ~size_t(0);

bool isSameLine(const Location &a, const Location &b) {
  return a.line == b.line && a.file == b.file;
}

/// Operations that a source line shows by itself if it names the object.
bool isPlain(OpKind kind) {
  switch (kind) {
  case OpKind::Lock:
  case OpKind::ReadLock:
  case OpKind::Unlock:
  case OpKind::Free:
  case OpKind::Once:
  case OpKind::Init:
  case OpKind::Barrier:
  case OpKind::Atomic:
  case OpKind::Yield:
  case OpKind::End:
    return true;
  default:
    return false;
  }
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
  Table(const TraceData &trace, SourceFiles &sources, const Paint &paint)
      : trace_(trace), sources_(sources), paint_(paint) {
    size_t threads = std::max<size_t>(trace.threads.size(), 1);
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
  const Location &locationOf(size_t step) const {
    return trace_.locations[trace_.steps[step].location];
  }

  /// Steps first .. end-1 are of one thread; those from `first` on that library
  /// code does for one line of the user's are one row.
  size_t endOfRow(size_t first, size_t end) const {
    const std::vector<TraceStep> &steps = trace_.steps;
    size_t next = first + 1;
    while (next < end && steps[first].isLibrary && steps[next].isLibrary &&
           !hasOwnRow(steps[next]) &&
           (steps[next].location == steps[first].location ||
            (isHidden(first) && isHidden(next))))
      ++next;
    return next;
  }

  /// What is not ordinary is said in a row of its own; that stores wait in
  /// buffers is ordinary where they do.
  bool hasOwnRow(const TraceStep &step) const {
    return step.weak &&
           trace_.weakNotes[step.weak].buffer == Buffered::Nothing;
  }

  /// Nobody in the user's code called it: the library around a thread.
  bool isHidden(size_t step) const {
    const Location &location = locationOf(step);
    return trace_.steps[step].isLibrary &&
           (!location.isKnown() || isLibraryFile(location.file));
  }

  void addSteps() {
    const std::vector<TraceStep> &steps = trace_.steps;
    for (size_t i = 0; i < steps.size();) {
      size_t end = i + 1;
      while (end < steps.size() && end != trace_.cycleBegin() &&
             steps[end].thread == steps[i].thread && !hasOwnRow(steps[end - 1]))
        ++end; // what is not ordinary is not left out
      if (i == trace_.cycleBegin())
        rows_.push_back({Row::Cycle, kNoNumber, kNobody, {}, "", 0});
      if (steps[i].isPreemption)
        rows_.push_back(preemption(i));
      addRun(i, end);
      i = end;
    }
  }

  /// Steps begin .. end-1 are of one thread.
  void addRun(size_t begin, size_t end) {
    std::vector<Row> run;
    for (size_t i = begin; i < end;) {
      size_t next = endOfRow(i, end);
      if (isHidden(i))
        run.push_back({Row::Library, i, trace_.steps[i].thread, {}, "",
                       next - i});
      else
        run.push_back({Row::Step, i, trace_.steps[i].thread, locationOf(i),
                       noteOf(i, next), next - i});
      i = next;
    }
    const TraceStep &last = trace_.steps[end - 1];
    size_t shown = kRunHead + kRunTail;
    for (size_t i = 0; i < run.size(); ++i) {
      if (run.size() > shown + 1 && i == kRunHead) {
        size_t to = run.size() - kRunTail, left = 0;
        for (; i < to; ++i)
          left += run[i].count;
        rows_.push_back(
            {Row::Fold, kNoNumber, run.front().thread, {}, "", left});
      }
      rows_.push_back(std::move(run[i]));
    }
    if (hasOwnRow(last))
      rows_.push_back({Row::Weak, kNoNumber, last.thread, {},
                       llvm::StringRef(weakText(trace_, last)).ltrim(", ").str(),
                       0});
  }

  /// What steps first .. end-1 do; "" if their source line says it.
  std::string noteOf(size_t first, size_t end) {
    const TraceStep &step = trace_.steps[first];
    std::string text = trace_.names[step.text];
    if (hasOwnRow(step))
      text = llvm::StringRef(text).split(weakText(trace_, step)).first.str();
    if (end - first > 1)
      return llvm::formatv("{0}, ... {1} steps", text, end - first);
    const std::string &variable = trace_.names[step.variable];
    llvm::StringRef source = sources_.line(locationOf(first));
    if (isPlain(step.kind) && step.isSound && !source.empty() &&
        source.contains(variable))
      return "";
    return text;
  }

  Row preemption(size_t step) {
    uint32_t thread = step ? trace_.steps[step - 1].thread : 0;
    // Where it stopped: at its next step, or where it stands at the end.
    for (size_t i = step; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].thread == thread)
        return {Row::Preemption, step, thread, locationOf(i), "", 0};
    return {Row::Preemption, step, thread, trace_.threads[thread].at, "", 0};
  }

  /// The last row but what goes on with it; null if there is none.
  Row *lastStep() {
    const size_t behind =
        !rows_.empty() && rows_.back().kind == Row::Weak ? 2 : 1;
    return rows_.size() < behind ? nullptr : &rows_[rows_.size() - behind];
  }

  /// What shows the error once all steps are done.
  void addFinal() {
    const Fault &fault = trace_.fault;
    switch (trace_.foundBy->shows()) {
    case Shows::LastStep:
      // The last step may have gone on to another line before it failed.
      if (Row *last = lastStep(); last && last->thread == fault.thread &&
                                  isSameLine(last->location, trace_.location))
        last->kind = Row::Final;
      else
        rows_.push_back(
            {Row::Final, kNoNumber, fault.thread, trace_.location, "", 0});
      return;
    case Shows::TwoNext:
      addPending(fault.related.thread);
      addPending(fault.thread);
      return;
    case Shows::End:
      if (Row *last = lastStep())
        last->kind = Row::Final;
      else
        rows_.push_back({Row::Final, kNoNumber, fault.related.thread,
                         fault.hasRelated ? trace_.related : trace_.location,
                         "", 0});
      return;
    case Shows::Place:
      addPending(fault.thread);
      return;
    case Shows::Waiting:
    case Shows::Cycle:
      for (uint32_t id = 0; id < trace_.threads.size(); ++id)
        if (trace_.threads[id].end == ThreadEnd::Blocked)
          addPending(id);
      return;
    }
  }

  void addPending(uint32_t id) {
    if (id >= trace_.threads.size())
      return;
    const TraceThread &thread = trace_.threads[id];
    std::string note = thread.end == ThreadEnd::Blocked
                           ? "waits for " + trace_.names[thread.waitsOn]
                           : trace_.names[thread.text];
    rows_.push_back({Row::Final, kNoNumber, id, thread.at, note, 0});
  }

  /// Leaves out the middle of a table that nobody would read.
  void shorten() {
    if (rows_.size() <= kMostRows)
      return;
    size_t tail = kMostRows - kHeadRows;
    size_t end = rows_.size() - tail;
    size_t steps = 0;
    for (size_t i = kHeadRows; i < end; ++i)
      steps += rows_[i].count;
    rows_.erase(rows_.begin() + kHeadRows, rows_.begin() + end);
    rows_.insert(rows_.begin() + kHeadRows,
                 {Row::Fold, kNoNumber, kNobody, {}, "", steps});
  }

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

  std::string line(const Row &row) {
    switch (row.kind) {
    case Row::Fold: {
      bool isOfOne = row.thread != kNobody;
      std::string indent(isOfOne ? indentOf(row.thread) : kMargin, ' ');
      return paint_.dim(llvm::formatv("{0}... {1} more step{2}{3}", indent,
                                      row.count, row.count == 1 ? "" : "s",
                                      isOfOne ? "" : ", all threads")) +
             "\n";
    }
    case Row::Cycle:
      return paint_.yellow(
                 std::string(kMargin, ' ') + "~~ from here on the same " +
                 (trace_.cycle == 1 ? std::string("step repeats")
                                    : counted(trace_.cycle, "step") +
                                          " repeat") +
                 " for ever ~~") +
             "\n";
    case Row::Library:
      return paint_.dim(std::string(indentOf(row.thread), ' ') + "... " +
                        std::to_string(row.count) + " in the library") +
             "\n";
    case Row::Preemption: {
      std::string text = std::string(kMargin, ' ') + "~~ T" +
                         std::to_string(row.thread) + " preempted";
      if (row.location.isKnown())
        text += " before " + lineName(trace_, row.location);
      return paint_.yellow(text + " ~~") + "\n";
    }
    case Row::Weak:
      return weakLines(row);
    case Row::Step:
    case Row::Final:
      return stepLine(row);
    }
    llvm_unreachable("covered switch");
  }

  /// Broken at blanks, below what the step does.
  std::string weakLines(const Row &row) {
    const size_t indent = indentOf(row.thread) + 3;
    std::string lines;
    llvm::StringRef rest = row.note;
    while (!rest.empty()) {
      size_t at = rest.size();
      if (at > kWidth - indent)
        at = rest.take_front(kWidth - indent + 1).rfind(' ');
      at = std::min(at, rest.size());
      lines += paint_.yellow(std::string(indent, ' ') +
                             rest.take_front(at).str()) +
               "\n";
      rest = rest.drop_front(at).ltrim();
    }
    return lines;
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
    text += cell(row, kWidth - text.size());
    text = llvm::StringRef(text).rtrim().str();
    return (isFinal ? paint_.red(text) : text) + "\n";
  }

  /// Line number, source and note; too long, the source is cut first.
  std::string cell(const Row &row, size_t room) {
    std::string source =
        statementAt(sources_.line(row.location), row.location.column);
    std::string text;
    if (row.location.isKnown()) {
      if (row.location.file != trace_.location.file)
        text += baseName(row.location.file) + ":";
      text += std::to_string(row.location.line) + " ";
    }
    if (source.empty())
      return cut(text + row.note, room);
    std::string note = row.note.empty() ? "" : "  [" + row.note + "]";
    constexpr size_t kLeastSource = 10;
    size_t used = text.size() + note.size();
    size_t forSource = used + kLeastSource < room ? room - used : kLeastSource;
    if (source.size() <= forSource)
      return cut(text + source + note, room);
    // Half a statement says less than what happened.
    if (used + kLeastSource > room)
      return cut(text + row.note, room);
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

  static constexpr uint32_t kNobody = ~0u;
  const TraceData &trace_;
  SourceFiles &sources_;
  const Paint &paint_;
  std::vector<Row> rows_;
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
