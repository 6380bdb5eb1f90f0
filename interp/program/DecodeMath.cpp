//===- interp/program/DecodeMath.cpp - Floating-point intrinsics ----------===//
#include "interp/program/DecodeFunction.h"

#include "llvm/ADT/FloatingPointMode.h"

using namespace llvm;

namespace rbcheck {

static std::optional<FloatOp> unaryOp(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::fabs:
    return FloatOp::Abs;
  case Intrinsic::sqrt:
    return FloatOp::Sqrt;
  case Intrinsic::floor:
    return FloatOp::Floor;
  case Intrinsic::ceil:
    return FloatOp::Ceil;
  case Intrinsic::trunc:
    return FloatOp::Trunc;
  case Intrinsic::rint:
    return FloatOp::Rint;
  case Intrinsic::nearbyint:
    return FloatOp::NearbyInt;
  case Intrinsic::round:
    return FloatOp::Round;
  case Intrinsic::roundeven:
    return FloatOp::RoundEven;
  case Intrinsic::sin:
    return FloatOp::Sin;
  case Intrinsic::cos:
    return FloatOp::Cos;
  case Intrinsic::exp:
    return FloatOp::Exp;
  case Intrinsic::exp2:
    return FloatOp::Exp2;
  case Intrinsic::log:
    return FloatOp::Log;
  case Intrinsic::log2:
    return FloatOp::Log2;
  case Intrinsic::log10:
    return FloatOp::Log10;
  default:
    return std::nullopt;
  }
}

bool FunctionDecoder::emitFloatMinMax(Intrinsic::ID id, Type *type, Slot dst,
                                      Slot a, Slot b) {
  FloatOp op = FloatOp::MinNum;
  switch (id) {
  case Intrinsic::minnum:
    op = FloatOp::MinNum;
    break;
  case Intrinsic::maxnum:
    op = FloatOp::MaxNum;
    break;
  case Intrinsic::minimum:
    op = FloatOp::Minimum;
    break;
  case Intrinsic::maximum:
    op = FloatOp::Maximum;
    break;
  case Intrinsic::copysign:
    op = FloatOp::CopySign;
    break;
  case Intrinsic::pow:
    op = FloatOp::Pow;
    break;
  default:
    return false;
  }
  code_.emit(Op::FBin, dst, a, b, uint32_t(*floatFormat(type)), int32_t(op));
  return true;
}

//===--- Lowered to several instructions ----------------------------------===//

static uint64_t oneOf(FloatFormat format) {
  switch (format) {
  case FloatFormat::Float:
    return 0x3f800000;
  case FloatFormat::Double:
    return 0x3ff0000000000000;
  case FloatFormat::Half:
    return 0x3c00;
  case FloatFormat::BFloat:
    return 0x3f80;
  case FloatFormat::X87:
    return 0x8000000000000000; // with 0x3fff above it
  }
  llvm_unreachable("complete switch over FloatFormat");
}

/// A known exponent is multiplied out as the compiler's run-time library does.
void FunctionDecoder::emitPowi(Type *type, Slot dst, Slot base,
                               const Value *exponent, Slot exponentSlot) {
  FloatFormat format = *floatFormat(type);
  auto *known = dyn_cast<ConstantInt>(exponent);
  if (!known) {
    Slot real = code_.newSlots(slotsOf(type));
    code_.emit(Op::IntToF, real, exponentSlot, bitsOf(exponent->getType()),
               uint32_t(format), 1);
    emitFloatMinMax(Intrinsic::pow, type, dst, base, real);
    return;
  }
  auto multiply = [&](Slot a, Slot b) {
    Slot product = code_.newSlots(slotsOf(type));
    emitFloatBinary(Instruction::FMul, type, product, a, b);
    return product;
  };
  uint64_t one[] = {oneOf(format), 0x3fff};
  Slot unit = code_.constants(ArrayRef(one, slotsOf(type)));
  int64_t n = known->getSExtValue();
  uint64_t left = n < 0 ? 0 - uint64_t(n) : uint64_t(n);
  Slot result = left & 1 ? base : unit;
  while (left >>= 1) {
    base = multiply(base, base);
    if (left & 1)
      result = multiply(result, base);
  }
  if (n < 0)
    emitFloatBinary(Instruction::FDiv, type, dst, unit, result);
  else
    code_.move(dst, result, slotsOf(type));
}

