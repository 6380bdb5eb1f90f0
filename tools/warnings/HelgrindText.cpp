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

/// The text behind `==pid==`; false for lines of the program itself.
bool takePrefix(StringRef &line) {
  if (!line.consume_front("=="))
    return false;
  StringRef pid = line.take_while(llvm::isDigit);
  line = line.drop_front(pid.size());
  return !pid.empty() && line.consume_front("==");
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

/// Calls `finish` for each group of paragraphs.
template <typename IsBorder, typename Finish>
void readLog(StringRef log, IsBorder isBorder, Finish finish) {
  TextError error;
  size_t number = 0;
  for (StringRef rest = log; !rest.empty();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    ++number;
    line = line.rtrim();
    if (!takePrefix(line))
      continue;
    StringRef text = line.trim();
    if (isBorder(text)) {
      finish(error);
      error = TextError();
    } else if (text.empty()) {
      continue;
    } else if (error.parts.empty() ||
               !takeFrame(line, error.parts.back().frames)) {
      error.add(text, number);
    }
  }
  finish(error);
}

} // namespace

llvm::Error readHelgrindText(Import &in) {
  ValgrindThreads threads;
  readLog(
      in.text, [](StringRef line) { return line.starts_with("---"); },
      [&](TextError &error) { finishHelgrind(in, error, threads); });
  return llvm::Error::success();
}

llvm::Error readDrdText(Import &in) {
  readLog(
      in.text, [](StringRef line) { return line.empty(); },
      [&](TextError &error) { finishDrd(in, error); });
  return llvm::Error::success();
}

} // namespace rbcheck
