//===- tools/warnings/Native.cpp - Reads the native format ----------------===//
//
// Line oriented, written by hand or by converters. The short form has one
// warning per line, the long form a block from `warning` to `end`. What is
// wrong is said with its line, and the next warning is read.
// docs/formats.md is the reference; tested by test/warnings/native.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Import.h"
#include "tools/warnings/NativeLine.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::StringRef;
using Words = llvm::ArrayRef<NativeWord>;

Error wrong(const llvm::Twine &why) { return llvm::createStringError(why); }

/// A property that faults belong to, by its word of --check.
bool isProperty(StringRef word) {
  return llvm::is_contained({
#define RB_FAULT(name, word, check, aftermath) StringRef(check),
#include "interp/exec/Faults.def"
#undef RB_FAULT
                            },
                            word);
}

//===--- Short form -------------------------------------------------------===//

/// `[A` and `B]` into `[`, `A`, `B`, `]`.
std::vector<NativeWord> splitBrackets(Words words) {
  std::vector<NativeWord> split;
  for (const NativeWord &word : words) {
    if (word.isQuoted) {
      split.push_back(word);
      continue;
    }
    StringRef rest = word.text;
    while (rest.consume_front("["))
      split.push_back({"[", "", false});
    size_t closing = 0;
    while (rest.consume_back("]"))
      ++closing;
    if (!rest.empty())
      split.push_back({rest.str(), "", false});
    split.insert(split.end(), closing, {"]", "", false});
  }
  return split;
}

class ShortForm {
public:
  explicit ShortForm(Words words) : words_(words) {}

  llvm::Expected<Warning> read() {
    Warning warning;
    warning.tool = "native";
    std::optional<WarningKind> kind;
    if (!words_.empty() && !words_[0].isQuoted)
      if (StringRef word = words_[0].text; word.ends_with(":")) {
        kind = warningKind(word.drop_back().str());
        if (!kind)
          return wrong("'" + word.drop_back() + "' is not a kind of warning");
        words_ = words_.drop_front();
      }
    do {
      auto thread = readThread();
      if (!thread)
        return thread.takeError();
      warning.threads.push_back(std::move(*thread));
    } while (take("<>"));
    if (!words_.empty())
      return wrong("'" + words_[0].text + "' is not expected here");
    warning.kind = kind ? *kind : guessKind(warning);
    for (const auto &thread : warning.threads)
      if (warning.threads.size() > 1 && thread.back().isAnywhere())
        warning.incomplete = "other access unknown";
    return warning;
  }

private:
  bool take(StringRef word) {
    if (words_.empty() || !words_[0].is(word))
      return false;
    words_ = words_.drop_front();
    return true;
  }

  llvm::Expected<std::vector<WarningStep>> readThread() {
    bool isGroup = take("[");
    std::vector<WarningStep> thread;
    do {
      size_t end = 0;
      while (end < words_.size() && !isStructure(words_[end]))
        ++end;
      auto step = readNativeStep(words_.take_front(end));
      if (!step)
        return step.takeError();
      thread.push_back(std::move(*step));
      words_ = words_.drop_front(end);
    } while (take(">"));
    if (isGroup && !take("]"))
      return wrong("a '[' has no ']'");
    return thread;
  }

  static bool isStructure(const NativeWord &word) {
    return word.is("<>") || word.is(">") || word.is("[") || word.is("]");
  }

  /// What the operations say; without them, pairs of sequences are a cycle.
  static WarningKind guessKind(const Warning &warning) {
    if (warning.threads.size() == 1)
      return warning.threads[0].size() > 1 ? WarningKind::Path
                                           : WarningKind::Point;
    bool areLocks = true;
    for (const auto &thread : warning.threads) {
      StepOp op = thread.back().op;
      areLocks &= op == StepOp::Lock || (op == StepOp::At && thread.size() > 1);
    }
    return areLocks ? WarningKind::LockCycle : WarningKind::Race;
  }

  Words words_;
};

//===--- Long form --------------------------------------------------------===//