/// a * 2^n by way of x86_fp80, where the product is exact for the narrower
/// formats. n is cut to what already gives zero or infinity for every double:
/// 2^n itself must stay finite, or 0 * 2^n would be no number.
void FunctionDecoder::emitLdexp(Type *type, Slot dst, Slot a, Slot exponent) {
  uint32_t x87 = uint32_t(FloatFormat::X87);
  uint32_t format = uint32_t(*floatFormat(type));
  if (format == x87)
    return unsupported("ldexp of " + typeName(type));
  Slot low = code_.constant(uint32_t(-5000)), high = code_.constant(5000);
  exponent =
      code_.compute(Op::IntBin, exponent, low, 32, int32_t(IntrOp::SMax));
  exponent =
      code_.compute(Op::IntBin, exponent, high, 32, int32_t(IntrOp::SMin));
  Slot real = code_.newSlots(2), power = code_.newSlots(2);
  Slot wide = code_.newSlots(2), product = code_.newSlots(2);
  code_.emit(Op::IntToF, real, exponent, 32, x87, 1);
  code_.emit(Op::FUn, power, real, 0, x87, int32_t(FloatOp::Exp2));
  code_.emit(Op::FConv, wide, a, format, x87);
  code_.emit(Op::FBin, product, wide, power, x87, int32_t(FloatOp::Mul));
  code_.emit(Op::FConv, dst, product, x87, format);
}

/// {fraction, exponent} of a float or double, from the bits of the double:
/// subnormals are scaled by 2^54 first; zero, infinity and NaN stay.
void FunctionDecoder::decodeFrexp(const IntrinsicInst &call) {
  Type *type = call.getArgOperand(0)->getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return unsupported("frexp of " + typeName(type));
  uint32_t toDouble = uint32_t(FloatFormat::Double);
  Slot source = slotOf(call.getArgOperand(0)), value = source;
  if (type->isFloatTy())
    value = code_.compute(Op::FConv, source, uint32_t(FloatFormat::Float),
                          toDouble);
  auto constant = [&](uint64_t bits) { return code_.constant(bits); };
  auto field = [&](Slot from) {
    Slot high = code_.compute(Op::LShr, from, constant(52), 64);
    return code_.compute(Op::And, high, constant(0x7ff));
  };
  Slot zero = constant(0);
  Slot isSmall = code_.compute(Op::CmpEq, field(value), zero);
  Slot scaled = code_.compute(Op::FMul64, value, constant(0x4350000000000000));
  Slot used = code_.compute(Op::Select, isSmall, scaled, value);
  Slot bits = field(used);
  Slot isZero = code_.compute(Op::CmpEq, bits, zero);
  Slot isSpecial = code_.compute(Op::CmpEq, bits, constant(0x7ff));
  Slot keeps = code_.compute(Op::Or, isZero, isSpecial);
  Slot bias =
      code_.compute(Op::Select, isSmall, constant(1022 + 54), constant(1022));
  Slot exponent = code_.compute(Op::Sub32, bits, bias);
  exponent = code_.compute(Op::Select, keeps, zero, exponent);
  Slot fraction = code_.compute(Op::And, used, constant(0x800fffffffffffff));
  fraction = code_.compute(Op::Or, fraction, constant(0x3fe0000000000000));
  fraction = code_.compute(Op::Select, keeps, value, fraction);
  Slot dst = define(call);
  if (type->isFloatTy())
    code_.emit(Op::FConv, dst, fraction, toDouble,
               uint32_t(FloatFormat::Float));
  else
    code_.move(dst, fraction);
  uint32_t width = bitsOf(call.getType()->getContainedType(1));
  if (width < 32)
    code_.emit(Op::Trunc, dst + 1, exponent, 0, width);
  else if (width > 32)
    code_.emit(Op::SExt, dst + 1, exponent, 32, width);
  else
    code_.move(dst + 1, exponent);
}

