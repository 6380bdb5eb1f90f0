//===- tools/warnings/HelgrindText.cpp - Reads Helgrind's and DRD's text --===//
//
// Every line has a `==pid== ` in front. Helgrind separates errors by rules of
// '-', DRD by empty lines. Words are followed by frames that begin with "at" and
// "by". The text of Helgrind says more than its XML: the first acquisition of a
// lock cycle, and the names of locks.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Valgrind.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// Leaves the text behind `==pid==`; "" for lines of the program itself.
StringRef takePid(StringRef &line) {
  if (!line.consume_front("=="))
    return "";
  StringRef pid = line.take_while(llvm::isDigit);
  line = line.drop_front(pid.size());
  return line.consume_front("==") ? pid : "";
}

bool takeFrame(StringRef line, std::vector<ToolFrame> &frames) {
  line = line.ltrim();
  if (!line.consume_front("at 0x") && !line.consume_front("by 0x"))
    return false;
  frames.push_back(readValgrindFrame(line.split(": ").second));
  return true;
}

/// Paragraphs of an error, with the line it begins on.
struct TextError {
  size_t line = 0;
  std::vector<ValgrindPart> parts;

  void add(StringRef text, size_t at) {
    if (parts.empty())
      line = at;
    parts.push_back({text.trim().str(), {}, at});
  }
};

/// Words with a stack that tell of an error, not of the end of the process.
bool isFinding(const ValgrindPart &part) {
  StringRef text = part.text;
  return !part.frames.empty() && !text.starts_with("Process terminating") &&
         !text.starts_with("Lock at ") && !text.starts_with("Address ") &&
         !text.ends_with("was created");
}

std::string helgrindKind(StringRef text) {
  if (text.starts_with("Possible data race"))
    return "Race";
  if (text.contains(": lock order \""))
    return "LockOrder";
  if (text.contains("unlocked a not-locked lock"))
    return "UnlockUnlocked";
  if (text.contains("unlocked lock at") && text.contains("held by"))
    return "UnlockForeign";
  if (text.contains("unlocked an invalid lock"))
    return "UnlockBogus";
  if (text.contains("'s call to ") && text.contains("failed"))
    return "PthAPIerror";
  if (text.starts_with("Thread #") && text.contains(": "))
    return "Misc";
  return "";
}

void finishHelgrind(Import &in, const TextError &text,
                    ValgrindThreads &threads) {
  if (text.parts.empty())
    return;
  const ValgrindPart &head = text.parts.front();
  StringRef words = head.text;
  if (words.starts_with("Thread #") && words.ends_with(" was created")) {
    if (auto place = userPlace(head.frames))
      threads[words.drop_front(7).split(' ').first.str()] = *place;
    return;
  }
  // The locks of an error are described before it.
  ValgrindError error;
  size_t line = text.line;
  ValgrindPart *last = &error.what;
  for (const ValgrindPart &part : text.parts) {
    // "Locks held: ..." and "with error code ..." stand between words and
    // their stack.
    if (StringRef(part.text).starts_with("Locks held:") ||
        StringRef(part.text).starts_with("with error code ")) {
      if (last->frames.empty())
        last->frames = part.frames;
      continue;
    }
    if (error.kind.empty() && !(error.kind = helgrindKind(part.text)).empty()) {
      error.what = part;
      line = part.line;
      last = &error.what;
    } else {
      error.more.push_back(part);
      last = &error.more.back();
    }
  }
  // Words that nobody knows, with a stack.
  if (error.kind.empty() && isFinding(head)) {
    error.kind = "Misc";
    error.what = head;
  }
  if (error.kind.empty())
    return;
  addHelgrindError(in, error, threads, "line " + std::to_string(line));
}

std::string drdKind(StringRef text) {
  if (text.starts_with("Conflicting load") ||
      text.starts_with("Conflicting store"))
    return "ConflictingAccess";
  if (text.starts_with("Mutex ") || text.starts_with("Recursive locking") ||
      text.starts_with("Destroying locked mutex") ||
      text.starts_with("The object at address"))
    return "MutexErr";
  if (text.starts_with("Probably a race condition"))
    return "CondRaceErr";
  if (text.starts_with("condition variable ") ||
      text.starts_with("Destroying or "))
    return "CondErr";
  return "";
}

void finishDrd(Import &in, TextError &text) {
  if (!text.parts.empty() && StringRef(text.parts[0].text).ends_with(":") &&
      text.parts[0].frames.empty()) {
    text.parts.erase(text.parts.begin()); // "Thread 3:"
    ++text.line;
  }
  if (text.parts.empty())
    return;
  ValgrindError error;
  error.kind = drdKind(text.parts[0].text);
  if (error.kind.empty() && !isFinding(text.parts[0]))
    return;
  if (error.kind.empty())
    error.kind = "GenericErr";
  error.what = text.parts[0];
  for (const ValgrindPart &part : text.parts) {
    if (StringRef(part.text).starts_with("Other segment start"))
      error.segmentStart = part.frames;
    if (StringRef(part.text).starts_with("Other segment end"))
      error.segmentEnd = part.frames;
  }
  addDrdError(in, error, "line " + std::to_string(text.line));
}

/// A process in the log. Lines of several may alternate, and another tool of
/// Valgrind may have run some of them.
struct Process {
  TextError error;
  ValgrindThreads threads;
  bool isOther = false; ///< not run by the tool that is being read
};

/// Calls `finish` for each group of paragraphs of a process.
template <typename IsBorder, typename Finish>
void readLog(Import &in, StringRef tool, IsBorder isBorder, Finish finish) {
  std::map<std::string, Process> processes;
  size_t number = 0;
  for (StringRef rest = in.text; !rest.empty() && !in.isStopped();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    ++number;
    line = line.rtrim();
    StringRef pid = takePid(line);
    if (pid.empty())
      continue;
    Process &process = processes[pid.str()];
    TextError &error = process.error;
    StringRef text = line.trim();
    // "Helgrind, a thread error detector" begins the log of a process.
    if (text.contains(", a ") && text.ends_with("detector"))
      process.isOther = !text.starts_with(tool);
    else if (process.isOther)
      continue;
    else if (isBorder(text)) {
      finish(error, process.threads);
      error = TextError();
    } else if (text.empty()) {
      continue;
    } else if (error.parts.empty() ||
               !takeFrame(line, error.parts.back().frames)) {
      error.add(text, number);
    }
  }
  for (auto &[pid, process] : processes)
    if (!process.isOther)
      finish(process.error, process.threads);
}

} // namespace

llvm::Error readHelgrindText(Import &in) {
  readLog(
      in, "Helgrind", [](StringRef line) { return line.starts_with("---"); },
      [&](TextError &error, ValgrindThreads &threads) {
        finishHelgrind(in, error, threads);
      });
  return llvm::Error::success();
}

llvm::Error readDrdText(Import &in) {
  readLog(
      in, "drd", [](StringRef line) { return line.empty(); },
      [&](TextError &error, ValgrindThreads &) { finishDrd(in, error); });
  return llvm::Error::success();
}

} // namespace rbcheck
