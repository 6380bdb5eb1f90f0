//===- tools/report/TableRows.cpp - Which steps a table shows -------------===//
#include "tools/report/TableRows.h"

#include "tools/report/Decisive.h"
#include "tools/report/Rounds.h"
#include "tools/report/WeakLog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr size_t kRunHead = 4; ///< of a long run of one thread: steps
constexpr size_t kRunTail = 3; ///< shown at its begin and end
constexpr size_t kMostRows = 60;
constexpr size_t kHeadRows = 20; ///< of a long table
constexpr size_t kMostKept = 40; ///< of its middle

constexpr size_t kNoNumber = TableRow::kNoNumber;
constexpr uint32_t kNobody = TableRow::kNobody;

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

class RowBuilder {
public:
  RowBuilder(const TraceData &trace, SourceFiles &sources)
      : trace_(trace), sources_(sources), isDecisive_(decisiveSteps(trace)) {}

  std::vector<TableRow> build() {
    if (!trace_.steps.empty())
      addSteps();
    addFinal();
    shorten();
    return std::move(rows_);
  }

private:
  const Location &locationOf(size_t step) const {
    return trace_.locations[trace_.steps[step].location];
  }

  /// Steps first .. end-1 are of one thread; those from `first` on that library
  /// code does for one line of the user's are one row, with one decisive step
  /// at most.
  size_t endOfRow(size_t first, size_t end) const {
    const std::vector<TraceStep> &steps = trace_.steps;
    size_t next = first + 1;
    bool hasDecisive = isDecisive_[first];
    while (next < end && steps[first].isLibrary && steps[next].isLibrary &&
           !hasOwnRow(steps[next]) && !(hasDecisive && isDecisive_[next]) &&
           (steps[next].location == steps[first].location ||
            (isHidden(first) && isHidden(next))))
      hasDecisive |= isDecisive_[next++];
    return next;
  }

  /// What is not ordinary is said in a row of its own; that stores wait in
  /// buffers is ordinary where they do.
  bool hasOwnRow(const TraceStep &step) const {
    return step.weak && trace_.weakNotes[step.weak].buffer == Buffered::Nothing;
  }

  /// Nobody in the user's code called it: the library around a thread.
  bool isHidden(size_t step) const {
    const Location &location = locationOf(step);
    return trace_.steps[step].isLibrary &&
           (!location.isKnown() || isLibraryFile(location.file));
  }

  void addSteps() {
    size_t at = 0;
    for (const Rounds &rounds : findRounds(trace_, isDecisive_)) {
      addRange(at, rounds.begin + rounds.period);
      rows_.push_back({TableRow::Repeat,
                       kNoNumber,
                       kNobody,
                       {},
                       "",
                       (rounds.count - 2) * rounds.period,
                       rounds.period,
                       true});
      at = rounds.end() - rounds.period;
    }
    addRange(at, trace_.steps.size());
  }

  void addRange(size_t begin, size_t stop) {
    const std::vector<TraceStep> &steps = trace_.steps;
    for (size_t i = begin; i < stop;) {
      addCreated(i);
      size_t end = i + 1;
      while (end < stop && end != trace_.cycleBegin() &&
             steps[end].thread == steps[i].thread &&
             !hasOwnRow(steps[end - 1]) && !isBehindCreation(end))
        ++end; // what is not ordinary is not left out
      if (i == trace_.cycleBegin())
        rows_.push_back({TableRow::Cycle, kNoNumber, kNobody, {}, "", 0});
      if (steps[i].isPreemption)
        rows_.push_back(preemption(i));
      addRun(i, end);
      i = end;
    }
  }

  /// A thread that no step of its own kind made, right before a step.
  bool isMadeBefore(const TraceThread &thread, size_t step) const {
    if (!thread.creator)
      return false;
    if (!thread.createdBy)
      return step == 0;
    return *thread.createdBy + 1 == step &&
           trace_.steps[*thread.createdBy].kind != OpKind::Create;
  }

  bool isBehindCreation(size_t step) const {
    return std::any_of(
        trace_.threads.begin(), trace_.threads.end(),
        [&](const TraceThread &thread) { return isMadeBefore(thread, step); });
  }

