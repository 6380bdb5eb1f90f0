//===- interp/state/symbolic/Text.cpp - Terms for people ------------------------===//
//
// C where C has the operation: `<s` and `/s` are signed, `<u` and `/u` are not;
// `(u8)x` cuts or fills with zeros, `(s32)x` with the sign; `x[15:8]` are bits,
// `{a, b}` is a word of two parts. A long term is cut with `...`.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

namespace rbcheck::term {
namespace {

constexpr unsigned kMostDepth = 24;
constexpr size_t kMostLength = 2000;

const char *symbol(TermOp op, bool isTruth) {
  switch (op) {
  case TermOp::Add:
    return "+";
  case TermOp::Sub:
    return "-";
  case TermOp::Mul:
    return "*";
  case TermOp::UDiv:
    return "/u";
  case TermOp::URem:
    return "%u";
  case TermOp::SDiv:
    return "/s";
  case TermOp::SRem:
    return "%s";
  case TermOp::And:
    return isTruth ? "&&" : "&";
  case TermOp::Or:
    return isTruth ? "||" : "|";
  case TermOp::Xor:
    return "^";
  case TermOp::Shl:
    return "<<";
  case TermOp::LShr:
    return ">>u";
  case TermOp::AShr:
    return ">>s";
  case TermOp::Eq:
    return "==";
  case TermOp::ULt:
    return "<u";
  case TermOp::SLt:
    return "<s";
  default:
    return "?";
  }
}

class Writer {
public:
  explicit Writer(llvm::function_ref<std::string(uint32_t)> inputName)
      : inputName_(inputName) {}

  /// In brackets if it has an operator and `isInner`.
  void write(TermRef t, bool isInner);
  std::string take() { return std::move(out_); }

private:
  void writeNumber(TermRef t);
  void writeOperation(TermRef t);
  void writeNegation(TermRef of);
  void writeInfix(TermRef a, llvm::StringRef between, TermRef b) {
    write(a, true);
    out_ += between;
    write(b, true);
  }
  void writeCast(char kind, unsigned width, TermRef of) {
    out_ += "(" + std::string(1, kind) + std::to_string(width) + ")";
    write(of, true);
  }

  llvm::function_ref<std::string(uint32_t)> inputName_;
  std::string out_;
  unsigned depth_ = 0;
};

bool isNegation(TermRef t) {
  return t->op == TermOp::Xor && t->width == 1 && isOnes(t->args[1]);
}

void Writer::writeNumber(TermRef t) {
  const int64_t value = signedOf(t->value, t->width);
  // Small negative numbers are meant as such more often than as masks.
  out_ += t->width > 1 && value < 0 && value > -65536
              ? std::to_string(value)
              : std::to_string(t->value);
}

/// not `of`.
void Writer::writeNegation(TermRef of) {
  const bool isOr = of->op == TermOp::And && isNegation(of->args[0]) &&
                    isNegation(of->args[1]);
  if (isOr)
    return writeInfix(of->args[0]->args[0], " || ", of->args[1]->args[0]);
  switch (of->op) {
  case TermOp::Eq:
    return writeInfix(of->args[0], " != ", of->args[1]);
  case TermOp::ULt:
    return writeInfix(of->args[0], " >=u ", of->args[1]);
  case TermOp::SLt:
    return writeInfix(of->args[0], " >=s ", of->args[1]);
  default:
    break;
  }
  if (of->op == TermOp::Extract && of->value + 1 == of->args[0]->width) {
    write(of->args[0], true);
    out_ += " >=s 0";
    return;
  }
  out_ += "!";
  write(of, true);
}

void Writer::writeOperation(TermRef t) {
  TermRef a = t->args[0], b = t->args[1];
  switch (t->op) {
  case TermOp::ZExt:
    return writeCast('u', t->width, a);
  case TermOp::SExt:
    return writeCast('s', t->width, a);
  case TermOp::Extract:
    if (t->value == 0 && t->width > 1)
      return writeCast('u', t->width, a);
    write(a, true);
    if (t->width == 1 && t->value + 1 == a->width)
      out_ += " <s 0";
    else
      out_ += "[" + std::to_string(t->value + t->width - 1) + ":" +
              std::to_string(t->value) + "]";
    return;
  case TermOp::Concat:
    if (isZero(b) && a->op == TermOp::Extract && a->value == 0 &&
        a->args[0]->width == t->width) {
      write(a->args[0], true);
      out_ += " << " + std::to_string(b->width);
      return;
    }
    out_ += "{";
    write(a, false);
    out_ += ", ";
    write(b, false);
    out_ += "}";
    return;
  case TermOp::Ite:
    write(a, true);
    out_ += " ? ";
    write(b, true);
    out_ += " : ";
    write(t->args[2], true);
    return;
  case TermOp::Xor:
    if (isNegation(t))
      return writeNegation(a);
    if (!isOnes(b))
      break;
    out_ += "~";
    write(a, true);
    return;
  case TermOp::Sub:
    if (!isZero(a))
      break;
    out_ += "-";
    write(b, true);
    return;
  default:
    break;
  }
  writeInfix(a, std::string(" ") + symbol(t->op, t->width == 1) + " ", b);
}

void Writer::write(TermRef t, bool isInner) {
  if (t->isConstant())
    return writeNumber(t);
  if (t->op == TermOp::Input) {
    out_ += inputName_(uint32_t(t->value));
    return;
  }
  if (depth_ == kMostDepth || out_.size() > kMostLength) {
    out_ += "...";
    return;
  }
  ++depth_;
  const bool hasBrackets = isInner && t->op != TermOp::Concat;
  out_ += hasBrackets ? "(" : "";
  writeOperation(t);
  out_ += hasBrackets ? ")" : "";
  --depth_;
}

} // namespace

std::string text(TermRef of,
                 llvm::function_ref<std::string(uint32_t)> inputName) {
  Writer writer(inputName);
  writer.write(of, false);
  return writer.take();
}

} // namespace rbcheck::term
