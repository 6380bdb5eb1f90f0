//===- tools/warnings/JsonInput.cpp - Hostile JSON, read safely -----------===//
#include "tools/warnings/JsonInput.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

constexpr size_t kMostNesting = 200; // real reports have about 20

/// Behind the string that begins at `at`, or the end of the text.
size_t behindString(StringRef text, size_t at) {
  for (++at; at < text.size(); ++at)
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  return text.size();
}

/// Follows the brackets from `from`, which is one, strings left out.
JsonExtent followBrackets(StringRef text, size_t from) {
  size_t depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      i = behindString(text, i) - 1;
    } else if (c == '{' || c == '[') {
      if (++depth > kMostNesting)
        return {from, i, true, false};
    } else if ((c == '}' || c == ']') && !--depth) {
      return {from, i + 1, false, true};
    }
  }
  return {from, text.size(), false, false};
}

/// The first bracket at or behind `from` that begins a line.
size_t findStart(StringRef text, size_t from) {
  bool isLineStart = true;
  for (size_t i = from; i < text.size(); ++i) {
    if (isLineStart && (text[i] == '{' || text[i] == '[')) {
      // "[Warning] ..." and the like are no JSON.
      StringRef rest = text.drop_front(i + 1).ltrim();
      if (!rest.empty() && StringRef("\"{}[]").contains(rest.front()))
        return i;
    }
    if (text[i] == '\n')
      isLineStart = true;
    else if (!llvm::isSpace(text[i]) && static_cast<signed char>(text[i]) >= 0)
      isLineStart = false; // a byte order mark is not ASCII
  }
  return StringRef::npos;
}

/// Cuts a container into its parts, without looking into them.
class Cursor {
public:
  explicit Cursor(StringRef text) : text_(text) {}

  bool take(char c) {
    skipSpace();
    if (at_ >= text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  bool isAtEnd() {
    skipSpace();
    return at_ >= text_.size();
  }
  /// The text of the value here; "" if there is none.
  StringRef value() {
    skipSpace();
    size_t from = at_;
    if (at_ >= text_.size())
      return "";
    char c = text_[at_];
    if (c == '{' || c == '[')
      at_ = followBrackets(text_, at_).end;
    else if (c == '"')
      at_ = behindString(text_, at_);
    else
      at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    return text_.slice(from, at_);
  }

private:
  void skipSpace() {
    while (at_ < text_.size() && llvm::isSpace(text_[at_]))
      ++at_;
  }
  StringRef text_;
  size_t at_ = 0;
};

} // namespace

JsonExtent findJson(StringRef text, size_t from) {
  size_t start = findStart(text, from);
  return start == StringRef::npos ? JsonExtent()
                                  : followBrackets(text, start);
}

llvm::Expected<StringRef> jsonDocument(Import &in) {
  JsonExtent extent = findJson(in.text);
  if (!extent.isFound())
    return in.fail(0, "there is no JSON in it");
  if (extent.isDeep)
    return in.fail(in.lineOf(extent.end),
                   "JSON is nested more than " + std::to_string(kMostNesting) +
                       " levels deep");
  if (!extent.isClosed)
    in.complain("line " + std::to_string(in.lineOf(in.text.size())),
                "JSON ends in the middle: the file is cut off; what stands "
                "before is read");
  return in.text.slice(extent.begin, extent.end);
}

std::vector<StringRef> jsonElements(StringRef array) {
  std::vector<StringRef> elements;
  Cursor cursor(array);
  if (!cursor.take('['))
    return elements;
  while (!cursor.take(']') && !cursor.isAtEnd()) {
    elements.push_back(cursor.value());
    if (!cursor.take(','))
      break;
  }
  return elements;
}

void forEachMember(
    StringRef object,
    llvm::function_ref<void(StringRef key, StringRef value)> visit) {
  Cursor cursor(object);
  if (!cursor.take('{'))
    return;
  while (!cursor.isAtEnd()) {
    StringRef key = cursor.value();
    if (!key.consume_front("\"") || !key.consume_back("\"") ||
        !cursor.take(':'))
      return;
    visit(key, cursor.value());
    if (!cursor.take(','))
      return;
  }
}

StringRef jsonMember(StringRef object, StringRef wanted) {
  StringRef found;
  forEachMember(object, [&](StringRef key, StringRef value) {
    if (key == wanted)
      found = value;
  });
  return found;
}

llvm::Expected<llvm::json::Value> parseJson(StringRef text) {
  if (llvm::json::isUTF8(text))
    return llvm::json::parse(text);
  return llvm::json::parse(llvm::json::fixUTF8(text));
}

JsonRecord readRecord(Import &in, StringRef text) {
  auto value = parseJson(text);
  if (value)
    return JsonRecord(std::move(*value));
  // "[3:14, byte=60]: Expected ..." counts from the start of the record.
  std::string why = llvm::toString(value.takeError());
  StringRef rest = why;
  uint32_t line = 1;
  if (rest.consume_front("[") && !rest.consumeInteger(10, line))
    rest = rest.split("]: ").second;
  size_t first = in.lineOf(size_t(text.data() - in.text.data()));
  in.complain("line " + std::to_string(first + line - 1),
              "not valid JSON: " + rest.str());
  return JsonRecord();
}

void forEachRecord(Import &in, StringRef array,
                   llvm::function_ref<void(size_t, Json)> visit) {
  std::vector<StringRef> elements = jsonElements(array);
  for (size_t i = 0; i < elements.size() && !in.isStopped(); ++i)
    if (JsonRecord record = readRecord(in, elements[i]); record.isPresent())
      visit(i, record);
}

} // namespace rbcheck
