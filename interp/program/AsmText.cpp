//===- interp/program/AsmText.cpp - Takes inline assembly apart -----------===//
#include "interp/program/AsmText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace rbcheck {

namespace {

//===--- Registers and numbers --------------------------------------------===//

uint32_t widthOfLetter(StringRef letter) {
  return StringSwitch<uint32_t>(letter)
      .Case("b", 8)
      .Case("w", 16)
      .Cases("k", "d", 32)
      .Case("q", 64)
      .Default(0);
}

/// `eax`, `r8d`, `sil`: without the percent sign, in lower case.
std::optional<AsmRef> parseRegister(StringRef name) {
  AsmRef ref;
  static constexpr StringRef kLetters[] = {"a", "b", "c", "d"};
  static constexpr StringRef kNames[] = {"ax", "bx", "cx", "dx", "si",
                                         "di", "bp", "sp", "ip"};
  if (is_contained({"fs", "gs"}, name)) {
    ref.reg = name.str();
    return ref;
  }
  unsigned number;
  StringRef rest = name;
  if (rest.consume_front("r") && !rest.consumeInteger(10, number)) {
    ref.width = rest.empty() ? 64 : widthOfLetter(rest);
    if (number < 8 || number > 15 || ref.width == 0)
      return std::nullopt;
    ref.reg = "r" + std::to_string(number);
    return ref;
  }
  if (name.size() == 2 && name[1] == 'l' &&
      is_contained(kLetters, name.take_front())) {
    ref.reg = name.take_front().str() + "x";
    ref.width = 8;
    return ref;
  }
  rest = name;
  ref.width = rest.consume_front("r") ? 64 : rest.consume_front("e") ? 32 : 16;
  if (ref.width == 16 && rest.size() == 3 && rest.consume_back("l"))
    ref.width = 8;
  if (!is_contained(kNames, rest))
    return std::nullopt;
  ref.reg = rest.str();
  return ref;
}

std::optional<uint64_t> parseNumber(StringRef text) {
  text = text.trim();
  bool isInverted = text.consume_front("~");
  bool isNegative = text.consume_front("-");
  text.consume_front("+");
  uint64_t number;
  if (text.trim().getAsInteger(0, number))
    return std::nullopt;
  if (isNegative)
    number = 0 - number;
  return isInverted ? ~number : number;
}

/// `$3`, `${3:w}`; with percent sign or, in Intel's syntax, without `%eax`.
std::optional<AsmRef> parseRef(StringRef text, bool isIntel) {
  text = text.trim();
  if (!text.consume_front("$")) {
    if (!text.consume_front("%") && !isIntel)
      return std::nullopt;
    return parseRegister(text.lower());
  }
  AsmRef ref;
  ref.isOperand = true;
  if (text.consume_front("{")) {
    if (!text.consume_back("}"))
      return std::nullopt;
    auto [number, modifier] = text.split(':');
    ref.width = widthOfLetter(modifier);
    if (ref.width == 0 && !modifier.empty() && modifier != "P")
      return std::nullopt;
    text = number;
  }
  if (text.getAsInteger(10, ref.operand))
    return std::nullopt;
  return ref;
}

//===--- Operands ---------------------------------------------------------===//

/// disp(base,index,scale), 8+$0: as AT&T writes addresses.
std::optional<AsmArg> parseAddress(StringRef text) {
  AsmArg arg;
  arg.kind = AsmArg::Memory;
  if (!text.consume_back(")")) {
    auto [number, operand] = text.rsplit('+');
    auto offset = parseNumber(number);
    auto ref = parseRef(operand, /*isIntel=*/false);
    if (!offset || !ref || !ref->isOperand)
      return std::nullopt;
    arg.base = *ref;
    arg.number = *offset;
    return arg;
  }
  auto [number, inside] = text.split('(');
  if (!number.trim().empty()) {
    auto offset = parseNumber(number);
    if (!offset)
      return std::nullopt;
    arg.number = *offset;
  }
  SmallVector<StringRef, 3> parts;
  inside.split(parts, ',');
  if (parts.size() > 3)
    return std::nullopt;
  for (size_t i = 0; i < parts.size() && i < 2; ++i) {
    if (parts[i].trim().empty())
      continue;
    auto ref = parseRef(parts[i], /*isIntel=*/false);
    if (!ref)
      return std::nullopt;
    (i ? arg.index : arg.base) = *ref;
  }
  if (parts.size() == 3 && parts[2].trim().getAsInteger(10, arg.scale))
    return std::nullopt;
  return arg;
}

/// base + index*scale + disp, between brackets: as Intel writes addresses.
std::optional<AsmArg> parseBrackets(StringRef text) {
  AsmArg arg;
  arg.kind = AsmArg::Memory;
  SmallVector<StringRef, 4> terms;
  text.split(terms, '+');
  for (StringRef term : terms) {
    auto [value, minus] = term.split('-');
    if (!minus.empty()) {
      auto number = parseNumber(minus);
      if (!number)
        return std::nullopt;
      arg.number -= *number;
    }
    auto [name, scale] = value.split('*');
    if (auto number = parseNumber(value)) {
      arg.number += *number;
      continue;
    }
    auto ref = parseRef(name, /*isIntel=*/true);
    if (!ref || (!scale.empty() && scale.trim().getAsInteger(10, arg.scale)))
      return std::nullopt;
    AsmRef &to = arg.base.isNothing() && scale.empty() ? arg.base : arg.index;
    if (!to.isNothing())
      return std::nullopt;
    to = *ref;
  }
  return arg;
}

bool isLabelName(StringRef text) {
  if (text.empty() || text.starts_with("$") || text.starts_with("%"))
    return false;
  return all_of(text, [](char c) {
    return isAlnum(c) || StringRef("_.$:{}").contains(c);
  });
}

std::optional<AsmArg> parseArg(StringRef text, bool isJump, bool isIntel) {
  AsmArg arg;
  text = text.trim();
  if (isJump) {
    arg.kind = AsmArg::Label;
    arg.label = text.str();
    return isLabelName(text) ? std::optional(arg) : std::nullopt;
  }
  if (isIntel) {
    for (auto [name, width] : {std::pair("byte", 8u), std::pair("word", 16u),
                               std::pair("dword", 32u), std::pair("qword", 64u),
                               std::pair("xmmword", 128u)}) {
      auto [first, rest] = text.split(' ');
      if (first.equals_insensitive(name) &&
          rest.ltrim().starts_with_insensitive("ptr")) {
        arg.width = width;
        text = rest.ltrim().drop_front(3).trim();
        break;
      }
    }
  }
  for (StringRef segment : {"fs", "gs"}) {
    StringRef rest = text;
    rest.consume_front("%");
    if (rest.consume_front_insensitive(segment) && rest.consume_front(":")) {
      arg.segment = segment.str();
      text = rest;
    }
  }
  std::optional<AsmArg> found;
  if (text.starts_with("$$")) {
    arg.kind = AsmArg::Number;
    auto number = parseNumber(text.drop_front(2));
    arg.number = number.value_or(0);
    return number ? std::optional(arg) : std::nullopt;
  }
  if (auto ref = parseRef(text, isIntel)) {
    arg.base = *ref;
    return arg;
  }
  if (auto number = parseNumber(text)) {
    arg.kind = isIntel && arg.segment.empty() ? AsmArg::Number : AsmArg::Memory;
    arg.number = *number;
    return arg;
  }
  if (isIntel && text.consume_front("[") && text.consume_back("]"))
    found = parseBrackets(text);
  else if (!isIntel)
    found = parseAddress(text);
  if (found) {
    found->width = arg.width;
    found->segment = arg.segment;
  }
  return found;
}

/// At commas that are not inside parentheses or brackets.
void splitArgs(StringRef text, SmallVectorImpl<StringRef> &args) {
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[';
    depth -= text[i] == ')' || text[i] == ']';
    if (text[i] == ',' && depth == 0) {
      args.push_back(text.slice(begin, i));
      begin = i + 1;
    }
  }
  args.push_back(text.substr(begin));
}

//===--- Text -------------------------------------------------------------===//

/// `$(att$|intel$)` becomes one of the two.
std::string chooseDialect(StringRef text, bool isIntel) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split("$(");
    result += before;
    if (before.size() == text.size())
      return result;
    auto [both, after] = rest.split("$)");
    auto [att, intel] = both.split("$|");
    result += isIntel ? intel : att;
    text = after;
  }
}

