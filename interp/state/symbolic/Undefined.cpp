//===- interp/state/symbolic/Undefined.cpp - Operations on what nobody wrote ----===//
//
// A term with undefined parts is a list of pieces: undefined ones, numbers, and
// terms over inputs (Concat, ZExt). Bits of a result that the known bits decide
// are known: x & 0 is 0, whatever x is. An undefined bit is neither equal to
// nor different from any other, nor from itself: what was never written need
// not be the same twice.
//
// And, Or, Xor, shifts by known amounts and comparisons are exact, bit by bit.
// Of sums and products the bits above the lowest undefined one are undefined;
// of quotients all are. Tested by test/unit/UndefinedTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include <algorithm>
#include <bit>

namespace rbcheck::term {
namespace {

/// Bits whose values are known, and these; other bits of `value` are 0.
struct Known {
  uint64_t mask = 0, value = 0;
};

Known knownOf(TermRef t) {
  llvm::SmallVector<TermRef, 8> pieces;
  collectPieces(t, pieces);
  Known known;
  unsigned at = t->width;
  for (TermRef piece : pieces) {
    at -= piece->width;
    if (!piece->isConstant())
      continue;
    known.mask |= onesOf(piece->width) << at;
    known.value |= piece->value << at;
  }
  return known;
}

/// Undefined where nothing is known.
TermRef partlyKnown(Known known, unsigned width, uint64_t origin) {
  TermRef all = nullptr;
  for (unsigned at = 0; at < width;) {
    const uint64_t rest = known.mask >> at;
    const unsigned same = std::min<unsigned>(
        width - at, rest & 1 ? std::countr_one(rest) : std::countr_zero(rest));
    TermRef piece =
        rest & 1 ? constant(known.value >> at, same) : undefined(same, origin);
    all = all ? concat(piece, all) : piece;
    at += same;
  }
  return all;
}

uint64_t originOfAny(llvm::ArrayRef<TermRef> terms) {
  for (TermRef term : terms)
    if (term->hasUndefined)
      return originOf(term);
  return 0;
}

/// And, Or, Xor of two pieces, one of them with undefined parts.
TermRef bitwisePiece(TermOp op, TermRef a, TermRef b) {
  const Known x = knownOf(a), y = knownOf(b);
  Known both{x.mask & y.mask, fold(op, x.value, y.value, a->width)};
  if (op == TermOp::And)
    both.mask |= (x.mask & ~x.value) | (y.mask & ~y.value);
  if (op == TermOp::Or)
    both.mask |= (x.mask & x.value) | (y.mask & y.value);
  return partlyKnown(both, a->width, originOfAny({a, b}));
}

TermRef bitwise(TermOp op, TermRef a, TermRef b) {
  llvm::SmallVector<TermRef, 8> left, right;
  collectPieces(a, left);
  collectPieces(b, right);
  TermRef all = nullptr;
  unsigned endA = 0, endB = 0;
  for (unsigned at = 0; at < a->width;) {
    if (endA == at)
      endA += left.back()->width;
    if (endB == at)
      endB += right.back()->width;
    const unsigned width = std::min(endA, endB) - at;
    TermRef x = extract(left.back(), at - (endA - left.back()->width), width);
    TermRef y = extract(right.back(), at - (endB - right.back()->width), width);
    TermRef piece = x->hasUndefined || y->hasUndefined ? bitwisePiece(op, x, y)
                                                       : binary(op, x, y);
    all = all ? concat(piece, all) : piece;
    at += width;
    if (at == endA)
      left.pop_back();
    if (at == endB)
      right.pop_back();
  }
  return all;
}

/// By the least and the largest values that the known bits allow.
TermRef less(TermRef a, TermRef b, bool isSigned) {
  const unsigned width = a->width;
  // The order of signed numbers is that of unsigned ones with the highest bits
  // turned over.
  const uint64_t turned = isSigned ? uint64_t(1) << (width - 1) : 0;
  auto turn = [&](Known known) {
    known.value ^= turned & known.mask;
    return known;
  };
  const Known x = turn(knownOf(a)), y = turn(knownOf(b));
  auto largest = [&](const Known &known) {
    return known.value | (~known.mask & onesOf(width));
  };
  if (largest(x) < y.value)
    return constant(1, 1);
  if (x.value >= largest(y))
    return constant(0, 1);
  return undefined(1, originOfAny({a, b}));
}

} // namespace

TermRef binaryOfUndefined(TermOp op, TermRef a, TermRef b) {
  const unsigned width = a->width;
  const uint64_t origin = originOfAny({a, b});
  switch (op) {
  case TermOp::And:
  case TermOp::Or:
  case TermOp::Xor:
    return bitwise(op, a, b);
  case TermOp::Eq: {
    const Known x = knownOf(a), y = knownOf(b);
    const bool differs = (x.value ^ y.value) & x.mask & y.mask;
    return differs ? constant(0, 1) : undefined(1, origin);
  }
  case TermOp::ULt:
    return less(a, b, false);
  case TermOp::SLt:
    return less(a, b, true);
  case TermOp::Add:
  case TermOp::Sub:
  case TermOp::Mul: { // what is not known has no influence on lower bits
    const Known x = knownOf(a), y = knownOf(b);
    const unsigned low =
        std::min<unsigned>(width, std::countr_one(x.mask & y.mask));
    if (low == 0)
      return undefined(width, origin);
    return concat(
        undefined(width - low, origin),
        constant(fold(op, x.value & onesOf(low), y.value & onesOf(low), low),
                 low));
  }
  default:
    return undefined(width, origin);
  }
}

TermRef iteOfUndefined(TermRef condition, TermRef a, TermRef b) {
  if (a == b && !a->hasUndefined)
    return a;
  const Known x = knownOf(a), y = knownOf(b);
  const uint64_t same = x.mask & y.mask & ~(x.value ^ y.value);
  return partlyKnown({same, x.value & same}, a->width,
                     originOfAny({condition, a, b}));
}

} // namespace rbcheck::term
