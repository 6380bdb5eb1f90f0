//===- interp/state/symbolic/Bits.cpp - Concat, Extract, ZExt, SExt -------------===//
//
// Whatever is stored byte by byte and read again has to be the same term: the
// parts of any term, put together, give the term back. Extract sees through
// Concat, ZExt and SExt; through other operations only for the lowest bits, so
// that of two neighbours at least one still names the term it was cut from.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck::term {
namespace {

/// The lowest bits of a term if they take no more than the term does, else
/// null. `budget` limits how much of the term is looked at.
TermRef cheapLow(TermRef t, unsigned width, unsigned &budget);

/// The operation on the lowest bits of its operands: high bits do not matter.
TermRef lowOperation(TermRef t, unsigned width, unsigned &budget) {
  switch (t->op) {
  case TermOp::Add:
  case TermOp::Sub:
  case TermOp::Mul:
  case TermOp::And:
  case TermOp::Or:
  case TermOp::Xor:
  case TermOp::Ite:
    break;
  default:
    return nullptr;
  }
  const bool isIte = t->op == TermOp::Ite;
  TermRef a = cheapLow(t->args[isIte], width, budget);
  TermRef b = a ? cheapLow(t->args[isIte + 1], width, budget) : nullptr;
  if (!b)
    return nullptr;
  return isIte ? ite(t->args[0], a, b) : binary(t->op, a, b);
}

TermRef cheapLow(TermRef t, unsigned width, unsigned &budget) {
  if (t->width == width)
    return t;
  if (budget == 0)
    return nullptr;
  --budget;
  switch (t->op) {
  case TermOp::Constant:
    return constant(t->value, width);
  case TermOp::ZExt:
  case TermOp::SExt:
    if (t->args[0]->width > width)
      return cheapLow(t->args[0], width, budget);
    return t->op == TermOp::ZExt ? zeroExtend(t->args[0], width)
                                 : signExtend(t->args[0], width);
  case TermOp::Concat: {
    const unsigned low = t->args[1]->width;
    if (low >= width)
      return cheapLow(t->args[1], width, budget);
    TermRef high = cheapLow(t->args[0], width - low, budget);
    return high ? concat(high, t->args[1]) : nullptr;
  }
  case TermOp::Extract:
    return raw(TermOp::Extract, width, t->value, {t->args[0]});
  default:
    return lowOperation(t, width, budget);
  }
}

/// The operand of And, Or and Xor with constants that leave the lowest bits as
/// they are.
TermRef withoutMasks(TermRef t, unsigned width) {
  const uint64_t ones = onesOf(width);
  for (;; t = t->args[0]) {
    const bool isAnd = t->op == TermOp::And;
    if (!isAnd && t->op != TermOp::Or && t->op != TermOp::Xor)
      return t;
    if (!t->args[1]->isConstant() ||
        (t->args[1]->value & ones) != (isAnd ? ones : 0))
      return t;
  }
}

/// Is the highest bit of `of` the term `bit`? May say no although it is.
bool isTopBit(TermRef bit, TermRef of) {
  if (of->op == TermOp::SExt)
    of = of->args[0];
  if (of == bit)
    return true;
  if (bit->op != TermOp::Extract)
    return false;
  if (of->op == TermOp::Extract)
    return of->args[0] == bit->args[0] &&
           bit->value == of->value + of->width - 1;
  return of == bit->args[0] && bit->value == of->width - 1u;
}

/// Two neighbours as one piece, or null.
TermRef merge(TermRef high, TermRef low) {
  const unsigned width = high->width + low->width;
  if (high->isConstant() && low->isConstant())
    return constant(high->value << low->width | low->value, width);
  if (high->op == TermOp::Undefined && low->op == TermOp::Undefined)
    return high->value == low->value ? undefined(width, low->value) : nullptr;
  if (high->op == TermOp::Extract && high->value >= low->width) {
    TermRef of = high->args[0];
    const unsigned from = unsigned(high->value) - low->width;
    const bool isNext =
        low->op == TermOp::Extract && low->args[0] == of && low->value == from;
    if (isNext || (from == 0 && extract(of, 0, low->width) == low))
      return extract(of, from, width);
  }
  if (high->op == TermOp::SExt)
    if (TermRef inner = merge(high->args[0], low))
      return signExtend(inner, width);
  TermRef bit = high->op == TermOp::SExt ? high->args[0] : high;
  if (bit->width == 1 && !low->isConstant() && isTopBit(bit, low))
    return signExtend(low, width);
  return nullptr;
}

/// Where the lowest bits of a term are constant they may have become part of
/// the constant below: gives them back to the piece above. `low` is the rest.
bool giveBack(TermRef &high, TermRef &low) {
  if (high->op != TermOp::Extract || !low->isConstant() || high->value == 0 ||
      high->value >= low->width)
    return false;
  const auto taken = unsigned(high->value);
  const unsigned left = low->width - taken;
  if (extract(high->args[0], 0, taken) != extract(low, left, taken))
    return false;
  high = extract(high->args[0], 0, taken + high->width);
  low = extract(low, 0, left);
  return true;
}

/// The high piece first.
TermRef assemble(llvm::ArrayRef<TermRef> pieces) {
  TermRef all = pieces.back();
  for (TermRef piece : llvm::reverse(pieces.drop_back())) {
    const unsigned width = piece->width + all->width;
    all = isZero(piece) ? raw(TermOp::ZExt, width, 0, {all})
                        : raw(TermOp::Concat, width, 0, {piece, all});
  }
  return all;
}

} // namespace