std::string withoutComments(StringRef text) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split("/*");
    result += before;
    if (before.size() == text.size())
      return result;
    result += ' ';
    text = rest.split("*/").second;
  }
}

/// Hints to the assembler that change nothing of what is executed.
bool isDirective(StringRef word) {
  return is_contained({".p2align", ".align", ".balign"}, word);
}

bool isJump(StringRef mnemonic) { return mnemonic.starts_with("j"); }

bool parseStatement(StringRef part, bool isIntel, AsmStatement &next,
                    SmallVectorImpl<AsmStatement> &result) {
  while (true) {
    part = part.trim();
    if (part.empty())
      return true;
    size_t end = part.find_first_of(" \t");
    std::string word = part.substr(0, end).lower();
    StringRef rest = end == StringRef::npos ? "" : part.substr(end).trim();
    if (size_t colon = part.find(':');
        colon != StringRef::npos && isLabelName(part.take_front(colon)) &&
        (end == StringRef::npos || colon < end) &&
        (colon + 1 == part.size() || isSpace(part[colon + 1]))) {
      AsmStatement place;
      place.label = part.take_front(colon).str();
      result.push_back(std::move(place));
      part = part.substr(colon + 1);
      continue;
    }
    if (isDirective(word))
      return true;
    if (word == "lock" || word == "rep" || word == "repz" || word == "repe") {
      (word == "lock" ? next.isLocked : next.isRepeated) = true;
      part = rest;
      continue;
    }
    next.mnemonic = word;
    SmallVector<StringRef, 3> args;
    if (!rest.empty())
      splitArgs(rest, args);
    for (StringRef text : args) {
      auto arg = parseArg(text, isJump(word), isIntel);
      if (!arg)
        return false;
      next.args.push_back(*arg);
    }
    if (isIntel)
      std::reverse(next.args.begin(), next.args.end());
    result.push_back(std::move(next));
    next = AsmStatement();
    return true;
  }
}

} // namespace

