//===- search/triage/SourceText.cpp - What the text says about a line -----===//
#include "search/triage/SourceText.h"

#include "search/files/Read.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

/// Walks over the text once and hands out tokens with their lines. A literal is
/// one token `"`, a word is one token with its first letter.
class Tokens {
public:
  explicit Tokens(llvm::StringRef text) : text_(text) {}

  struct Token {
    char what = 0; ///< 0 = the end
    uint32_t line = 0;
    llvm::StringRef word;
    bool isFirst = false; ///< of its line, splices counted as one line
  };

  Token next() {
    bool isFirst = at_ == 0;
    while (at_ < text_.size()) {
      if (skipSplice() || skipComment())
        continue;
      char c = text_[at_];
      if (c == '\n')
        isFirst = true;
      if (!llvm::isSpace(c))
        return take(isFirst);
      advance();
    }
    return {};
  }

  /// The rest of the line, with those that backslashes join to it.
  llvm::StringRef directive() {
    size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n')
      if (!skipSplice() && !skipComment())
        advance();
    return text_.slice(begin, at_);
  }
  uint32_t line() const { return line_; }

private:
  bool startsWith(llvm::StringRef what) const {
    return text_.substr(at_).starts_with(what);
  }
  void advance() { line_ += text_[at_++] == '\n'; }
  bool skipSplice() {
    size_t length = startsWith("\\\n") ? 2 : startsWith("\\\r\n") ? 3 : 0;
    for (size_t i = 0; i < length; ++i)
      advance();
    return length;
  }
  bool skipComment() {
    if (startsWith("//")) {
      while (at_ < text_.size() && text_[at_] != '\n')
        if (!skipSplice())
          advance();
      return true;
    }
    if (!startsWith("/*"))
      return false;
    size_t end = text_.find("*/", at_ + 2);
    end = end == llvm::StringRef::npos ? text_.size() : end + 2;
    while (at_ < end)
      advance();
    return true;
  }
  Token take(bool isFirst) {
    Token token{text_[at_], line_, {}, isFirst};
    size_t begin = at_;
    if (token.what == '"' || token.what == '\'') {
      skipLiteral(token.what);
      token.what = '"';
    } else if (llvm::isAlnum(token.what) || token.what == '_') {
      const bool isNumber = llvm::isDigit(token.what); // 1'000
      while (at_ < text_.size() &&
             (llvm::isAlnum(text_[at_]) || text_[at_] == '_' ||
              (isNumber && text_[at_] == '\'')))
        advance();
      token.word = text_.slice(begin, at_);
    } else {
      advance();
    }
    return token;
  }
  void skipLiteral(char quote) {
    advance();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        advance();
      advance();
    }
    if (at_ < text_.size() && text_[at_] == quote)
      advance();
  }

  llvm::StringRef text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
};

/// Where statements begin and end. Inside of round and square brackets and of
/// the braces of an initialiser a semicolon ends nothing. "if (x)" counts as one
/// by itself.
class Statements {
public:
  /// True if a statement begins with this token.
  bool take(const Tokens::Token &token) {
    const bool begins = hasEnded_;
    hasEnded_ = false;
    switch (token.what) {
    case '(':
    case '[':
      open_.push_back(isHead_ ? Bracket::Head : Bracket::Inner);
      isHead_ = false;
      break;
    case '{':
      // "= {", ", {", "return {" and what is inside of those are values; a
      // body follows all else, also "(" in a statement expression.
      open_.push_back(isValue() ? Bracket::Inner : Bracket::Body);
      hasEnded_ = open_.back() == Bracket::Body;
      break;
    case ')':
    case ']':
    case '}':
      hasEnded_ = close() != Bracket::Inner;
      break;
    case ';':
      hasEnded_ = open_.empty() || open_.back() == Bracket::Body;
      break;
    default:
      hasEnded_ = token.word == "else" || token.word == "do";
      isHead_ |= token.word == "if" || token.word == "for" ||
                 token.word == "while" || token.word == "switch";
    }
    before_ = token;
    return begins;
  }

private:
  enum class Bracket : uint8_t { Inner, Head, Body };

  bool isValue() const {
    return before_.what == '=' || before_.what == ',' ||
           before_.word == "return" ||
           (before_.what == '{' && !open_.empty() &&
            open_.back() == Bracket::Inner);
  }
  Bracket close() {
    if (open_.empty())
      return Bracket::Body; // the text is not balanced: #if and #else
    Bracket last = open_.back();
    open_.pop_back();
    return last;
  }

  std::vector<Bracket> open_;
  Tokens::Token before_;
  bool hasEnded_ = true;
  bool isHead_ = false; ///< the next "(" is that of "if (", "for (", ...
};

/// "LOCKED" of " define LOCKED(x) ..."; "" of other directives.
std::string macroOf(llvm::StringRef directive) {
  directive = directive.ltrim();
  if (!directive.consume_front("define"))
    return "";
  return directive.ltrim()
      .take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
      .str();
}

} // namespace

SourceText::SourceText(llvm::StringRef text) : lines_(text.count('\n') + 1) {
  Tokens tokens(text);
  Statements statements;
  uint32_t begin = 0;
  for (Tokens::Token token = tokens.next(); token.what;
       token = tokens.next()) {
    if (token.what == '#' && token.isFirst) {
      std::string macro = macroOf(tokens.directive());
      for (uint32_t line = token.line; line <= tokens.line(); ++line)
        lines_[line - 1].macro = macro;
      continue;
    }
    if (statements.take(token))
      begin = token.line;
    if (uint32_t &statement = lines_[token.line - 1].statement; !statement)
      statement = begin;
  }
}

const std::string &SourceText::macroAt(uint32_t line) const {
  static const std::string kNone;
  return line && line <= lines_.size() ? lines_[line - 1].macro : kNone;
}

uint32_t SourceText::statementAt(uint32_t line) const {
  return line && line <= lines_.size() ? lines_[line - 1].statement : 0;
}

std::string readSource(const std::string &path) {
  auto buffer = readSourceFile(path);
  return buffer ? buffer->getBuffer().str() : "";
}

} // namespace rbcheck