class LongForm {
public:
  /// `warning [ID] KIND ["MESSAGE"]`
  Error begin(Words words) {
    warning_ = Warning();
    warning_.tool = "native";
    spawn_.reset();
    words = words.drop_front();
    if (words.size() > 1 && !words[1].isQuoted) {
      warning_.id = words[0].text;
      words = words.drop_front();
    }
    auto kind = words.empty() ? std::nullopt : warningKind(words[0].text);
    if (!kind)
      return wrong(words.empty() ? llvm::Twine("a warning needs a kind: race, "
                                               "lock-cycle, path, point, ...")
                                 : "'" + words[0].text +
                                       "' is not a kind of warning");
    warning_.kind = *kind;
    if (words.size() > 1 && words[1].isQuoted)
      warning_.message = words[1].text;
    if (words.size() > (warning_.message.empty() ? 1u : 2u))
      return wrong("behind the kind only a message in quotes can stand");
    return Error::success();
  }

  Error line(Words words) {
    const NativeWord &head = words[0];
    if (head.is("thread"))
      return beginThread(words.drop_front());
    if (head.is("from"))
      return frame(words.drop_front());
    if (head.is("require"))
      return require(words.drop_front());
    if (head.is("mutex"))
      return mutex(words.drop_front());
    if (std::string *field = fieldOf(head))
      return text(words, *field);
    if (head.is("confidence"))
      return confidence(words);
    if (head.is("fails-with") || head.is("fails-below"))
      return property(words);
    if (head.isQuoted || !stepOp(head.text))
      return wrong("'" + head.text +
                   "' is neither an operation (read, write, lock, call, at, "
                   "...) nor a word of a warning");
    if (warning_.threads.empty())
      return wrong("a step needs a 'thread' line before it");
    auto step = readNativeStep(words);
    if (!step)
      return step.takeError();
    step->thread = thread_;
    step->spawn = spawn_;
    warning_.threads.back().push_back(std::move(*step));
    return Error::success();
  }

  llvm::Expected<Warning> end() {
    size_t steps = 0;
    for (const auto &thread : warning_.threads)
      steps += thread.size();
    // Other tools may have nothing more to say; a person has.
    if (!steps && warning_.object.empty() && warning_.locks.empty() &&
        warning_.tool == "native")
      return wrong("the warning has neither steps nor an object");
    return std::move(warning_);
  }

private:
  /// `thread [NAME] [spawned PLACE [in FUNCTION]]`
  Error beginThread(Words words) {
    thread_.clear();
    spawn_.reset();
    warning_.threads.emplace_back();
    if (!words.empty() && !words[0].is("spawned")) {
      thread_ = words[0].text;
      words = words.drop_front();
    }
    if (words.empty())
      return Error::success();
    if (!words[0].is("spawned"))
      return wrong("'" + words[0].text + "' is not expected here; a thread is "
                   "'thread NAME spawned PLACE'");
    auto place = readPlace(words.drop_front());
    if (!place)
      return place.takeError();
    spawn_ = *place;
    return Error::success();
  }

  llvm::Expected<WarningPlace> readPlace(Words words) {
    if (!words.empty() && !words[0].isQuoted && stepOp(words[0].text))
      return wrong("'" + words[0].text + "' is not a place");
    auto step = readNativeStep(words);
    if (!step)
      return step.takeError();
    return step->place;
  }

  /// `from PLACE [in FUNCTION]`: the call that led to the step above.
  Error frame(Words words) {
    if (warning_.threads.empty() || warning_.threads.back().empty())
      return wrong("'from' needs a step before it");
    auto place = readPlace(words);
    if (!place)
      return place.takeError();
    // Written innermost first, as stacks are; kept outermost first.
    auto &stack = warning_.threads.back().back().stack;
    stack.insert(stack.begin(), *place);
    return Error::success();
  }

