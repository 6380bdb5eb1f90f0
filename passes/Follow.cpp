//===- passes/Follow.cpp - What a program does with a range of values -----===//
#include "passes/Follow.h"

#include "passes/FollowFrame.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

Abstract join(const Abstract &a, const Abstract &b) {
  if (a.kind == Abstract::None || a == b)
    return b;
  if (b.kind == Abstract::None)
    return a;
  if (!a.varies() && !b.varies())
    return {Abstract::Same};
  const Abstract &one = a.varies() ? a : b, &other = a.varies() ? b : a;
  const bool isMixed =
      one.follows() &&
      (!other.varies() ||
       (other.follows() &&
        one.number.getBitWidth() == other.number.getBitWidth() &&
        one.number == other.number));
  if (!isMixed)
    return {Abstract::Varied};
  return {Abstract::Mixed, one.number};
}

namespace {

/// The least \p at in [1, more] from which on `from + i` has wrapped around
/// \p edge: from + at = edge.
std::optional<uint64_t> meeting(const APInt &from, const APInt &edge,
                                uint64_t more) {
  uint64_t at = (edge - from).getZExtValue();
  const unsigned bits = from.getBitWidth();
  if (at == 0 && bits < 64)
    at = uint64_t(1) << bits;
  return at != 0 && at <= more ? std::optional(at) : std::nullopt;
}

/// Where the answer to `x predicate number` is another than for x - 1.
SmallVector<APInt, 4> edgesOf(CmpInst::Predicate predicate,
                              const APInt &number) {
  const unsigned bits = number.getBitWidth();
  SmallVector<APInt, 4> edges = {number, number + 1, APInt::getZero(bits),
                                 APInt::getSignedMinValue(bits)};
  erase_if(edges, [&](const APInt &edge) {
    return ICmpInst::compare(edge, number, predicate) ==
           ICmpInst::compare(edge - 1, number, predicate);
  });
  return edges;
}

} // namespace

void Followed::split(const APInt &from, ArrayRef<APInt> edges) {
  for (const APInt &edge : edges)
    if (std::optional<uint64_t> at = meeting(from, edge, range.more)) {
      if (!found.splitAt || *at < *found.splitAt)
        found.splitAt = at;
      return;
    }
  found.isUsed = true;
}

Abstract Followed::compare(CmpInst::Predicate predicate, const Abstract &left,
                           const Abstract &right) {
  if (right.follows() && left.kind == Abstract::Constant)
    return compare(CmpInst::getSwappedPredicate(predicate), right, left);
  if (left.kind == right.kind &&
      (left.kind == Abstract::Constant ||
       (left.kind == Abstract::Moved && CmpInst::isEquality(predicate))))
    return constant(
        1, ICmpInst::compare(left.number, right.number, predicate));
  if (left.follows() && right.kind == Abstract::Constant) {
    const ConstantRange all = rangeOf(left), one(right.number);
    const bool always = all.icmp(predicate, one);
    if (always || all.icmp(CmpInst::getInversePredicate(predicate), one))
      return left.kind == Abstract::Moved ? constant(1, always)
                                          : Abstract{Abstract::Same};
    split(left.number, edgesOf(predicate, right.number));
    return {Abstract::Same};
  }
  return other(left, right);
}

ConstantRange Followed::rangeOf(const Abstract &moved) const {
  const unsigned bits = moved.number.getBitWidth();
  if (bits < 64 && range.more >> bits)
    return ConstantRange::getFull(bits);
  return ConstantRange::getNonEmpty(moved.number,
                                    moved.number + range.more + 1);
}

Abstract Followed::other(const Abstract &left, const Abstract &right) {
  found.isUsed |= left.varies() || right.varies();
  return {Abstract::Same};
}

Abstract Followed::widen(const Abstract &value, unsigned bits, bool isSigned) {
  const APInt &from = value.number;
  if (value.follows()) {
    const unsigned narrow = from.getBitWidth();
    const APInt edge =
        isSigned ? APInt::getSignedMinValue(narrow) : APInt::getZero(narrow);
    if (meeting(from, edge, range.more)) {
      split(from, {edge});
      return {Abstract::Same};
    }
  } else if (value.kind != Abstract::Constant) {
    return value;
  }
  return {value.kind, isSigned ? from.sext(bits) : from.zext(bits)};
}

Abstract Followed::cast(const CastInst &inst, const Abstract &value) {
  switch (inst.getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
    return inst.getType()->isIntegerTy()
               ? widen(value, inst.getType()->getIntegerBitWidth(),
                       inst.getOpcode() == Instruction::SExt)
               : other(value, value);
  case Instruction::Trunc:
    if (!inst.getType()->isIntegerTy() || !value.hasNumber())
      return other(value, value);
    return {value.kind,
            value.number.trunc(inst.getType()->getIntegerBitWidth())};
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    if (value.hasNumber() && value.number.getBitWidth() == 64 &&
        (inst.getType()->isPointerTy() || inst.getType()->isIntegerTy(64)))
      return value;
    return other(value, value);
  default:
    return other(value, value);
  }
}

Abstract Followed::binary(const BinaryOperator &inst, const Abstract &left,
                          const Abstract &right) {
  const bool areConstants = left.kind == Abstract::Constant &&
                            right.kind == Abstract::Constant;
  const bool isSum = left.follows() && right.kind == Abstract::Constant;
  const APInt &a = left.number, &b = right.number;
  switch (inst.getOpcode()) {
  case Instruction::Add:
    if (areConstants || isSum)
      return {left.kind, a + b};
    if (left.kind == Abstract::Constant && right.follows())
      return {right.kind, a + b};
    break;
  case Instruction::Sub:
    if (areConstants || isSum)
      return {left.kind, a - b};
    if (left.kind == Abstract::Moved && right.kind == Abstract::Moved)
      return {Abstract::Constant, a - b};
    break;
  case Instruction::And:
    if (areConstants)
      return {Abstract::Constant, a & b};
    break;
  case Instruction::Or:
    if (areConstants)
      return {Abstract::Constant, a | b};
    break;
  case Instruction::Xor:
    if (areConstants)
      return {Abstract::Constant, a ^ b};
    break;
  default:
    break;
  }
  return other(left, right);
}

Abstract Followed::constant(unsigned bits, uint64_t number) {
  return {Abstract::Constant, APInt(bits, number)};
}

Following follow(const Instruction &value, const ValueRange &range,
                 const DominatorTree &dominators, uint64_t &steps) {
  Followed all{range, dominators, steps, {}};
  FollowFrame(all, *value.getFunction(), 0).runBehind(value);
  return all.found;
}

} // namespace rbcheck
