//===- tools/warnings/NativeLine.cpp - A line of the native format --------===//
#include "tools/warnings/NativeLine.h"

#include "tools/warnings/Import.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::StringRef;

Error wrong(const llvm::Twine &why) { return llvm::createStringError(why); }

bool isOrder(StringRef word) {
  return word.consume_front("#") && !word.empty() &&
         llvm::all_of(word, llvm::isDigit);
}

/// Reads the quoted string at the head of `rest`, and drops it there.
llvm::Expected<std::string> takeQuoted(StringRef &rest) {
  std::string text;
  size_t i = 1;
  for (; i < rest.size() && rest[i] != '"'; ++i) {
    if (rest[i] != '\\') {
      text += rest[i];
      continue;
    }
    char c = ++i < rest.size() ? rest[i] : 0;
    unsigned value;
    if (c == 'n')
      text += '\n';
    else if (c == 't')
      text += '\t';
    else if (c == '"' || c == '\\')
      text += c;
    else if (c == 'x' && !rest.substr(i + 1, 2).getAsInteger(16, value)) {
      text += char(value);
      i += 2;
    } else
      return wrong("unknown escape in a quoted string; \\\\, \\\", \\n, \\t and "
                   "\\xNN are known");
  }
  if (i >= rest.size())
    return wrong("a quoted string has no end");
  rest = rest.drop_front(i + 1);
  return text;
}

/// A name with a dot or a slash is a file, any other a function.
bool looksLikeFile(StringRef name) {
  return name.contains('/') || name.contains('.');
}

Error notAPlace(StringRef word) {
  return wrong("'" + word +
               "' is not a place; write FILE:LINE, FILE:LINE:COLUMN, FUNCTION, "
               "FUNCTION:LINE or *");
}

/// Splits ":LINE[:COLUMN[-END]]" off the end of a word.
bool takeNumbers(StringRef &word, WarningStep &step) {
  uint32_t numbers[3] = {0, 0, 0}; // line, column, end
  StringRef rest = word;
  auto [head, last] = rest.rsplit(':');
  auto [column, end] = last.split('-');
  bool isNumber = !last.empty() && llvm::isDigit(last[0]);
  if (head.size() == rest.size() || head.ends_with(":") || !isNumber)
    return true; // no number at all, or the :: of a C++ name
  if (!(numbers[0] = lineNumber(column)))
    return false;
  bool hasEnd = last.contains('-');
  if (hasEnd && !(numbers[2] = lineNumber(end)))
    return false;
  rest = head;
  auto [name, line] = rest.rsplit(':');
  if (name.size() != rest.size() && !line.empty() && llvm::isDigit(line[0])) {
    numbers[1] = numbers[0];
    if (!(numbers[0] = lineNumber(line)))
      return false;
    rest = name;
  } else if (hasEnd)
    return false;
  step.place.line = numbers[0];
  step.column = numbers[1];
  step.endColumn = numbers[2];
  word = rest;
  return true;
}

} // namespace

llvm::Expected<std::vector<NativeWord>> nativeWords(StringRef line) {
  std::vector<NativeWord> words;
  StringRef rest = line;
  while (!(rest = rest.ltrim(" \t\r\v\f")).empty()) {
    NativeWord word;
    if (rest[0] == '"') {
      auto text = takeQuoted(rest);
      if (!text)
        return text.takeError();
      word.text = *text;
      word.isQuoted = true;
      size_t end = std::min(rest.find_first_of(" \t\r\v\f]"), rest.size());
      word.tail = rest.take_front(end).str();
      rest = rest.drop_front(end);
    } else {
      size_t end = std::min(rest.find_first_of(" \t\r\v\f"), rest.size());
      word.text = rest.take_front(end).str();
      rest = rest.drop_front(end);
      // "#7" is an order at the end of a line or before a comment.
      StringRef next = rest.ltrim(" \t\r\v\f");
      bool isLast = next.empty() || next.starts_with("#");
      if (word.text[0] == '#' && !(isOrder(word.text) && isLast))
        return words;
    }
    words.push_back(std::move(word));
  }
  return words;
}