  Error require(Words words) {
    WarningConstraints &asked = warning_.constraints;
    if (words.empty())
      return wrong("'require' needs a word");
    for (const NativeWord &word : words) {
      if (word.is("same-thread"))
        asked.sameThread = true;
      else if (word.is("different-threads"))
        asked.differentThreads = true;
      else if (word.is("same-address"))
        asked.sameAddress = true;
      else if (word.is("parked"))
        asked.parked = true;
      else if (word.is("locks-held"))
        asked.holdsLocks = true;
      else
        return wrong("'" + word.text +
                     "' cannot be required; same-thread, different-threads, "
                     "same-address, parked and locks-held can");
    }
    if (asked.sameThread && asked.differentThreads)
      return wrong("same-thread and different-threads exclude each other");
    return Error::success();
  }

  /// `mutex NAME declared PLACE`
  Error mutex(Words words) {
    if (words.size() < 3 || !words[1].is("declared"))
      return wrong("a mutex is 'mutex NAME declared FILE:LINE'");
    WarningLock lock;
    if (!words[0].is("*"))
      lock.name = words[0].text;
    auto step = readNativeStep(words.drop_front(2));
    if (!step)
      return step.takeError();
    lock.declared = step->place;
    lock.column = step->column;
    warning_.locks.push_back(std::move(lock));
    return Error::success();
  }

  std::string *fieldOf(const NativeWord &word) {
    if (word.is("object"))
      return &warning_.object;
    if (word.is("tool"))
      return &warning_.tool;
    if (word.is("rule"))
      return &warning_.rule;
    if (word.is("hash"))
      return &warning_.hash;
    if (word.is("incomplete"))
      return &warning_.incomplete;
    if (word.is("unjudged") || word.is("confirm-only")) {
      warning_.onlyConfirm = word.is("confirm-only");
      return &warning_.unjudged;
    }
    return nullptr;
  }

  Error text(Words words, std::string &field) {
    if (words.size() != 2)
      return wrong("'" + words[0].text + "' needs one value; quote it if it "
                   "has blanks");
    field = words[1].text;
    return Error::success();
  }

  Error property(Words words) {
    if (words.size() != 2 || !isProperty(words[1].text))
      return wrong("'" + words[0].text +
                   "' needs a property of --check, e.g. memory");
    warning_.inCalls = words[0].is("fails-below");
    warning_.property = words[1].text;
    return Error::success();
  }

  Error confidence(Words words) {
    uint32_t value;
    if (words.size() != 2 || StringRef(words[1].text).getAsInteger(10, value))
      return wrong("'confidence' needs a number");
    warning_.confidence = value;
    return Error::success();
  }

  Warning warning_;
  std::string thread_;
  std::optional<WarningPlace> spawn_;
};

} // namespace

llvm::Error readNative(Import &in) {
  llvm::SmallVector<StringRef, 64> lines;
  in.text.split(lines, '\n');
  LongForm block;
  size_t begun = 0;     // line of the open `warning`
  bool isBad = false;   // it was complained about: skip to its end
  for (size_t i = 0; i < lines.size() && !in.isStopped(); ++i) {
    std::string at = "line " + std::to_string(i + 1);
    auto words = nativeWords(lines[i]);
    Error error = words ? Error::success() : words.takeError();
    bool isOpening = false;
    if (!error && !words->empty()) {
      const NativeWord &head = words->front();
      isOpening = head.is("warning");
      if (isOpening) {
        if (begun && !isBad)
          in.complain("line " + std::to_string(begun),
                      "the warning has no 'end'");
        begun = i + 1;
        isBad = false;
        error = block.begin(*words);
      } else if (begun && head.is("end")) {
        if (!isBad) {
          auto warning = block.end();
          if (warning)
            in.add(std::move(*warning), "line " + std::to_string(begun));
          else
            error = warning.takeError();
        }
        begun = 0;
      } else if (begun && !isBad) {
        error = block.line(*words);
      } else if (!begun) {
        auto warning = ShortForm(splitBrackets(*words)).read();
        if (warning)
          in.add(std::move(*warning), at);
        else
          error = warning.takeError();
      }
    }
    if (!error)
      continue;
    if (isBad)
      llvm::consumeError(std::move(error));
    else
      in.complain(at, llvm::toString(std::move(error)));
    isBad = begun != 0;
  }
  if (begun && !isBad)
    in.complain("line " + std::to_string(begun), "the warning has no 'end'");
  return Error::success();
}

} // namespace rbcheck
