//===- interp/state/symbolic/Simplify.cpp - Terms, simplified while built -------===//
//
// The entry for binary operations and choices; the families of operations have
// files of their own (Raw.h lists them). A rule may look at its operands and a
// bounded number of terms below them, and never makes more terms than that.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include "llvm/Support/ErrorHandling.h"

#include <bit>

namespace rbcheck::term {
namespace {

bool isChoiceOfNumbers(TermRef t) {
  return t->op == TermOp::Ite && t->args[1]->isConstant() &&
         t->args[2]->isConstant();
}

/// Truth values: all other operations are logic.
TermRef binaryOfTruths(TermOp op, TermRef a, TermRef b) {
  switch (op) {
  case TermOp::Add:
  case TermOp::Sub:
    return chain(TermOp::Xor, a, b);
  case TermOp::Mul:
    return chain(TermOp::And, a, b);
  case TermOp::UDiv: // by 0: 1
  case TermOp::SDiv:
    return chain(TermOp::Or, a, negate(b));
  case TermOp::URem:
  case TermOp::SRem:
  case TermOp::Shl:
  case TermOp::LShr:
    return chain(TermOp::And, a, negate(b));
  case TermOp::AShr:
    return a;
  default:
    return chain(op, a, b);
  }
}

/// By a constant.
TermRef shift(TermOp op, TermRef of, uint64_t by) {
  const unsigned width = of->width;
  if (by >= width && op != TermOp::AShr)
    return constant(0, width);
  if (by >= width)
    by = width - 1;
  const unsigned left = width - unsigned(by);
  if (by == 0)
    return of;
  if (op == TermOp::LShr)
    return zeroExtend(extract(of, unsigned(by), left), width);
  if (op == TermOp::AShr)
    return signExtend(extract(of, unsigned(by), left), width);
  if (of->op == TermOp::Add && of->args[1]->isConstant())
    return sum(TermOp::Add, shift(op, of->args[0], by),
               constant(of->args[1]->value << by, width));
  return concat(extract(of, 0, left), constant(0, unsigned(by)));
}

/// Unsigned, of numbers that leave high bits free; null if they do not.
TermRef divideNarrow(TermOp op, TermRef a, TermRef b) {
  auto bits = [](TermRef t) -> unsigned {
    return t->isConstant()         ? std::bit_width(t->value | 1)
           : t->op == TermOp::ZExt ? t->args[0]->width
                                   : t->width;
  };
  const unsigned most = std::max(bits(a), bits(b));
  const bool mayBeByZero = !b->isConstant() && op == TermOp::UDiv;
  if (most == a->width || mayBeByZero)
    return nullptr;
  return zeroExtend(binary(op, extract(a, 0, most), extract(b, 0, most)),
                    a->width);
}

TermRef divide(TermOp op, TermRef a, TermRef b) {
  const unsigned width = a->width;
  const bool isSigned = op == TermOp::SDiv || op == TermOp::SRem;
  const bool isRest = op == TermOp::URem || op == TermOp::SRem;
  if (b->isConstant()) {
    const uint64_t by = b->value;
    if (by == 0 && isRest)
      return a;
    if (by == 0)
      return isSigned ? ite(extract(a, width - 1, 1), constant(1, width),
                            constant(onesOf(width), width))
                      : constant(onesOf(width), width);
    if (by == 1)
      return isRest ? constant(0, width) : a;
    if (isSigned && by == onesOf(width))
      return isRest ? constant(0, width)
                    : sum(TermOp::Sub, constant(0, width), a);
    if (!isSigned && std::has_single_bit(by)) {
      const unsigned bits = std::countr_zero(by);
      return isRest ? zeroExtend(extract(a, 0, bits), width)
                    : shift(TermOp::LShr, a, bits);
    }
  }
  auto isNatural = [&](TermRef t) {
    return t->op == TermOp::ZExt ||
           (t->isConstant() && signedOf(t->value, width) > 0);
  };
  if (isSigned && isNatural(a) && isNatural(b))
    return divide(isRest ? TermOp::URem : TermOp::UDiv, a, b);
  if (!isSigned)
    if (TermRef done = divideNarrow(op, a, b))
      return done;
  return rawBinary(op, a, b);
}

TermRef simplify(TermOp op, TermRef a, TermRef b) {
  switch (op) {
  case TermOp::Add:
  case TermOp::Sub:
    return sum(op, a, b);
  case TermOp::Mul:
    return chain(op, a, b);
  case TermOp::And:
  case TermOp::Or:
  case TermOp::Xor:
    if (a != b)
      if (TermRef done = bitwisePieces(op, a, b))
        return done;
    return chain(op, a, b);
  case TermOp::UDiv:
  case TermOp::URem:
  case TermOp::SDiv:
  case TermOp::SRem:
    return divide(op, a, b);
  case TermOp::AShr:
    if (isOnes(a))
      return a;
    [[fallthrough]];
  case TermOp::Shl:
  case TermOp::LShr:
    if (isZero(a))
      return a;
    return b->isConstant() ? shift(op, a, b->value) : rawBinary(op, a, b);
  default:
    llvm_unreachable("comparisons have a way of their own");
  }
}

/// A choice between truth values, of which neither is constant.
TermRef iteOfTruths(TermRef condition, TermRef a, TermRef b) {
  auto isNegation = [](TermRef t) {
    return t->op == TermOp::Xor && isOnes(t->args[1]);
  };
  auto isOpposite = [&](TermRef s, TermRef t) {
    return (isNegation(s) && s->args[0] == t) ||
           (isNegation(t) && t->args[0] == s);
  };
  if (a == condition)
    return binary(TermOp::Or, condition, b);
  if (b == condition)
    return binary(TermOp::And, condition, a);
  if (isOpposite(a, condition))
    return binary(TermOp::And, negate(condition), b);
  if (isOpposite(b, condition))
    return binary(TermOp::Or, negate(condition), a);
  if (isOpposite(a, b))
    return binary(TermOp::Eq, condition, a);
  if (isNegation(a))
    return negate(ite(condition, negate(a), negate(b)));
  return raw(TermOp::Ite, 1, 0, {condition, a, b});
}

/// Both arms extended from the same width: null if they are not.
TermRef iteOfExtended(TermRef condition, TermRef a, TermRef b) {
  for (TermOp op : {TermOp::ZExt, TermOp::SExt}) {
    if (a->op != op && b->op != op)
      continue;
    const unsigned inner = (a->op == op ? a : b)->args[0]->width;
    auto extended = [&](TermRef t) {
      return op == TermOp::ZExt ? zeroExtend(t, a->width)
                                : signExtend(t, a->width);
    };
    auto narrow = [&](TermRef t) -> TermRef {
      if (t->op == op && t->args[0]->width == inner)
        return t->args[0];
      TermRef cut = t->isConstant() ? constant(t->value, inner) : nullptr;
      return cut && extended(cut) == t ? cut : nullptr;
    };
    TermRef left = narrow(a), right = narrow(b);
    if (left && right)
      return extended(ite(condition, left, right));
  }
  return nullptr;
}

} // namespace

TermRef binary(TermOp op, TermRef a, TermRef b) {
  if (a->width != b->width)
    llvm::report_fatal_error("terms of different widths", false);
  const unsigned width = a->width;
  const bool isTruth =
      op == TermOp::Eq || op == TermOp::ULt || op == TermOp::SLt;
  if (a->isConstant() && b->isConstant())
    return constant(fold(op, a->value, b->value, width), isTruth ? 1 : width);
  if (a->hasUndefined || b->hasUndefined) {
    const bool isShift =
        op == TermOp::Shl || op == TermOp::LShr || op == TermOp::AShr;
    return isShift && b->isConstant() ? shift(op, a, b->value)
                                      : binaryOfUndefined(op, a, b);
  }
  if (isChoiceOfNumbers(a) && b->isConstant())
    return ite(a->args[0], binary(op, a->args[1], b),
               binary(op, a->args[2], b));
  if (isChoiceOfNumbers(b) && a->isConstant())
    return ite(b->args[0], binary(op, a, b->args[1]),
               binary(op, a, b->args[2]));
  if (op == TermOp::Eq)
    return equal(a, b);
  if (isTruth)
    return less(op, a, b);
  return width == 1 ? binaryOfTruths(op, a, b) : simplify(op, a, b);
}

TermRef ite(TermRef condition, TermRef a, TermRef b) {
  if (condition->width != 1 || a->width != b->width)
    llvm::report_fatal_error("a choice between terms of different widths",
                             false);
  if (condition->isConstant())
    return condition->value ? a : b;
  if (condition->hasUndefined || a->hasUndefined || b->hasUndefined)
    return iteOfUndefined(condition, a, b);
  if (condition->op == TermOp::Xor && isOnes(condition->args[1])) {
    condition = condition->args[0];
    std::swap(a, b);
  }
  while (a->op == TermOp::Ite && a->args[0] == condition)
    a = a->args[1];
  while (b->op == TermOp::Ite && b->args[0] == condition)
    b = b->args[2];
  if (a == b)
    return a;
  const unsigned width = a->width;
  if (width == 1) {
    if (a->isConstant())
      return a->value ? binary(TermOp::Or, condition, b)
                      : binary(TermOp::And, negate(condition), b);
    if (b->isConstant())
      return b->value ? binary(TermOp::Or, negate(condition), a)
                      : binary(TermOp::And, condition, a);
    return iteOfTruths(condition, a, b);
  }
  if (a->isConstant() && b->isConstant()) {
    if (a->value <= 1 && b->value <= 1)
      return zeroExtend(a->value ? condition : negate(condition), width);
    if ((isZero(a) && isOnes(b)) || (isOnes(a) && isZero(b)))
      return signExtend(isOnes(a) ? condition : negate(condition), width);
  } else if (TermRef done = iteOfExtended(condition, a, b)) {
    return done;
  }
  return raw(TermOp::Ite, width, 0, {condition, a, b});
}

} // namespace rbcheck::term