  void addCreated(size_t step) {
    for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
      const TraceThread &thread = trace_.threads[id];
      if (isMadeBefore(thread, step))
        rows_.push_back(
            {TableRow::Created, kNoNumber, *thread.creator, thread.createdAt,
             llvm::formatv("create T{0} ({1})", id, thread.name), 0, 0, true});
    }
  }

  /// Steps begin .. end-1 are of one thread.
  void addRun(size_t begin, size_t end) {
    std::vector<TableRow> run;
    for (size_t i = begin; i < end;) {
      size_t next = endOfRow(i, end), shown = i;
      while (shown < next && !isDecisive_[shown])
        ++shown;
      const bool isKept = shown < next;
      const uint32_t thread = trace_.steps[i].thread;
      if (isHidden(i) &&
          trace_.steps[shown < next ? shown : i].kind != OpKind::Create)
        run.push_back({TableRow::Library, i, thread, {}, "", next - i});
      else
        run.push_back({TableRow::Step, i, thread, locationOf(i),
                       noteOf(isKept ? shown : i, next - i), next - i, 0,
                       isKept});
      i = next;
    }
    const TraceStep &last = trace_.steps[end - 1];
    fold(run, kRunHead, kRunTail, run.front().thread);
    rows_.insert(rows_.end(), run.begin(), run.end());
    if (hasOwnRow(last))
      rows_.push_back(
          {TableRow::Weak,
           kNoNumber,
           last.thread,
           {},
           llvm::StringRef(weakText(trace_, last)).ltrim(", ").str(),
           0});
  }

  /// Leaves out rows between the first and the last ones, but what is kept.
  static void fold(std::vector<TableRow> &rows, size_t head, size_t tail,
                   uint32_t thread) {
    if (rows.size() <= head + tail + 1)
      return;
    std::vector<TableRow> shown;
    const size_t end = rows.size() - tail;
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool isLeftOut = i >= head && i < end && !rows[i].isKept;
      if (!isLeftOut) {
        shown.push_back(std::move(rows[i]));
        continue;
      }
      if (shown.empty() || shown.back().kind != TableRow::Fold)
        shown.push_back({TableRow::Fold, kNoNumber, thread, {}, "", 0});
      shown.back().count += rows[i].count;
    }
    // A fold of one step is as long as that step; one of no steps is none.
    llvm::erase_if(shown, [](const TableRow &row) {
      return row.kind == TableRow::Fold && row.count == 0;
    });
    rows = std::move(shown);
  }

  /// What `count` steps do, of which `step` says most; "" if their source line
  /// says it.
  std::string noteOf(size_t index, size_t count) {
    const TraceStep &step = trace_.steps[index];
    std::string text = trace_.names[step.text];
    if (hasOwnRow(step))
      text = llvm::StringRef(text).split(weakText(trace_, step)).first.str();
    if (step.within)
      text += " in " + trace_.names[step.within];
    if (count > 1)
      return llvm::formatv("{0}, ... {1} steps", text, count);
    const std::string &variable = trace_.names[step.variable];
    const Location &at = locationOf(index);
    const std::string source = statementAt(sources_.line(at), at.column);
    if (isPlain(step.kind) && step.isSound && !source.empty() &&
        llvm::StringRef(source).contains(variable))
      return "";
    return text;
  }

  TableRow preemption(size_t step) {
    uint32_t thread = step ? trace_.steps[step - 1].thread : 0;
    // Where it stopped: at its next step, or where it stands at the end.
    for (size_t i = step; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].thread == thread)
        return {TableRow::Preemption, step, thread, locationOf(i), "", 0};
    return {TableRow::Preemption,      step, thread,
            trace_.threads[thread].at, "",   0};
  }

  /// The last row but what goes on with it; null if there is none.
  TableRow *lastStep() {
    const size_t behind =
        !rows_.empty() && rows_.back().kind == TableRow::Weak ? 2 : 1;
    return rows_.size() < behind ? nullptr : &rows_[rows_.size() - behind];
  }

  /// What shows the error once all steps are done.
  void addFinal() {
    const Fault &fault = trace_.fault;
    switch (trace_.foundBy->shows()) {
    case Shows::LastStep:
      // The last step may have gone on to another line before it failed.
      if (TableRow *last = lastStep();
          last && last->thread == fault.thread &&
          isSameLine(last->location, trace_.location))
        last->kind = TableRow::Final;
      else
        rows_.push_back(
            {TableRow::Final, kNoNumber, fault.thread, trace_.location, "", 0});
      return;
    case Shows::TwoNext:
      addPending(fault.related.thread);
      addPending(fault.thread);
      return;
    case Shows::End:
      if (TableRow *last = lastStep())
        last->kind = TableRow::Final;
      else
        rows_.push_back({TableRow::Final, kNoNumber, fault.related.thread,
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
    if (thread.within && thread.end != ThreadEnd::Blocked)
      note += " in " + trace_.names[thread.within];
    rows_.push_back(
        {TableRow::Final, kNoNumber, id, thread.at, note, 0, 0, true});
  }

  /// Leaves out the middle of a table that nobody would read.
  void shorten() {
    if (rows_.size() <= kMostRows)
      return;
    size_t kept = 0;
    for (TableRow &row : llvm::reverse(rows_))
      if (row.isKept && ++kept > kMostKept && row.kind != TableRow::Final)
        row.isKept = false;
    fold(rows_, kHeadRows, kMostRows - kHeadRows, kNobody);
  }

  const TraceData &trace_;
  SourceFiles &sources_;
  const std::vector<bool> isDecisive_;
  std::vector<TableRow> rows_;
};

} // namespace

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

std::vector<TableRow> tableRows(const TraceData &trace, SourceFiles &sources) {
  return RowBuilder(trace, sources).build();
}

} // namespace rbcheck