/// Tests the bits of a float for the classes of `classes` (FPClassTest).
void FunctionDecoder::emitFpClass(Type *type, Slot dst, Slot a,
                                  unsigned classes) {
  auto constant = [&](uint64_t bits) { return code_.constant(bits); };
  FloatFormat format = *floatFormat(type);
  uint32_t width = bitsOf(type);
  unsigned fractionBits = format == FloatFormat::Float    ? 23
                          : format == FloatFormat::Double ? 52
                          : format == FloatFormat::Half   ? 10
                          : format == FloatFormat::BFloat ? 7
                                                          : 63;
  bool isX87 = format == FloatFormat::X87;
  unsigned exponentBits = isX87 ? 15 : width - 1 - fractionBits;
  uint64_t ones = (1ull << exponentBits) - 1;
  Slot high = isX87 ? a + 1 : a;
  Slot sign =
      code_.compute(Op::LShr, high, constant(isX87 ? 15 : width - 1), 64);
  Slot exponent = high;
  if (!isX87)
    exponent = code_.compute(Op::LShr, a, constant(fractionBits), 64);
  exponent = code_.compute(Op::And, exponent, constant(ones));
  Slot fraction =
      code_.compute(Op::And, a, constant((1ull << fractionBits) - 1));
  Slot zero = constant(0);
  Slot noFraction = code_.compute(Op::CmpEq, fraction, zero);
  Slot hasFraction = code_.compute(Op::CmpNe, fraction, zero);
  Slot isLow = code_.compute(Op::CmpEq, exponent, zero);
  Slot isHigh = code_.compute(Op::CmpEq, exponent, constant(ones));
  Slot isOther = code_.compute(Op::Or, isLow, isHigh);
  Slot isQuiet =
      code_.compute(Op::LShr, fraction, constant(fractionBits - 1), 64);
  auto both = [&](Slot x, Slot y) { return code_.compute(Op::And, x, y); };
  auto negate = [&](Slot x) { return code_.compute(Op::Xor, x, constant(1)); };
  Slot result = zero;
  auto add = [&](Slot test) { result = code_.compute(Op::Or, result, test); };
  auto addSigned = [&](unsigned negative, unsigned positive, Slot test) {
    bool wantsBoth = (classes & negative) && (classes & positive);
    if (wantsBoth)
      add(test);
    else if (classes & negative)
      add(both(test, sign));
    else if (classes & positive)
      add(both(test, negate(sign)));
  };
  Slot isNan = both(isHigh, hasFraction);
  if (classes & fcQNan)
    add(both(isNan, isQuiet));
  if (classes & fcSNan)
    add(both(isNan, negate(isQuiet)));
  addSigned(fcNegInf, fcPosInf, both(isHigh, noFraction));
  addSigned(fcNegNormal, fcPosNormal, negate(isOther));
  addSigned(fcNegSubnormal, fcPosSubnormal, both(isLow, hasFraction));
  addSigned(fcNegZero, fcPosZero, both(isLow, noFraction));
  code_.move(dst, result);
}

//===--- Dispatch ---------------------------------------------------------===//