TermRef concat(TermRef high, TermRef low) {
  if (high->width + low->width > 64)
    llvm::report_fatal_error("a term of more than 64 bits", false);
  if (TermRef both = merge(high, low))
    return both;
  llvm::SmallVector<TermRef, 8> pieces, lower;
  collectPieces(high, pieces);
  collectPieces(low, lower);
  // A piece may be the neighbour of what only all of the others are.
  if (pieces.size() > 1)
    if (TermRef both = merge(pieces.back(), low)) {
      pieces.pop_back();
      return concat(assemble(pieces), both);
    }
  if (lower.size() > 1)
    if (TermRef both = merge(high, lower.front())) {
      lower.erase(lower.begin());
      return concat(both, assemble(lower));
    }
  for (TermRef next : lower) {
    while (TermRef both =
               pieces.empty() ? nullptr : merge(pieces.back(), next)) {
      next = both;
      pieces.pop_back();
    }
    if (!pieces.empty())
      giveBack(pieces.back(), next);
    if (next->op == TermOp::Concat || next->op == TermOp::ZExt)
      collectPieces(next, pieces);
    else
      pieces.push_back(next);
  }
  return assemble(pieces);
}

TermRef extract(TermRef from, unsigned low, unsigned width) {
  if (low + width > from->width)
    llvm::report_fatal_error("bits that a term does not have", false);
  while (width < from->width) {
    const unsigned end = low + width;
    TermRef last = from->args[from->op == TermOp::Concat ? 1 : 0];
    switch (from->op) {
    case TermOp::Constant:
      return constant(from->value >> low, width);
    case TermOp::Undefined:
      return undefined(width, from->value);
    case TermOp::Extract:
      low += unsigned(from->value);
      from = last;
      continue;
    case TermOp::Concat:
      if (low < last->width && end > last->width)
        return concat(extract(from->args[0], 0, end - last->width),
                      extract(last, low, last->width - low));
      from = low < last->width ? last : from->args[0];
      low -= low < last->width ? 0 : last->width;
      continue;
    case TermOp::ZExt:
    case TermOp::SExt: {
      const bool isZero = from->op == TermOp::ZExt;
      if (end <= last->width) {
        from = last;
        continue;
      }
      if (low >= last->width && isZero)
        return constant(0, width);
      const unsigned at = std::min(low, last->width - 1u);
      TermRef part = extract(last, at, last->width - at);
      return isZero ? zeroExtend(part, width) : signExtend(part, width);
    }
    default:
      break;
    }
    if (low == 0) {
      TermRef inner = withoutMasks(from, width);
      if (inner != from) {
        from = inner;
        continue;
      }
      unsigned budget = 16;
      if (TermRef done = lowOperation(from, width, budget))
        return done;
    }
    return raw(TermOp::Extract, width, low, {from});
  }
  return from;
}

TermRef zeroExtend(TermRef from, unsigned width) {
  if (width < from->width)
    llvm::report_fatal_error("extended to less bits than it has", false);
  if (width == from->width)
    return from;
  if (from->isConstant())
    return constant(from->value, width);
  if (from->op == TermOp::Ite && from->args[1]->isConstant() &&
      from->args[2]->isConstant())
    return ite(from->args[0], constant(from->args[1]->value, width),
               constant(from->args[2]->value, width));
  if (from->op == TermOp::Concat && from->args[0]->isConstant())
    return concat(zeroExtend(from->args[0], width - from->args[1]->width),
                  from->args[1]);
  TermRef inner = from->op == TermOp::ZExt ? from->args[0] : from;
  return raw(TermOp::ZExt, width, 0, {inner});
}

TermRef signExtend(TermRef from, unsigned width) {
  if (width < from->width)
    llvm::report_fatal_error("extended to less bits than it has", false);
  if (width == from->width)
    return from;
  auto extended = [&](TermRef number) {
    return constant(uint64_t(signedOf(number->value, number->width)), width);
  };
  if (from->isConstant())
    return extended(from);
  if (from->op == TermOp::Undefined)
    return undefined(width, from->value);
  if (from->op == TermOp::ZExt)
    return zeroExtend(from->args[0], width);
  if (from->op == TermOp::Ite && from->args[1]->isConstant() &&
      from->args[2]->isConstant())
    return ite(from->args[0], extended(from->args[1]), extended(from->args[2]));
  if (from->op == TermOp::Concat)
    return concat(signExtend(from->args[0], width - from->args[1]->width),
                  from->args[1]);
  TermRef inner = from->op == TermOp::SExt ? from->args[0] : from;
  return raw(TermOp::SExt, width, 0, {inner});
}

TermRef fit(TermRef from, unsigned width) {
  return width < from->width ? extract(from, 0, width)
                             : zeroExtend(from, width);
}

} // namespace rbcheck::term
