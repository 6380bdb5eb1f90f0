//===- test/oracle/Arithmetic.cpp - Operators on registers ----------------===//
//
// Numbers wrap, shifts take the amount modulo the width, as on x86-64 (the
// table of docs/design.md); divisions that have no result fail.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Step.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>

namespace oracle {

using namespace llvm;

static unsigned widthOf(const Type &type) {
  return type.isIntegerTy() ? type.getIntegerBitWidth() : 64;
}

uint64_t truncated(uint64_t bits, const Type &type) {
  unsigned width = widthOf(type);
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

int64_t extended(uint64_t bits, const Type &type) {
  unsigned shift = 64 - widthOf(type);
  return int64_t(bits << shift) >> shift;
}

static double toDouble(uint64_t bits, const Type &type) {
  return type.isFloatTy() ? double(bit_cast<float>(uint32_t(bits)))
                          : bit_cast<double>(bits);
}

static uint64_t fromDouble(double value, const Type &type) {
  return type.isFloatTy() ? bit_cast<uint32_t>(float(value))
                          : bit_cast<uint64_t>(value);
}

static uint64_t divide(const BinaryOperator &i, uint64_t a, uint64_t b) {
  if (b == 0)
    throw Failure{"arithmetic"};
  const Type &type = *i.getType();
  if (i.getOpcode() == Instruction::UDiv)
    return a / b;
  if (i.getOpcode() == Instruction::URem)
    return a % b;
  int64_t x = extended(a, type), y = extended(b, type);
  if (y == -1 && truncated(0 - a, type) == a && a != 0)
    throw Failure{"arithmetic"};
  if (y == -1)
    return i.getOpcode() == Instruction::SDiv ? 0 - a : 0;
  return i.getOpcode() == Instruction::SDiv ? uint64_t(x / y) : uint64_t(x % y);
}

uint64_t computeBinary(const BinaryOperator &i, uint64_t a, uint64_t b) {
  const Type &type = *i.getType();
  uint64_t amount = b % widthOf(type);
  switch (i.getOpcode()) {
  case Instruction::Add:
    return truncated(a + b, type);
  case Instruction::Sub:
    return truncated(a - b, type);
  case Instruction::Mul:
    return truncated(a * b, type);
  case Instruction::And:
    return a & b;
  case Instruction::Or:
    return a | b;
  case Instruction::Xor:
    return a ^ b;
  case Instruction::Shl:
    return truncated(a << amount, type);
  case Instruction::LShr:
    return a >> amount;
  case Instruction::AShr:
    return truncated(uint64_t(extended(a, type) >> amount), type);
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return truncated(divide(i, a, b), type);
  case Instruction::FAdd:
    return fromDouble(toDouble(a, type) + toDouble(b, type), type);
  case Instruction::FSub:
    return fromDouble(toDouble(a, type) - toDouble(b, type), type);
  case Instruction::FMul:
    return fromDouble(toDouble(a, type) * toDouble(b, type), type);
  case Instruction::FDiv:
    return fromDouble(toDouble(a, type) / toDouble(b, type), type);
  default:
    throw Unsupported{std::string("operator ") + i.getOpcodeName()};
  }
}

bool computeCompare(const CmpInst &i, uint64_t a, uint64_t b) {
  const Type &type = *i.getOperand(0)->getType();
  if (isa<FCmpInst>(i))
    return FCmpInst::compare(APFloat(toDouble(a, type)),
                             APFloat(toDouble(b, type)), i.getPredicate());
  unsigned width = widthOf(type);
  return ICmpInst::compare(APInt(width, truncated(a, type)),
                           APInt(width, truncated(b, type)), i.getPredicate());
}

uint64_t computeCast(const CastInst &i, uint64_t a) {
  const Type &from = *i.getOperand(0)->getType(), &to = *i.getType();
  switch (i.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
    return truncated(a, to);
  case Instruction::SExt:
    return truncated(uint64_t(extended(a, from)), to);
  case Instruction::SIToFP:
    return fromDouble(double(extended(a, from)), to);
  case Instruction::UIToFP:
    return fromDouble(double(a), to);
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return fromDouble(toDouble(a, from), to);
  case Instruction::FPToSI: {
    double value = toDouble(a, from);
    if (!(std::fabs(value) < 9e18))
      throw Unsupported{"a floating-point number too large for its integer"};
    return truncated(uint64_t(int64_t(value)), to);
  }
  default:
    throw Unsupported{std::string("conversion ") + i.getOpcodeName()};
  }
}

} // namespace oracle
