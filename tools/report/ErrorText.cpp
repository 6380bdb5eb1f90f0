//===- tools/report/ErrorText.cpp - One error for a person ----------------===//
#include "tools/report/ErrorText.h"

#include "tools/report/InputText.h"

#include "tools/report/AdviceText.h"
#include "tools/report/Interleaving.h"
#include "tools/report/PlainNames.h"
#include "tools/report/WaitCycle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

constexpr size_t kMostFrames = 12;
constexpr size_t kMostOutput = 8; ///< lines
constexpr size_t kMostThreads = 24;

/// Control characters of the checked program do not reach the terminal.
std::string printable(llvm::StringRef text) {
  std::string clean = text.str();
  for (char &c : clean)
    if (static_cast<unsigned char>(c) < ' ' || c == 127)
      c = c == '\t' ? ' ' : '?';
  return clean;
}

class ErrorText {
public:
  ErrorText(llvm::raw_ostream &out, const TraceData &trace, const Paint &paint)
      : out_(out), trace_(trace), paint_(paint) {}

  void write() {
    writeDiagnostic(trace_.location, paint_.red("error: "), cause());
    for (const std::string &value : trace_.values)
      out_ << "      | " << value << "\n";
    out_ << inputText(trace_);
    if (trace_.foundBy->shows() == Shows::TwoNext) {
      writeRace();
    } else {
      if (trace_.foundBy->shows() != Shows::Waiting && trace_.fault.hasRelated)
        writeRelated();
      writeObject();
    }
    if (std::string text = remark(trace_); !text.empty())
      out_ << "\n" << wrapped("Remark: " + text);
    if (std::string text = adviceText(trace_); !text.empty())
      out_ << "\n" << wrapped(text);
    out_ << llvm::formatv("\nHow it happens ({0}, {1}, {2}):\n\n",
                          counted(trace_.steps.size(), "step"),
                          counted(trace_.threads.size(), "thread"),
                          counted(trace_.preemptions, "preemption"));
    out_ << interleaving(trace_, sources_, paint_);
    if (trace_.foundBy->shows() == Shows::LastStep)
      writeStack("Stack of " + threadLabel(trace_, trace_.fault.thread),
                 trace_.threads[trace_.fault.thread].stack, "\n");
    writeThreads();
    out_ << waitCycle(trace_);
    writeOutput();
  }

private:
  std::string cause() {
    size_t waiting = llvm::count_if(trace_.threads, [](const auto &thread) {
      return thread.end != ThreadEnd::Finished;
    });
    return trace_.foundBy->headline(trace_.fault, waiting);
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

  void writeRelated() {
    const RelatedPlace &other = trace_.fault.related;
    writeDiagnostic(trace_.related, paint_.bold("note: "),
                    other.message + " by T" + std::to_string(other.thread));
  }

  void writeRace() {
    writeRelated();
    writeObject();
    for (uint32_t id : {trace_.fault.thread, trace_.fault.related.thread})
      writeAccess(id);
  }

  /// One side of a race: what it does, what it holds, how it came there.
  void writeAccess(uint32_t id) {
    const TraceThread &thread = trace_.threads[id];
    std::string held = llvm::join(heldBy(id), ", ");
    std::string title = threadLabel(trace_, id) + ": " + textOf(thread) +
                        (held.empty() ? ", holds no lock" : ", holds " + held);
    out_ << "\n";
    if (thread.stack.size() > 1)
      writeStack(title, thread.stack);
    else
      out_ << wrapped(title);
  }

  void writeObject() {
    if (!trace_.object)
      return;
    const TraceObject &object = *trace_.object;
    std::string name = objectTitle(object);
    name += name.empty() ? "" : ": ";
    if (object.allocatedAt.isKnown()) {
      std::string text = name + counted(object.size, "byte");
      text += object.isHeap
                  ? " allocated by T" + std::to_string(object.allocator)
                  : std::string(", declared here");
      writeDiagnostic(object.allocatedAt, paint_.bold("note: "), text);
    }
    if (object.isFreed)
      writeDiagnostic(object.freedAt, paint_.bold("note: "),
                      "freed by T" + std::to_string(object.freer));
  }

  std::vector<std::string> heldBy(uint32_t id) {
    std::vector<std::string> names;
    if (!trace_.steps.empty())
      for (const HeldLock &lock : trace_.lockSets[trace_.steps.back().held])
        if (lock.thread == id)
          names.push_back(inWords(trace_, trace_.names[lock.lock]));
    return names;
  }

  /// Calls in the user's code, from the inside out; library frames left out.
  void writeStack(const std::string &title, const std::vector<Location> &stack,
                  const char *before = "") {
    // Of a recursion one line.
    std::vector<std::pair<const Location *, size_t>> frames;
    for (const Location &frame : stack) {
      if (isLibraryFile(frame.file))
        continue;
      if (!frames.empty() && *frames.back().first == frame)
        ++frames.back().second;
      else
        frames.push_back({&frame, 1});
    }
    if (stack.size() < 2 || frames.empty())
      return;
    out_ << before << wrapped(title + ":");
    for (size_t i = 0; i < frames.size(); ++i) {
      if (i == kMostFrames) {
        out_ << "  ... " << frames.size() - kMostFrames << " more\n";
        return;
      }
      auto [frame, times] = frames[i];
      out_ << "  " << frame->function << " at " << shortPlace(*frame);
      if (times > 1)
        out_ << ", " << counted(times, "time");
      out_ << "\n";
    }
    if (stack.size() == kMostStack)
      out_ << "  ...\n";
  }

  void writeThreads() {
    if (trace_.threads.size() < 2)
      return;
    out_ << "\nWhere the threads are:\n";
    for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
      if (id == kMostThreads) {
        out_ << "  ... " << trace_.threads.size() - id << " more\n";
        return;
      }
      out_ << wrapped("  " + threadLabel(trace_, id) + ": " + stateOf(id));
    }
  }