Error readNativePlace(const NativeWord &word, WarningStep &step) {
  if (word.isQuoted) {
    StringRef tail = word.tail;
    if (word.text.empty() || !takeNumbers(tail, step) || !tail.empty() ||
        !step.place.line)
      return wrong("a quoted place needs a line: \"FILE\":LINE");
    step.place.file = word.text;
    return Error::success();
  }
  StringRef name = word.text;
  if (!takeNumbers(name, step) || name.empty() || name.ends_with(":"))
    return notAPlace(word.text);
  if (name == "*")
    return Error::success();
  // One colon that is no part of a ::.
  for (size_t at = 0; (at = name.find(':', at)) != StringRef::npos; at += 2)
    if (!name.substr(at).starts_with("::"))
      return notAPlace(word.text);
  if (!looksLikeFile(name)) {
    step.place.func = name.str();
    return Error::success();
  }
  if (!step.place.line)
    return wrong("'" + name + "' names a file without a line; write " + name +
                 ":LINE");
  step.place.file = name.str();
  return Error::success();
}

llvm::Expected<WarningStep> readNativeStep(llvm::ArrayRef<NativeWord> words) {
  WarningStep step;
  if (!words.empty() && !words[0].isQuoted)
    if (auto op = stepOp(words[0].text)) {
      step.op = *op;
      words = words.drop_front();
    }
  if (words.empty())
    return wrong("a step needs a place: FILE:LINE, FUNCTION or *");
  if (Error error = readNativePlace(words[0], step))
    return std::move(error);
  words = words.drop_front();
  while (!words.empty()) {
    const NativeWord &word = words[0];
    if (!word.isQuoted && isOrder(word.text) && words.size() == 1) {
      uint32_t order;
      if (StringRef(word.text).drop_front().getAsInteger(10, order))
        return wrong("order '" + word.text + "' is too large");
      step.order = order;
      return step;
    }
    bool isKnown = word.is("in") || word.is("object") || word.is("calls") ||
                   word.is("holding");
    if (!isKnown)
      return wrong("'" + word.text +
                   "' is not known behind a place; in, object, calls, holding "
                   "and #N are");
    if (words.size() < 2 || !words[1].tail.empty())
      return wrong("'" + word.text + "' needs a name");
    const std::string &name = words[1].text;
    if (word.is("in"))
      step.place.func = name;
    else if (word.is("object"))
      step.object = name;
    else if (word.is("calls"))
      step.callee = name;
    else
      step.held.push_back(name);
    words = words.drop_front(2);
  }
  return step;
}

std::string nativeQuote(StringRef word) {
  bool isPlain = !word.empty() && word != "*";
  for (char c : word)
    isPlain &= llvm::isPrint(c) && !StringRef(" \t\"\\#[]").contains(c);
  if (isPlain)
    return word.str();
  std::string escaped;
  for (char c : word) {
    if (c == '"' || c == '\\')
      (escaped += '\\') += c;
    else if (c == '\n')
      escaped += "\\n";
    else if (c == '\t')
      escaped += "\\t";
    else
      escaped += c;
  }
  return "\"" + safeForTerminal(escaped) + "\"";
}

namespace {

/// ":LINE:COLUMN-END", as far as it is known.
std::string numbersOf(const WarningStep &step) {
  std::string text;
  if (step.place.line)
    text += ":" + std::to_string(step.place.line);
  if (step.place.line && step.column) {
    text += ":" + std::to_string(step.column);
    if (step.endColumn)
      text += "-" + std::to_string(step.endColumn);
  }
  return text;
}

} // namespace

std::string nativeSpot(const WarningStep &step) {
  const WarningPlace &place = step.place;
  std::string text = "*";
  if (!place.file.empty()) {
    text = nativeQuote(place.file);
    bool isPlain = text[0] != '"' && looksLikeFile(text) &&
                   !StringRef(text).contains(':');
    if (!isPlain && text[0] != '"')
      text = "\"" + text + "\"";
  }
  text += numbersOf(step);
  if (!place.func.empty())
    text += " in " + nativeQuote(place.func);
  return text;
}

std::string nativePlace(const WarningPlace &place) {
  WarningStep step;
  step.place = place;
  return nativeSpot(step);
}

std::string nativeStep(const WarningStep &step) {
  std::string text = std::string(stepOpWord(step.op)) + " " + nativeSpot(step);
  if (!step.object.empty())
    text += " object " + nativeQuote(step.object);
  if (!step.callee.empty())
    text += " calls " + nativeQuote(step.callee);
  for (const std::string &lock : step.held)
    text += " holding " + nativeQuote(lock);
  if (step.order)
    text += " #" + std::to_string(*step.order);
  return text;
}

} // namespace rbcheck
