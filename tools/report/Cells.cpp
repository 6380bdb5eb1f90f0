//===- tools/report/Cells.cpp - Text in columns ---------------------------===//
#include "tools/report/Cells.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

constexpr llvm::StringLiteral kLeftOut = "..";
constexpr size_t kLeastPart = 8;

/// The first character of `text`, which is not empty.
StringRef firstCharacter(StringRef text) {
  size_t size = 1;
  while (size < text.size() &&
         (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
    ++size;
  return text.take_front(size);
}

size_t widthOfCharacter(StringRef character) {
  int width = llvm::sys::unicode::columnWidthUTF8(character);
  return width < 0 ? 1 : size_t(width);
}

/// The longest beginning that takes at most `width` columns.
StringRef beginningOf(StringRef text, size_t width) {
  size_t used = 0, size = 0;
  while (size < text.size()) {
    StringRef character = firstCharacter(text.drop_front(size));
    used += widthOfCharacter(character);
    if (used > width)
      break;
    size += character.size();
  }
  return text.take_front(size);
}

/// The longest end that takes at most `width` columns, without an accent that
/// has lost its letter.
StringRef endOf(StringRef text, size_t width) {
  size_t all = widthOf(text);
  while (!text.empty()) {
    StringRef character = firstCharacter(text);
    size_t one = widthOfCharacter(character);
    if (all <= width && one)
      break;
    all -= one;
    text = text.drop_front(character.size());
  }
  return text;
}

} // namespace

size_t widthOf(StringRef text) {
  size_t width = 0;
  while (!text.empty()) {
    StringRef character = firstCharacter(text);
    width += widthOfCharacter(character);
    text = text.drop_front(character.size());
  }
  return width;
}

std::string padded(const std::string &text, size_t width) {
  size_t used = widthOf(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}

std::string cutInMiddle(StringRef text, size_t width) {
  if (widthOf(text) <= width)
    return text.str();
  if (width <= kLeftOut.size())
    return beginningOf(text, width).str();
  size_t kept = width - kLeftOut.size();
  return (beginningOf(text, kept - kept / 2) + kLeftOut + endOf(text, kept / 2))
      .str();
}

std::string cutParts(const std::vector<std::string> &parts, StringRef between,
                     size_t width) {
  std::string whole = llvm::join(parts, between);
  if (widthOf(whole) <= width || parts.empty())
    return whole;
  size_t others = between.size() * (parts.size() - 1);
  size_t room = width > others ? (width - others) / parts.size() : 0;
  std::vector<std::string> cut;
  for (const std::string &part : parts)
    cut.push_back(cutInMiddle(part, std::max(room, kLeastPart)));
  return cutInMiddle(llvm::join(cut, between), width);
}

std::vector<std::string> wrapped(StringRef text, size_t width) {
  llvm::SmallVector<StringRef, 32> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  std::vector<std::string> lines{""};
  for (StringRef word : words) {
    if (!lines.back().empty() &&
        widthOf(lines.back()) + 1 + widthOf(word) > width)
      lines.emplace_back();
    if (!lines.back().empty())
      lines.back() += " ";
    while (widthOf(word) > width) {
      StringRef piece = beginningOf(word, width);
      if (piece.empty())
        piece = firstCharacter(word);
      lines.back() += piece.str();
      lines.emplace_back();
      word = word.drop_front(piece.size());
    }
    lines.back() += word.str();
  }
  if (lines.size() > 1 && lines.back().empty())
    lines.pop_back();
  return lines;
}

std::string wrappedLine(StringRef line, size_t width) {
  constexpr size_t kMore = 2; ///< of further lines
  const size_t indent = line.size() - line.ltrim(' ').size() + kMore;
  std::string text;
  size_t used = 0;
  bool isFirst = true;
  llvm::SmallVector<StringRef, 32> words;
  line.split(words, ' ');
  for (StringRef word : words) {
    // Colours take no room.
    size_t room = 0;
    bool isCode = false;
    for (StringRef rest = word; !rest.empty();) {
      StringRef character = firstCharacter(rest);
      rest = rest.drop_front(character.size());
      if (character == "\x1b")
        isCode = true;
      else if (!isCode)
        room += widthOfCharacter(character);
      else if (character == "m")
        isCode = false;
    }
    if (!isFirst && used > indent && used + 1 + room > width) {
      text += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!isFirst) {
      text += ' ';
      ++used;
    }
    text += word.str();
    used += room;
    isFirst = false;
  }
  return text;
}

} // namespace rbcheck