  std::string stateOf(uint32_t id) {
    const TraceThread &thread = trace_.threads[id];
    std::string text = lineName(trace_, thread.at);
    if (!thread.stack.empty() && thread.at.isKnown())
      text += " in " + thread.at.function;
    switch (thread.end) {
    case ThreadEnd::Finished:
      return "finished";
    case ThreadEnd::Failed:
      return text + ", failed" + holdsOf(id);
    case ThreadEnd::Spinning:
      return text + ", spins for ever, next: " + textOf(thread) + holdsOf(id);
    case ThreadEnd::Ready:
      if (!thread.text)
        return "has not started";
      return text + ", next: " + textOf(thread) + holdsOf(id);
    case ThreadEnd::Blocked:
      text += ", waits for " + inWords(trace_, trace_.names[thread.waitsOn]);
      break;
    }
    if (!thread.waitsFor || *thread.waitsFor >= trace_.threads.size())
      return text + holdsOf(id);
    bool isGone = trace_.threads[*thread.waitsFor].end == ThreadEnd::Finished;
    if (!llvm::StringRef(text).contains(" the end of T"))
      text += ", which T" + std::to_string(*thread.waitsFor) + " holds" +
              (isGone ? " and never gives back" : "");
    return text + holdsOf(id);
  }

  /// What a thread is about to do.
  std::string textOf(const TraceThread &thread) {
    return inWords(trace_, trace_.names[thread.text]) +
           (thread.within ? " in " + trace_.names[thread.within] : "");
  }

  std::string holdsOf(uint32_t id) {
    std::vector<std::string> held = heldBy(id);
    return held.empty() ? "" : "; holds " + llvm::join(held, ", ");
  }

  /// Lines of at most 80 columns, broken at blanks.
  static std::string wrapped(std::string text) {
    constexpr size_t kWidth = 80, kIndent = 6;
    std::string lines;
    while (text.size() > kWidth) {
      size_t at = text.rfind(' ', kWidth);
      if (at == std::string::npos || at <= kIndent)
        break;
      lines += text.substr(0, at) + "\n";
      text = std::string(kIndent, ' ') + text.substr(at + 1);
    }
    return lines + text + "\n";
  }

  void writeOutput() {
    std::string output = trace_.output();
    if (output.empty())
      return;
    llvm::SmallVector<llvm::StringRef, 16> lines;
    llvm::StringRef(output).rtrim('\n').split(lines, '\n');
    out_ << "\nOutput of the program"
         << (lines.size() > kMostOutput ? " (its end):\n" : ":\n");
    size_t from = lines.size() > kMostOutput ? lines.size() - kMostOutput : 0;
    for (size_t i = from; i < lines.size(); ++i)
      out_ << "  | " << printable(lines[i]) << "\n";
  }

  llvm::raw_ostream &out_;
  const TraceData &trace_;
  const Paint &paint_;
  SourceFiles sources_;
};

} // namespace

std::string counted(uint64_t n, const char *what) {
  return llvm::formatv("{0:n} {1}{2}", n, what, n == 1 ? "" : "s");
}

std::string shortPlace(const Location &location) {
  Location copy = location;
  copy.file = shortPath(location.file);
  return toString(copy);
}

void writeErrorText(llvm::raw_ostream &out, const TraceData &trace,
                    const Paint &paint) {
  ErrorText(out, trace, paint).write();
}

} // namespace rbcheck
