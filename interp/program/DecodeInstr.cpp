//===- interp/program/DecodeInstr.cpp - Arithmetic, casts, aggregates -----===//
#include "interp/program/DecodeFunction.h"

using namespace llvm;

namespace rbcheck {

/// Decodes `inst` once per lane if it is a vector, else once. Operands that
/// are no vectors are the same in each lane.
void FunctionDecoder::lanewise(const Instruction &inst,
                               ArrayRef<const Value *> operands, Lane lane) {
  SmallVector<Slot, 4> slots, strides;
  for (const Value *operand : operands) {
    slots.push_back(slotOf(operand));
    auto *vector = dyn_cast<FixedVectorType>(operand->getType());
    strides.push_back(vector ? slotsOf(vector->getElementType()) : 0);
  }
  Type *type = inst.getType()->getScalarType();
  auto *vector = dyn_cast<FixedVectorType>(inst.getType());
  unsigned lanes = vector ? vector->getNumElements() : 1;
  Slot dst = define(inst);
  for (unsigned i = 0; i < lanes; ++i) {
    lane(type, dst, slots);
    dst += slotsOf(type);
    for (size_t k = 0; k < slots.size(); ++k)
      slots[k] += strides[k];
  }
}

//===--- Arithmetic -------------------------------------------------------===//

static Op byWidth(uint32_t width, Op op32, Op op64, Op opN) {
  return width == 32 ? op32 : width == 64 ? op64 : opN;
}

static WideOp wideOp(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return WideOp::Add;
  case Instruction::Sub:
    return WideOp::Sub;
  case Instruction::Mul:
    return WideOp::Mul;
  case Instruction::UDiv:
    return WideOp::UDiv;
  case Instruction::SDiv:
    return WideOp::SDiv;
  case Instruction::URem:
    return WideOp::URem;
  case Instruction::SRem:
    return WideOp::SRem;
  case Instruction::And:
    return WideOp::And;
  case Instruction::Or:
    return WideOp::Or;
  case Instruction::Xor:
    return WideOp::Xor;
  case Instruction::Shl:
    return WideOp::Shl;
  case Instruction::LShr:
    return WideOp::LShr;
  default:
    return WideOp::AShr;
  }
}

void FunctionDecoder::emitFloatBinary(unsigned opcode, Type *type, Slot dst,
                                      Slot a, Slot b) {
  bool is32 = type->isFloatTy(), is64 = type->isDoubleTy();
  if ((is32 || is64) && opcode != Instruction::FRem) {
    Op op = Op::FDiv32;
    switch (opcode) {
    case Instruction::FAdd:
      op = is32 ? Op::FAdd32 : Op::FAdd64;
      break;
    case Instruction::FSub:
      op = is32 ? Op::FSub32 : Op::FSub64;
      break;
    case Instruction::FMul:
      op = is32 ? Op::FMul32 : Op::FMul64;
      break;
    default:
      op = is32 ? Op::FDiv32 : Op::FDiv64;
      break;
    }
    code_.emit(op, dst, a, b);
    return;
  }
  FloatOp op = FloatOp::Rem;
  switch (opcode) {
  case Instruction::FAdd:
    op = FloatOp::Add;
    break;
  case Instruction::FSub:
    op = FloatOp::Sub;
    break;
  case Instruction::FMul:
    op = FloatOp::Mul;
    break;
  case Instruction::FDiv:
    op = FloatOp::Div;
    break;
  default:
    break;
  }
  code_.emit(Op::FBin, dst, a, b, uint32_t(*floatFormat(type)), int32_t(op));
}

void FunctionDecoder::emitBinary(unsigned opcode, Type *type, Slot dst, Slot a,
                                 Slot b) {
  if (type->isFloatingPointTy())
    return emitFloatBinary(opcode, type, dst, a, b);
  uint32_t width = bitsOf(type);
  if (width > 64) {
    code_.emit(Op::WideBin, dst, a, b, width, int32_t(wideOp(opcode)));
    return;
  }
  Op op = Op::AShr;
  switch (opcode) {
  case Instruction::Add:
    op = byWidth(width, Op::Add32, Op::Add64, Op::AddN);
    break;
  case Instruction::Sub:
    op = byWidth(width, Op::Sub32, Op::Sub64, Op::SubN);
    break;
  case Instruction::Mul:
    op = byWidth(width, Op::Mul32, Op::Mul64, Op::MulN);
    break;
  case Instruction::UDiv:
    op = Op::UDiv;
    break;
  case Instruction::URem:
    op = Op::URem;
    break;
  case Instruction::SDiv:
    op = Op::SDiv;
    break;
  case Instruction::SRem:
    op = Op::SRem;
    break;
  case Instruction::And:
    op = Op::And;
    break;
  case Instruction::Or:
    op = Op::Or;
    break;
  case Instruction::Xor:
    op = Op::Xor;
    break;
  case Instruction::Shl:
    op = Op::Shl;
    break;
  case Instruction::LShr:
    op = Op::LShr;
    break;
  default:
    break;
  }
  code_.emit(op, dst, a, b, width);
}

void FunctionDecoder::emitICmp(CmpInst::Predicate predicate, Type *type,
                               Slot dst, Slot a, Slot b) {
  uint32_t width = bitsOf(type);
  if (width > 64) {
    code_.emit(Op::WideCmp, dst, a, b, width, int32_t(predicate));
    return;
  }
  if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) {
    predicate = CmpInst::getSwappedPredicate(predicate);
    std::swap(a, b);
  }
  Op op = Op::CmpEq;
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    op = Op::CmpEq;
    break;
  case CmpInst::ICMP_NE:
    op = Op::CmpNe;
    break;
  case CmpInst::ICMP_ULT:
    op = Op::CmpULt;
    break;
  case CmpInst::ICMP_ULE:
    op = Op::CmpULe;
    break;
  case CmpInst::ICMP_SLT:
    op = byWidth(width, Op::CmpSLt32, Op::CmpSLt64, Op::CmpSLtN);
    break;
  default:
    op = byWidth(width, Op::CmpSLe32, Op::CmpSLe64, Op::CmpSLeN);
    break;
  }
  code_.emit(op, dst, a, b, width);
}

