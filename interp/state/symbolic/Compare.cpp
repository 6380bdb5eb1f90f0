//===- interp/state/symbolic/Compare.cpp - Eq, ULt, SLt -------------------------===//
//
// A constant stands on the right: `4 < x` is `not (x < 5)`, so that a
// comparison and its negation are told apart by negate alone, however they were
// written. Both sides are cut down to what decides.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

namespace rbcheck::term {
namespace {

constexpr unsigned kMostDepth = 32; ///< of terms an Eq is brought into

TermRef truth(bool value) { return constant(value, 1); }

/// The inverse of an odd number modulo 2^64.
uint64_t inverse(uint64_t odd) {
  uint64_t x = odd; // right for 3 bits, and twice as many each time
  for (int i = 0; i < 5; ++i)
    x *= 2 - odd * x;
  return x;
}

/// x == number, where x is not constant; null: nothing to be done.
TermRef equalNumber(TermRef x, TermRef number, unsigned depth) {
  const unsigned width = x->width;
  switch (x->op) {
  case TermOp::SExt: {
    TermRef cut = constant(number->value, x->args[0]->width);
    return signExtend(cut, width) == number ? equal(x->args[0], cut, depth)
                                            : truth(false);
  }
  case TermOp::Xor:
    if (x->args[1]->isConstant())
      return equal(x->args[0],
                   constant(x->args[1]->value ^ number->value, width), depth);
    return isZero(number) ? equal(x->args[0], x->args[1], depth) : nullptr;
  case TermOp::Mul:
    if (x->args[1]->isConstant() && x->args[1]->value % 2)
      return equal(x->args[0],
                   constant(number->value * inverse(x->args[1]->value), width),
                   depth);
    return nullptr;
  default:
    return nullptr;
  }
}

/// (c ? a : b) == other, where one arm is decided.
TermRef equalChoice(TermRef x, TermRef other, unsigned depth) {
  if (x->op != TermOp::Ite)
    return nullptr;
  for (unsigned arm : {1, 2}) {
    const bool isSame = x->args[arm] == other;
    if (!isSame && !(x->args[arm]->isConstant() && other->isConstant()))
      continue;
    TermRef taken = arm == 1 ? x->args[0] : negate(x->args[0]);
    TermRef rest = equal(x->args[3 - arm], other, depth);
    return isSame ? binary(TermOp::Or, taken, rest)
                  : binary(TermOp::And, negate(taken), rest);
  }
  return nullptr;
}

/// The highest bit if it is known.
std::optional<bool> knownSign(TermRef t) {
  if (t->op == TermOp::Concat)
    t = t->args[0];
  if (t->isConstant())
    return t->value >> (t->width - 1) & 1;
  if (t->op == TermOp::ZExt)
    return false;
  return std::nullopt;
}

/// sext(x) <u number.
TermRef extendedULess(TermRef x, uint64_t number, unsigned width) {
  const uint64_t half = uint64_t(1) << (x->width - 1); // as many are >= 0
  if (number <= half || number > onesOf(width) - half)
    return less(TermOp::ULt, x, constant(number, x->width));
  return negate(less(TermOp::SLt, x, constant(0, x->width)));
}

/// sext(x) <s number.
TermRef extendedSLess(TermRef x, uint64_t number, unsigned width) {
  const int64_t half = int64_t(1) << (x->width - 1);
  const int64_t than = signedOf(number, width);
  if (than <= -half || than >= half)
    return truth(than >= half);
  return less(TermOp::SLt, x, constant(number, x->width));
}

/// x < number; null: nothing to be done.
TermRef lessNumber(TermOp op, TermRef x, uint64_t number) {
  const unsigned width = x->width;
  const bool isSigned = op == TermOp::SLt;
  const uint64_t least = isSigned ? uint64_t(1) << (width - 1) : 0;
  const uint64_t greatest = least ^ onesOf(width);
  if (number == least)
    return truth(false);
  if (number == ((least + 1) & onesOf(width)))
    return equal(x, constant(least, width));
  if (isSigned && number == 0)
    return extract(x, width - 1, 1);
  if (number == greatest)
    return negate(equal(x, constant(greatest, width)));
  if (x->op == TermOp::SExt)
    return isSigned ? extendedSLess(x->args[0], number, width)
                    : extendedULess(x->args[0], number, width);
  return nullptr;
}

} // namespace

TermRef equal(TermRef a, TermRef b, unsigned depth) {
  if (a == b)
    return truth(true);
  if (a->isConstant() && b->isConstant())
    return truth(false);
  if (a->width == 1)
    return negate(chain(TermOp::Xor, a, b));
  if (a->isConstant() || (!b->isConstant() && isBefore(b, a)))
    std::swap(a, b);
  if (depth++ == kMostDepth)
    return rawBinary(TermOp::Eq, a, b);
  if (TermRef done = equalPieces(a, b, depth))
    return done;
  if (TermRef done = equalSums(a, b, depth))
    return done;
  if (b->isConstant())
    if (TermRef done = equalNumber(a, b, depth))
      return done;
  if (TermRef done = equalChoice(a, b, depth))
    return done;
  if (TermRef done = equalChoice(b, a, depth))
    return done;
  if (a->op == TermOp::SExt && b->op == TermOp::SExt &&
      a->args[0]->width == b->args[0]->width)
    return equal(a->args[0], b->args[0], depth);
  return rawBinary(TermOp::Eq, a, b);
}

TermRef less(TermOp op, TermRef a, TermRef b) {
  const unsigned width = a->width;
  if (a == b)
    return truth(false);
  if (a->isConstant() && b->isConstant())
    return truth(fold(op, a->value, b->value, width));
  const bool isSigned = op == TermOp::SLt;
  if (width == 1) // as signed numbers, 1 is less than 0
    return isSigned ? chain(TermOp::And, a, negate(b))
                    : chain(TermOp::And, negate(a), b);
  if (a->isConstant()) {
    const uint64_t next = (a->value + 1) & onesOf(width);
    const uint64_t least = isSigned ? uint64_t(1) << (width - 1) : 0;
    if (next == least)
      return truth(false); // nothing is greater
    return negate(less(op, b, constant(next, width)));
  }
  if (b->isConstant())
    if (TermRef done = lessNumber(op, a, b->value))
      return done;
  if (isSigned) {
    std::optional<bool> left = knownSign(a), right = knownSign(b);
    if (left && right)
      return *left == *right ? less(TermOp::ULt, a, b) : truth(*left);
  } else if (TermRef done = lessPieces(a, b)) {
    return done;
  }
  if (a->op == TermOp::SExt && b->op == TermOp::SExt &&
      a->args[0]->width == b->args[0]->width)
    return less(op, a->args[0], b->args[0]);
  return rawBinary(op, a, b);
}

} // namespace rbcheck::term
