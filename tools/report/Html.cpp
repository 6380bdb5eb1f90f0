//===- tools/report/Html.cpp - Traces as a page to step through -----------===//
//
// Writes what the viewer shows as JSON (tools/report/viewer/1-model.js says
// what each part means) into its page. Only what is needed: a trace of 10,000
// steps takes about a megabyte.
//
//===----------------------------------------------------------------------===//
#include "tools/report/AdviceText.h"
#include "tools/report/Export.h"
#include "tools/report/InputText.h"
#include "tools/report/Operation.h"
#include "tools/report/PlainNames.h"
#include "tools/report/Source.h"
#include "tools/report/TraceEnd.h"
#include "tools/report/ViewerPage.h"
#include "tools/report/WaitCycle.h"
#include "tools/report/WeakLog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::fixUTF8;

/// Of larger files only the part that steps lie in is shown.
constexpr size_t kMostLines = 4000;
constexpr uint32_t kLinesAround = 60;

/// One trace as JSON.
class TraceWriter {
public:
  TraceWriter(llvm::json::OStream &json, const TraceData &trace,
              SourceFiles &sources)
      : json_(json), trace_(trace), sources_(sources), names_(trace) {}

  void write() {
    json_.object([&] {
      json_.attribute("kind", faultWord(trace_.fault.kind));
      json_.attribute("message", fixUTF8(message()));
      json_.attributeArray("threads", [&] { writeThreads(); });
      json_.attributeArray("steps", [&] { writeSteps(); });
      json_.attributeArray("edges", [&] { writeEdges(); });
      // Last: by now it is known which names and lines are needed.
      json_.attributeArray("notes", [&] { writeNotes(); });
      json_.attributeArray("files", [&] { writeFiles(); });
      if (!trace_.outputBefore.empty())
        json_.attribute("printed", fixUTF8(trace_.outputBefore));
    });
  }

private:
  std::string name(uint32_t index) { return names_.cell(trace_.names[index]); }

  /// With the values that it failed on.
  std::string message() const {
    return trace_.values.empty() ? trace_.fault.message
                                 : trace_.fault.message + " (" +
                                       llvm::join(trace_.values, ", ") + ")";
  }

  /// The circle of a deadlock first, at the end what short names stand for.
  void writeNotes() {
    for (uint32_t id : threadsInCycle(trace_))
      json_.value(fixUTF8(cycleNote(id)));
    for (const ShownInput &input : shownInputs(trace_.origin.inputs.get()))
      json_.value(fixUTF8(noteText(input)));
    if (trace_.object)
      json_.value(fixUTF8(objectNote(*trace_.object)));
    if (std::string text = adviceText(trace_); !text.empty())
      json_.value(fixUTF8(text));
    llvm::SmallVector<StringRef, 8> lines;
    const std::string legend = names_.legend();
    StringRef(legend).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      json_.value(fixUTF8(line.trim()));
  }

  /// "T1 holds a at bank.c:12, waits for b at bank.c:14 (T2)"
  std::string cycleNote(uint32_t id) {
    std::string text = "T" + std::to_string(id);
    if (!trace_.steps.empty())
      for (const HeldLock &lock : trace_.lockSets[trace_.steps.back().held])
        if (lock.thread == id)
          text += " holds " + name(lock.lock) + takenAt(lock) + ",";
    const TraceThread &thread = trace_.threads[id];
    text += " " + waitText(name(thread.waitsOn), thread.waitsFor);
    return text + placeText(thread.at);
  }

  /// Where a lock was taken that is held at the end.
  std::string takenAt(const HeldLock &lock) {
    for (const TraceStep &step : llvm::reverse(trace_.steps))
      if (step.variable == lock.lock && step.thread == lock.thread)
        return placeText(trace_.locations[step.location]);
    return "";
  }

  static std::string placeText(const Location &at) {
    return at.isKnown()
               ? " at " + baseName(at.file) + ":" + std::to_string(at.line)
               : "";
  }

  void writePlace(const char *key, const Location &location) {
    json_.attributeArray(key, [&] {
      json_.value(fileNumber(location));
      json_.value(location.line);
      json_.value(location.column);
      json_.value(fixUTF8(location.function));
    });
  }

  int64_t fileNumber(const Location &location) {
    if (!location.isKnown() || location.file.empty())
      return -1;
    auto [entry, isNew] = files_.try_emplace(
        location.file, File{files_.size(), location.line, location.line});
    File &file = entry->second;
    file.first = std::min(file.first, location.line);
    file.last = std::max(file.last, location.line);
    return int64_t(file.number);
  }