//===--- Casts ------------------------------------------------------------===//

void FunctionDecoder::emitCast(unsigned opcode, Type *from, Type *to, Slot dst,
                               Slot a) {
  uint32_t fromBits = bitsOf(from), toBits = bitsOf(to);
  if (from->isFloatingPointTy() != to->isFloatingPointTy() &&
      std::max(fromBits, toBits) > 128)
    return unsupported("conversion between " + typeName(from) + " and " +
                       typeName(to));
  switch (opcode) {
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::ZExt:
    if (toBits > fromBits && toBits > 64)
      code_.emit(Op::WideExt, dst, a, fromBits, toBits, 0);
    else if (toBits > 64)
      code_.emit(Op::WideTrunc, dst, a, fromBits, toBits);
    else if (toBits < fromBits && toBits < 64)
      code_.emit(Op::Trunc, dst, a, 0, toBits); // the low slot is enough
    else
      code_.move(dst, a);
    return;
  case Instruction::SExt:
    if (toBits > 64)
      code_.emit(Op::WideExt, dst, a, fromBits, toBits, 1);
    else
      code_.emit(Op::SExt, dst, a, fromBits, toBits);
    return;
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    code_.emit(Op::FConv, dst, a, uint32_t(*floatFormat(from)),
               uint32_t(*floatFormat(to)));
    return;
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    code_.emit(Op::FToInt, dst, a, uint32_t(*floatFormat(from)), toBits,
               opcode == Instruction::FPToSI);
    return;
  default:
    code_.emit(Op::IntToF, dst, a, fromBits, uint32_t(*floatFormat(to)),
               opcode == Instruction::SIToFP);
    return;
  }
}

void FunctionDecoder::decodeCast(const CastInst &inst) {
  Type *from = inst.getSrcTy()->getScalarType();
  Type *to = inst.getDestTy()->getScalarType();
  bool isScalar = !inst.getType()->isVectorTy();
  // The low half of a wide integer is a value of its own.
  if (isScalar && inst.getOpcode() == Instruction::Trunc && isWide(from) &&
      bitsOf(to) == 64)
    return alias(inst, slotOf(inst.getOperand(0)));
  lanewise(inst, {inst.getOperand(0)},
           [&](Type *, Slot dst, Operands operands) {
             emitCast(inst.getOpcode(), from, to, dst, operands[0]);
           });
}

void FunctionDecoder::decodeBitCast(const Instruction &inst) {
  Type *from = inst.getOperand(0)->getType(), *to = inst.getType();
  Slot source = slotOf(inst.getOperand(0));
  if (types_.sameShape(from, to))
    return alias(inst, source);
  auto fromLayout = types_.layout(from), toLayout = types_.layout(to);
  if (!fromLayout || !toLayout)
    return unsupported("cast from " + typeName(from) + " to " + typeName(to));
  code_.emit(Op::Bitcast, define(inst), source, *fromLayout, *toLayout);
}

void FunctionDecoder::decodeSelect(const SelectInst &inst) {
  if (inst.getCondition()->getType()->isVectorTy()) {
    lanewise(inst,
             {inst.getCondition(), inst.getTrueValue(), inst.getFalseValue()},
             [&](Type *type, Slot dst, Operands from) {
               if (slotsOf(type) == 1)
                 code_.emit(Op::Select, dst, from[0], from[1], from[2]);
               else
                 code_.emit(Op::SelectN, dst, from[0], from[1], from[2],
                            int32_t(slotsOf(type)));
             });
    return;
  }
  Slot condition = slotOf(inst.getCondition());
  Slot yes = slotOf(inst.getTrueValue()), no = slotOf(inst.getFalseValue());
  uint32_t count = slotsOf(inst.getType());
  Slot dst = define(inst);
  if (count == 1)
    code_.emit(Op::Select, dst, condition, yes, no);
  else if (count)
    code_.emit(Op::SelectN, dst, condition, yes, no, int32_t(count));
}

//===--- Aggregates -------------------------------------------------------===//

void FunctionDecoder::decodeExtractValue(const ExtractValueInst &inst) {
  const Value *aggregate = inst.getAggregateOperand();
  alias(inst, slotOf(aggregate) +
                  types_.slotOffset(aggregate->getType(), inst.getIndices()));
}

/// Slots for a changed copy of `base`: the slots of `base` itself if nobody
/// else uses it and it was made just before, else a copy.
Slot FunctionDecoder::defineFrom(const Instruction &inst, const Value *base) {
  auto *made = dyn_cast<Instruction>(base);
  if (made && made->hasOneUse() && made->getParent() == inst.getParent() &&
      (isa<InsertValueInst>(made) || isa<InsertElementInst>(made)) &&
      made->getParent()) {
    Slot slot = slotOf(made);
    alias(inst, slot);
    return slot;
  }
  Slot from = slotOf(base);
  Slot slot = define(inst);
  code_.move(slot, from, slotsOf(inst.getType()));
  return slot;
}

void FunctionDecoder::decodeInsertValue(const InsertValueInst &inst) {
  const Value *value = inst.getInsertedValueOperand();
  Slot from = slotOf(value);
  Slot slot = defineFrom(inst, inst.getAggregateOperand());
  code_.move(slot + types_.slotOffset(inst.getType(), inst.getIndices()), from,
             slotsOf(value->getType()));
}

} // namespace rbcheck
