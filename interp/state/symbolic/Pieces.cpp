//===- interp/state/symbolic/Pieces.cpp - Words made of parts -------------------===//
//
// Programs put words together from bytes and fields, and take them apart. A
// Concat or ZExt is a list of pieces; two lists are cut where either has a
// boundary, so that And, Or, Xor, Eq and ULt can be done piece by piece where a
// piece is constant or the same on both sides.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include <bit>

namespace rbcheck::term {
namespace {

constexpr unsigned kMostRuns = 8; ///< of a mask that cuts a word
constexpr unsigned kMostSegments = 16;

struct Segment {
  unsigned low, width;
  TermRef a, b;      ///< pieces it lies in
  unsigned atA, atB; ///< where in them
  std::optional<uint64_t> numberA, numberB;

  bool isSame() const {
    return numberA && numberB ? *numberA == *numberB : a == b && atA == atB;
  }
};
using Segments = llvm::SmallVector<Segment, kMostSegments>;

bool hasPieces(TermRef t) {
  return t->op == TermOp::Concat || t->op == TermOp::ZExt;
}

/// Bit n: a piece begins at n.
uint64_t boundaries(TermRef t) {
  llvm::SmallVector<TermRef, 8> pieces;
  collectPieces(t, pieces);
  uint64_t found = 0;
  unsigned at = t->width;
  for (TermRef piece : pieces)
    found |= uint64_t(1) << (at -= piece->width);
  return found;
}

/// Bit n: a run of equal bits begins at n.
uint64_t runs(TermRef number) {
  return ((number->value ^ number->value << 1) | 1) & onesOf(number->width);
}

void locate(TermRef whole, unsigned low, unsigned width, TermRef &piece,
            unsigned &at, std::optional<uint64_t> &number) {
  llvm::SmallVector<TermRef, 8> pieces;
  collectPieces(whole, pieces);
  unsigned begin = 0;
  while (low >= begin + pieces.back()->width)
    begin += pieces.pop_back_val()->width;
  piece = pieces.back();
  at = low - begin;
  if (piece->isConstant())
    number = piece->value >> at & onesOf(width);
}

/// From the low end; empty if that is one segment or too many.
Segments segments(TermRef a, TermRef b, uint64_t cuts) {
  Segments found;
  if (std::popcount(cuts) > int(kMostSegments) || cuts == 1)
    return found;
  while (cuts) {
    const unsigned low = std::countr_zero(cuts);
    cuts &= cuts - 1;
    const unsigned end = cuts ? std::countr_zero(cuts) : a->width;
    Segment next{low, end - low, nullptr, nullptr, 0, 0, {}, {}};
    locate(a, low, next.width, next.a, next.atA, next.numberA);
    locate(b, low, next.width, next.b, next.atB, next.numberB);
    found.push_back(next);
  }
  return found;
}

/// Needs no operation.
bool isTrivial(TermOp op, const Segment &each) {
  if (each.numberA && each.numberB)
    return true;
  if (!each.numberA && !each.numberB)
    return false;
  const uint64_t number = each.numberA ? *each.numberA : *each.numberB;
  return number == 0 || (op != TermOp::Xor && number == onesOf(each.width));
}

TermRef put(TermRef high, TermRef low) {
  return !high ? low : !low ? high : concat(high, low);
}

} // namespace

void collectPieces(TermRef t, llvm::SmallVectorImpl<TermRef> &out) {
  if (t->op == TermOp::Concat) {
    collectPieces(t->args[0], out);
    collectPieces(t->args[1], out);
  } else if (t->op == TermOp::ZExt) {
    out.push_back(constant(0, t->width - t->args[0]->width));
    collectPieces(t->args[0], out);
  } else {
    out.push_back(t);
  }
}

TermRef bitwisePieces(TermOp op, TermRef a, TermRef b) {
  uint64_t cuts = 1;
  for (TermRef each : {a, b})
    if (hasPieces(each))
      cuts |= boundaries(each);
    else if (each->isConstant() && op != TermOp::Xor &&
             std::popcount(runs(each)) <= int(kMostRuns))
      cuts |= runs(each);
  Segments all = segments(a, b, cuts);
  if (all.empty())
    return nullptr;
  unsigned operations = 0;
  bool isNarrowed = true; // all but the operations are constants
  for (const Segment &each : all) {
    const bool isFree = isTrivial(op, each);
    operations += !isFree;
    const bool isNumber =
        (each.numberA && each.numberB) ||
        (op == TermOp::And && (each.numberA == 0 || each.numberB == 0)) ||
        (op == TermOp::Or && (each.numberA == onesOf(each.width) ||
                              each.numberB == onesOf(each.width)));
    isNarrowed &= !isFree || isNumber;
  }
  auto isLaidOut = [](TermRef t) { return hasPieces(t) || t->isConstant(); };
  if (operations > 1 ||
      (operations == 1 && !isNarrowed && !(isLaidOut(a) && isLaidOut(b))))
    return nullptr;
  TermRef result = nullptr;
  for (const Segment &each : all)
    result = put(binary(op, extract(a, each.low, each.width),
                        extract(b, each.low, each.width)),
                 result);
  return result;
}

TermRef equalPieces(TermRef a, TermRef b, unsigned depth) {
  if (!hasPieces(a) && !hasPieces(b))
    return nullptr;
  Segments all = segments(a, b, boundaries(a) | boundaries(b));
  bool isShorter = false;
  for (const Segment &each : all) {
    isShorter |= each.isSame();
    if (each.numberA && each.numberB && !each.isSame())
      return constant(0, 1);
  }
  if (!isShorter)
    return nullptr;
  TermRef restA = nullptr, restB = nullptr;
  for (const Segment &each : all) {
    if (each.isSame())
      continue;
    restA = put(extract(a, each.low, each.width), restA);
    restB = put(extract(b, each.low, each.width), restB);
  }
  return restA ? equal(restA, restB, depth) : constant(1, 1);
}

TermRef lessPieces(TermRef a, TermRef b) {
  if (!hasPieces(a) && !hasPieces(b))
    return nullptr;
  Segments all = segments(a, b, boundaries(a) | boundaries(b));
  if (all.empty())
    return nullptr;
  size_t begin = 0, end = all.size();
  while (begin < end && all[end - 1].isSame())
    --end;
  if (begin == end)
    return constant(0, 1);
  const Segment &top = all[end - 1];
  if (top.numberA && top.numberB)
    return constant(*top.numberA < *top.numberB, 1);
  // Low parts of which the left one is never less.
  while (begin < end && (all[begin].isSame() || all[begin].numberB == 0 ||
                         all[begin].numberA == onesOf(all[begin].width)))
    ++begin;
  if (begin == end)
    return constant(0, 1);
  const unsigned low = all[begin].low;
  const unsigned width = all[end - 1].low + all[end - 1].width - low;
  if (width == a->width)
    return nullptr;
  return binary(TermOp::ULt, extract(a, low, width), extract(b, low, width));
}

} // namespace rbcheck::term