  void writeThreads() {
    for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
      const TraceThread &thread = trace_.threads[id];
      json_.object([&] {
        json_.attribute("name", fixUTF8(thread.name));
        if (thread.createdBy)
          json_.attribute("made", int64_t(*thread.createdBy));
        json_.attribute("status", fixUTF8(statusAtEnd(trace_, id)));
        writePlace("end", thread.at);
        if (!thread.stack.empty())
          json_.attributeArray("stack", [&] { writeStack(thread.stack); });
        if (thread.creator)
          writePlace("from", thread.createdAt);
        json_.attribute("text", fixUTF8(name(thread.text)));
      });
    }
  }

  /// Calls in the user's code, from the inside out, as "work at pool.c:12".
  void writeStack(const std::vector<Location> &stack) {
    constexpr size_t kMostFrames = 20;
    size_t shown = 0;
    for (const Location &frame : stack)
      if (!isLibraryFile(frame.file) && shown++ < kMostFrames)
        json_.value(fixUTF8(frame.function + placeText(frame)));
  }

  //===--- Steps ----------------------------------------------------------===//

  void writeSteps() {
    std::vector<EndPoint> ends = endPoints(trace_);
    uint32_t lastThread = 0;
    uint32_t held = 0, blocked = 0;
    for (uint32_t i = 0; i < trace_.steps.size(); ++i) {
      const TraceStep &step = trace_.steps[i];
      json_.object([&] {
        json_.attribute("t", step.thread);
        writePlace("at", trace_.locations[step.location]);
        json_.attribute("text", fixUTF8(shortText(step)));
        if (step.isPreemption)
          json_.attribute("pre", lastThread);
        if (i == trace_.cycleBegin())
          json_.attribute("cycle", trace_.cycle);
        if (ends.empty() && i + 1 == trace_.steps.size())
          json_.attribute("danger", true);
        if (step.kind == OpKind::Free)
          writeFreed(step, i);
        else
          writeValues(step);
        if (step.weak && isMemory(step.kind))
          json_.attribute("weak", fixUTF8(weakText(trace_, step).substr(2)));
        if (trace_.weakNotes[step.weak].isBeside())
          json_.attribute("beside", true);
        if (step.held != held)
          writeLocks(held, step.held);
        if (step.blocked != blocked)
          writeBlocked(step.blocked);
        if (!step.output.empty())
          json_.attribute("out", fixUTF8(step.output));
      });
      lastThread = step.thread;
      held = step.held;
      blocked = step.blocked;
    }
    for (const EndPoint &end : ends)
      json_.object([&] {
        json_.attribute("t", end.thread);
        writePlace("at", end.location);
        json_.attribute("text", fixUTF8(end.text));
        json_.attribute("end", true);
        json_.attribute("danger", true);
      });
  }

  static bool isMemory(OpKind kind) {
    return kind == OpKind::Read || kind == OpKind::Write ||
           kind == OpKind::Update;
  }

  /// Without the value, which the viewer shows apart.
  std::string shortText(const TraceStep &step) {
    return plainText(step) +
           (step.within ? " in " + name(step.within) : std::string());
  }

  std::string plainText(const TraceStep &step) {
    std::string variable = name(step.variable);
    if (variable.empty() || step.call || !isMemory(step.kind))
      return name(step.text);
    return ((step.isAtomic && step.kind != OpKind::Update ? "atomic " : "") +
            llvm::Twine(operationWord(step.kind)) + " " + variable)
        .str();
  }

  /// What is behind the freed memory's name is gone with it.
  void writeFreed(const TraceStep &step, size_t index) {
    const std::string &freed = trace_.names[step.variable];
    const std::string mark =
        freed.substr(std::min(freed.find('@'), freed.size()));
    if (mark.empty())
      return;
    std::set<std::string> shown;
    for (size_t i = 0; i < index; ++i) {
      const std::string &variable = trace_.names[trace_.steps[i].variable];
      const size_t at = variable.find(mark);
      if (at == std::string::npos || !isMemory(trace_.steps[i].kind))
        continue;
      const char behind = variable.c_str()[at + mark.size()];
      if (behind != '#' && !llvm::isDigit(behind))
        shown.insert(names_.cell(variable));
    }
    if (shown.empty())
      return;
    const std::string text = "freed at step " + std::to_string(index + 1);
    json_.attributeArray("vars", [&] {
      for (const std::string &variable : shown)
        json_.array([&] {
          json_.value(fixUTF8(variable));
          json_.value(nullptr);
          json_.value(text);
        });
    });
  }

  void writeValues(const TraceStep &step) {
    // Who holds a lock is shown apart.
    if (!step.variable || isLocking(step.kind) ||
        (step.before.empty() && step.after.empty()))
      return;
    auto value = [&](const std::string &text) {
      if (text.empty())
        json_.value(nullptr);
      else
        json_.value(fixUTF8(names_.cell(text)));
    };
    json_.attributeArray("vars", [&] {
      json_.array([&] {
        json_.value(fixUTF8(name(step.variable)));
        value(step.before);
        value(step.after);
      });
    });
  }

  /// The locks whose holders differ between two sets.
  void writeLocks(uint32_t before, uint32_t after) {
    std::map<uint32_t, std::vector<uint16_t>> old, now;
    for (const HeldLock &lock : trace_.lockSets[before])
      old[lock.lock].push_back(lock.thread), now[lock.lock];
    for (const HeldLock &lock : trace_.lockSets[after])
      now[lock.lock].push_back(lock.thread);
    json_.attributeArray("locks", [&] {
      for (const auto &[lock, holders] : now)
        if (holders != old[lock])
          json_.array([&] {
            json_.value(fixUTF8(name(lock)));
            json_.array([&] {
              for (uint16_t holder : holders)
                json_.value(holder);
            });
          });
    });
  }

  void writeBlocked(uint32_t set) {
    json_.attributeArray("waits", [&] {
      for (const BlockedThread &entry : trace_.blockedSets[set])
        json_.array([&] {
          json_.value(entry.thread);
          json_.value(fixUTF8(waitText(name(entry.on), entry.until)));
        });
    });
  }

  void writeEdges() {
    for (uint32_t i = 0; i < trace_.steps.size(); ++i)
      for (const TraceEdge &edge : trace_.steps[i].edges)
        if (trace_.steps[edge.from].thread != trace_.steps[i].thread)
          json_.array([&] {
            json_.value(int64_t(edge.from));
            json_.value(int64_t(i));
            json_.value(edgeWord(edge.kind));
          });
    if (trace_.foundBy->shows() == Shows::TwoNext)
      json_.array([&] {
        json_.value(int64_t(trace_.steps.size()));
        json_.value(int64_t(trace_.steps.size() + 1));
        json_.value("race");
      });
  }

  //===--- Sources --------------------------------------------------------===//

  struct File {
    size_t number;
    uint32_t first, last; ///< lines that something stands at
  };

  void writeFiles() {
    std::vector<std::pair<StringRef, File>> files(files_.size());
    for (const auto &[path, file] : files_)
      files[file.number] = {path, file};
    for (const auto &[path, file] : files)
      json_.object([&, path = path, file = file] {
        json_.attribute("name", fixUTF8(shortPath(path)));
        writeLines(sources_.lines(path), file);
      });
  }

  void writeLines(llvm::ArrayRef<std::string> lines, const File &file) {
    size_t first = 1, last = lines.size();
    if (lines.size() > kMostLines) {
      first = file.first > kLinesAround ? file.first - kLinesAround : 1;
      last = std::min<size_t>(file.last + kLinesAround, lines.size());
    }
    json_.attribute("first", int64_t(first));
    if (lines.empty() || first > last)
      return json_.attribute("lines", nullptr);
    json_.attributeArray("lines", [&] {
      for (size_t line = first; line <= last; ++line)
        json_.value(fixUTF8(lines[line - 1]));
    });
  }

  llvm::json::OStream &json_;
  const TraceData &trace_;
  SourceFiles &sources_;
  CellNames names_;
  std::map<std::string, File> files_;
};

} // namespace

void writeHtml(llvm::raw_ostream &out, const ExportHead &head,
               llvm::ArrayRef<TraceData> traces) {
  std::string data;
  llvm::raw_string_ostream text(data);
  llvm::json::OStream json(text);
  SourceFiles sources;
  json.object([&] {
    json.attribute("program", fixUTF8(head.program));
    json.attribute("verdict", head.verdict);
    json.attribute("reason", fixUTF8(head.reason));
    json.attributeArray("traces", [&] {
      for (const TraceData &trace : traces)
        TraceWriter(json, trace, sources).write();
    });
  });
  json.flush();
  std::string title = head.verdict + " - " + head.program;
  if (!traces.empty())
    title = std::string(faultWord(traces.front().fault.kind)) + " - " +
            head.program;
  out << viewerPage(title, data);
}

} // namespace rbcheck