std::optional<SmallVector<AsmStatement, 4>> parseAsm(StringRef text,
                                                     bool isIntel) {
  SmallVector<AsmStatement, 4> result;
  std::string plain = withoutComments(chooseDialect(text, isIntel));
  SmallVector<StringRef, 4> lines, parts;
  StringRef(plain).split(lines, '\n');
  for (StringRef line : lines)
    line.split('#').first.split(parts, ';');
  AsmStatement next;
  for (StringRef part : parts)
    if (!parseStatement(part, isIntel, next, result))
      return std::nullopt;
  if (next.isLocked || next.isRepeated)
    return std::nullopt;
  return result;
}

bool isWeakAsm(const CallBase &call) {
  auto &text = *cast<InlineAsm>(call.getCalledOperand());
  auto statements =
      parseAsm(text.getAsmString(), text.getDialect() == InlineAsm::AD_Intel);
  auto isAddress = [](const Use &use) { return use->getType()->isPointerTy(); };
  if (!statements || none_of(call.args(), isAddress)) // none is executed
    return false;
  SmallVector<bool, 6> isMemory;
  for (const InlineAsm::ConstraintInfo &info : text.ParseConstraints())
    if (info.Type != InlineAsm::isClobber)
      isMemory.push_back(info.isIndirect);
  return any_of(*statements, [&](const AsmStatement &statement) {
    StringRef name = statement.mnemonic;
    if (statement.isLocked || name.starts_with("xchg") ||
        name.starts_with("set") || name.starts_with("prefetch"))
      return false; // conditions go to local variables
    return any_of(statement.args, [&](const AsmArg &arg) {
      return arg.kind == AsmArg::Memory ||
             (arg.base.isOperand && arg.base.operand < isMemory.size() &&
              isMemory[arg.base.operand]);
    });
  });
}

} // namespace rbcheck
