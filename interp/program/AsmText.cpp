//===- interp/program/AsmText.cpp - Takes inline assembly apart -----------===//
#include "interp/program/AsmText.h"

using namespace llvm;

namespace rbcheck {

static std::optional<AsmRef> parseRef(StringRef text) {
  AsmRef ref;
  text = text.trim();
  if (!text.consume_front("$"))
    return std::nullopt;
  if (text.consume_front("$")) {
    ref.isNumber = true;
    int64_t number;
    if (text.getAsInteger(0, number))
      return std::nullopt;
    ref.number = uint64_t(number);
    return ref;
  }
  if (text.consume_front("{")) {
    if (!text.consume_back("}"))
      return std::nullopt;
    text = text.split(':').first;
  }
  if (text.getAsInteger(10, ref.operand))
    return std::nullopt;
  return ref;
}

static StringRef stripComment(StringRef line) {
  line = line.split('#').first;
  size_t begin;
  while ((begin = line.find("/*")) != StringRef::npos) {
    // A comment is all there is in the line, in what people write.
    if (line.find("*/", begin) + 2 != line.rtrim().size())
      break;
    line = line.take_front(begin);
  }
  return line.trim();
}

std::optional<SmallVector<AsmStatement, 4>> parseAsm(StringRef text) {
  SmallVector<AsmStatement, 4> result;
  SmallVector<StringRef, 4> lines, parts;
  text.split(lines, '\n');
  for (StringRef line : lines)
    stripComment(line).split(parts, ';');
  AsmStatement next;
  for (StringRef part : parts) {
    part = part.trim();
    while (!part.empty()) {
      size_t end = part.find_first_of(" \t");
      std::string word = part.substr(0, end).lower();
      part = end == StringRef::npos ? "" : part.substr(end).trim();
      if (word == "lock") {
        next.isLocked = true;
        continue;
      }
      if (word == "rep" || word == "repz" || word == "repe") {
        if (!part.empty() && !part.starts_with_insensitive("nop"))
          return std::nullopt;
        continue;
      }
      next.mnemonic = word;
      SmallVector<StringRef, 3> operands;
      if (!part.empty())
        part.split(operands, ',');
      for (StringRef operand : operands) {
        auto ref = parseRef(operand);
        if (!ref)
          return std::nullopt;
        next.refs.push_back(*ref);
      }
      result.push_back(std::move(next));
      next = AsmStatement();
      break;
    }
  }
  if (next.isLocked)
    return std::nullopt;
  return result;
}

} // namespace rbcheck