bool FunctionDecoder::decodeMathIntrinsic(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  const Value *first = call.arg_empty() ? nullptr : call.getArgOperand(0);
  const Value *second = call.arg_size() > 1 ? call.getArgOperand(1) : nullptr;
  if (auto op = unaryOp(id)) {
    lanewise(call, {first}, [&](Type *type, Slot dst, Operands from) {
      code_.emit(Op::FUn, dst, from[0], 0, uint32_t(*floatFormat(type)),
                 int32_t(*op));
    });
    return true;
  }
  switch (id) {
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::copysign:
  case Intrinsic::pow:
    lanewise(call, {first, second}, [&](Type *type, Slot dst, Operands from) {
      emitFloatMinMax(id, type, dst, from[0], from[1]);
    });
    return true;
  case Intrinsic::canonicalize:
    lanewise(call, {first}, [&](Type *type, Slot dst, Operands from) {
      code_.move(dst, from[0], slotsOf(type));
    });
    return true;
  case Intrinsic::fma:
    lanewise(call, {first, second, call.getArgOperand(2)},
             [&](Type *type, Slot dst, Operands from) {
               code_.emit(Op::FTern, dst, from[0], from[1], from[2],
                          int32_t(*floatFormat(type)));
             });
    return true;
  case Intrinsic::fmuladd: // plain x86-64 has no fused form: two roundings
    lanewise(call, {first, second, call.getArgOperand(2)},
             [&](Type *type, Slot dst, Operands from) {
               Slot product = code_.newSlots(slotsOf(type));
               emitFloatBinary(Instruction::FMul, type, product, from[0],
                               from[1]);
               emitFloatBinary(Instruction::FAdd, type, dst, product, from[2]);
             });
    return true;
  case Intrinsic::powi:
    lanewise(call, {first, second}, [&](Type *type, Slot dst, Operands from) {
      emitPowi(type, dst, from[0], second, from[1]);
    });
    return true;
  case Intrinsic::ldexp:
    if (bitsOf(second->getType()->getScalarType()) != 32)
      return false;
    lanewise(call, {first, second}, [&](Type *type, Slot dst, Operands from) {
      emitLdexp(type, dst, from[0], from[1]);
    });
    return true;
  case Intrinsic::frexp:
    decodeFrexp(call);
    return true;
  case Intrinsic::is_fpclass: {
    Type *tested = first->getType()->getScalarType();
    unsigned classes = unsigned(cast<ConstantInt>(second)->getZExtValue());
    lanewise(call, {first}, [&](Type *, Slot dst, Operands from) {
      emitFpClass(tested, dst, from[0], classes);
    });
    return true;
  }
  case Intrinsic::lround:
  case Intrinsic::llround:
  case Intrinsic::lrint:
  case Intrinsic::llrint: {
    Type *from = first->getType()->getScalarType();
    bool isRound = id == Intrinsic::lround || id == Intrinsic::llround;
    FloatOp op = isRound ? FloatOp::Round : FloatOp::Rint;
    uint32_t format = uint32_t(*floatFormat(from));
    lanewise(call, {first}, [&](Type *type, Slot dst, Operands operands) {
      Slot whole = code_.newSlots(slotsOf(from));
      code_.emit(Op::FUn, whole, operands[0], 0, format, int32_t(op));
      code_.emit(Op::FToInt, dst, whole, format, bitsOf(type), 1);
    });
    return true;
  }
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat: {
    auto format = uint32_t(*floatFormat(first->getType()->getScalarType()));
    lanewise(call, {first}, [&](Type *type, Slot dst, Operands from) {
      code_.emit(Op::FToInt, dst, from[0], format, bitsOf(type),
                 2 | (id == Intrinsic::fptosi_sat));
    });
    return true;
  }
  case Intrinsic::convert_to_fp16:
    code_.emit(Op::FConv, define(call), slotOf(first),
               uint32_t(*floatFormat(first->getType())),
               uint32_t(FloatFormat::Half));
    return true;
  case Intrinsic::convert_from_fp16:
    code_.emit(Op::FConv, define(call), slotOf(first),
               uint32_t(FloatFormat::Half),
               uint32_t(*floatFormat(call.getType())));
    return true;
  default:
    return false;
  }
}

/// The rest of <math.h> is a call of the function of that name, if the program
/// has it or there is a model.
bool FunctionDecoder::decodeMathLibraryCall(const IntrinsicInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm."))
    return false;
  auto [base, rest] = name.split('.');
  Type *type = call.getType();
  static constexpr StringRef kKnown[] = {"exp10", "tan",  "asin", "acos",
                                         "atan",  "sinh", "cosh", "tanh"};
  if (!is_contained(kKnown, base) || !floatFormat(type))
    return false;
  std::string wanted = base.str();
  if (type->isFloatTy())
    wanted += "f";
  else if (type->isX86_FP80Ty())
    wanted += "l";
  else if (!type->isDoubleTy())
    return false;
  auto callee = context_.findFunction(wanted);
  if (!callee)
    return false;
  emitLibraryCall(call, *callee);
  return true;
}

} // namespace rbcheck
