//===- tools/warnings/JsonInput.cpp - Hostile JSON, read safely -----------===//
#include "tools/warnings/JsonInput.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

constexpr size_t kMostNesting = 200; // real reports have about 20

struct Extent {
  size_t end = 0; ///< behind the closing bracket, or the end of the text
  bool isDeep = false;
  bool isClosed = false;
  size_t at = 0; ///< of the bracket that is too deep
};

/// Follows the brackets from `from`, which is one, strings left out.
Extent followBrackets(llvm::StringRef text, size_t from) {
  size_t depth = 0;
  bool isString = false;
  for (size_t i = from; i < text.size(); ++i) {
    char c = text[i];
    if (isString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        isString = false;
      continue;
    }
    if (c == '"')
      isString = true;
    else if (c == '{' || c == '[') {
      if (++depth > kMostNesting)
        return {i, true, false, i};
    } else if ((c == '}' || c == ']') && !--depth)
      return {i + 1, false, true, 0};
  }
  return {text.size(), false, false, 0};
}

/// The first bracket that begins a line.
size_t findStart(llvm::StringRef text) {
  bool isLineStart = true;
  for (size_t i = 0; i < text.size(); ++i) {
    if (isLineStart && (text[i] == '{' || text[i] == '['))
      // "[Warning] ..." and the like are no JSON.
      if (char next = text.drop_front(i + 1).ltrim().take_front().str().c_str()[0];
          next == '"' || next == '{' || next == '}' || next == '[' ||
          next == ']')
        return i;
    if (text[i] == '\n')
      isLineStart = true;
    else if (!llvm::isSpace(text[i]) && static_cast<signed char>(text[i]) >= 0)
      isLineStart = false; // a byte order mark is not ASCII
  }
  return llvm::StringRef::npos;
}

size_t lineAt(llvm::StringRef text, size_t at) {
  return text.take_front(at).count('\n') + 1;
}

} // namespace

llvm::StringRef findJson(llvm::StringRef text) {
  size_t start = findStart(text);
  if (start == llvm::StringRef::npos)
    return "";
  return text.slice(start, followBrackets(text, start).end);
}

llvm::Expected<llvm::json::Value> parseJsonReport(const Import &in) {
  size_t start = findStart(in.text);
  if (start == llvm::StringRef::npos)
    return in.fail(0, "there is no JSON in it");
  Extent extent = followBrackets(in.text, start);
  if (extent.isDeep)
    return in.fail(lineAt(in.text, extent.at),
                   "JSON is nested more than " + std::to_string(kMostNesting) +
                       " levels deep");
  if (!extent.isClosed)
    return in.fail(lineAt(in.text, in.text.size()),
                   "JSON ends in the middle: the file is cut off");
  llvm::StringRef document = in.text.slice(start, extent.end);
  std::string repaired;
  if (!llvm::json::isUTF8(document))
    document = repaired = llvm::json::fixUTF8(document);
  auto value = llvm::json::parse(document);
  if (value)
    return value;
  // "[3:14, byte=60]: Expected ..." counts from the start of the document.
  std::string why = llvm::toString(value.takeError());
  llvm::StringRef rest = why;
  uint32_t line = 0;
  if (rest.consume_front("[") && !rest.consumeInteger(10, line))
    rest = rest.split("]: ").second;
  return in.fail(lineAt(in.text, start) + (line ? line - 1 : 0),
                 "not valid JSON: " + rest.str());
}

} // namespace rbcheck
