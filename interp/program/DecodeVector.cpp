//===- interp/program/DecodeVector.cpp - Lanes: shuffles, masks, sums -----===//
#include "interp/program/DecodeFunction.h"

using namespace llvm;

namespace rbcheck {

void FunctionDecoder::decodeExtractElement(const ExtractElementInst &inst) {
  auto *vector = cast<FixedVectorType>(inst.getVectorOperandType());
  uint32_t stride = slotsOf(inst.getType());
  Slot from = slotOf(inst.getVectorOperand());
  if (auto *index = dyn_cast<ConstantInt>(inst.getIndexOperand())) {
    uint64_t lane = index->getValue().getLimitedValue();
    return alias(inst, lane < vector->getNumElements()
                           ? Slot(from + lane * stride)
                           : from);
  }
  Slot index = slotOf(inst.getIndexOperand());
  code_.emit(Op::ExtractAt, define(inst), from, index, vector->getNumElements(),
             int32_t(stride));
}

void FunctionDecoder::decodeInsertElement(const InsertElementInst &inst) {
  auto *vector = cast<FixedVectorType>(inst.getType());
  uint32_t stride = slotsOf(vector->getElementType());
  Slot value = slotOf(inst.getOperand(1));
  Slot index = slotOf(inst.getOperand(2));
  Slot slot = defineFrom(inst, inst.getOperand(0));
  auto *known = dyn_cast<ConstantInt>(inst.getOperand(2));
  if (!known) {
    code_.emit(Op::InsertAt, slot, value, index, vector->getNumElements(),
               int32_t(stride));
    return;
  }
  uint64_t lane = known->getValue().getLimitedValue();
  if (lane < vector->getNumElements())
    code_.move(slot + Slot(lane) * stride, value, stride);
}

void FunctionDecoder::decodeShuffle(const ShuffleVectorInst &inst) {
  auto *source = cast<FixedVectorType>(inst.getOperand(0)->getType());
  int lanes = int(source->getNumElements());
  uint32_t stride = slotsOf(source->getElementType());
  Slot left = slotOf(inst.getOperand(0)), right = slotOf(inst.getOperand(1));
  SmallVector<uint64_t, 2> zeros(stride, 0);
  SmallVector<SlotMove, 16> moves;
  Slot dst = define(inst), to = dst;
  for (int lane : inst.getShuffleMask()) {
    Slot from = lane < 0       ? code_.constants(zeros)
                : lane < lanes ? left + Slot(lane) * stride
                               : right + Slot(lane - lanes) * stride;
    for (uint32_t i = 0; i < stride; ++i)
      moves.push_back({to++, from + i});
  }
  code_.parallelMove(moves);
}

//===--- Reductions -------------------------------------------------------===//

bool FunctionDecoder::decodeReduction(const IntrinsicInst &call) {
  unsigned opcode = 0;
  Intrinsic::ID pairwise = Intrinsic::not_intrinsic;
  bool hasStart = false;
  switch (call.getIntrinsicID()) {
  case Intrinsic::vector_reduce_add:
    opcode = Instruction::Add;
    break;
  case Intrinsic::vector_reduce_mul:
    opcode = Instruction::Mul;
    break;
  case Intrinsic::vector_reduce_and:
    opcode = Instruction::And;
    break;
  case Intrinsic::vector_reduce_or:
    opcode = Instruction::Or;
    break;
  case Intrinsic::vector_reduce_xor:
    opcode = Instruction::Xor;
    break;
  case Intrinsic::vector_reduce_fadd:
    opcode = Instruction::FAdd, hasStart = true;
    break;
  case Intrinsic::vector_reduce_fmul:
    opcode = Instruction::FMul, hasStart = true;
    break;
  case Intrinsic::vector_reduce_smax:
    pairwise = Intrinsic::smax;
    break;
  case Intrinsic::vector_reduce_smin:
    pairwise = Intrinsic::smin;
    break;
  case Intrinsic::vector_reduce_umax:
    pairwise = Intrinsic::umax;
    break;
  case Intrinsic::vector_reduce_umin:
    pairwise = Intrinsic::umin;
    break;
  case Intrinsic::vector_reduce_fmax:
    pairwise = Intrinsic::maxnum;
    break;
  case Intrinsic::vector_reduce_fmin:
    pairwise = Intrinsic::minnum;
    break;
  case Intrinsic::vector_reduce_fmaximum:
    pairwise = Intrinsic::maximum;
    break;
  case Intrinsic::vector_reduce_fminimum:
    pairwise = Intrinsic::minimum;
    break;
  default:
    return false;
  }
  const Value *operand = call.getArgOperand(hasStart ? 1 : 0);
  auto *vector = cast<FixedVectorType>(operand->getType());
  Type *type = vector->getElementType();
  uint32_t stride = slotsOf(type), lanes = vector->getNumElements();
  Slot from = slotOf(operand);
  Slot total = from;
  uint32_t lane = 1;
  if (hasStart)
    total = slotOf(call.getArgOperand(0)), lane = 0;
  for (; lane < lanes; ++lane) {
    Slot next = code_.newSlots(stride);
    if (opcode)
      emitBinary(opcode, type, next, total, from + lane * stride);
    else if (!emitIntBinary(pairwise, type, next, total, from + lane * stride))
      emitFloatMinMax(pairwise, type, next, total, from + lane * stride);
    total = next;
  }
  alias(call, total);
  return true;
}

//===--- Masked accesses --------------------------------------------------===//

void FunctionDecoder::emitIf(Slot condition, function_ref<void()> body) {
  Label yes = code_.newLabel(), end = code_.newLabel();
  code_.emit(Op::Br, 0, condition, 0, end, int32_t(yes));
  code_.bind(yes);
  body();
  code_.bind(end);
}

/// masked.load(ptr, align, mask, passthru), masked.store(value, ptr, align,
/// mask); gather and scatter have a vector of pointers in place of ptr.
bool FunctionDecoder::decodeMasked(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool isLoad = id == Intrinsic::masked_load || id == Intrinsic::masked_gather;
  if (!isLoad && id != Intrinsic::masked_store &&
      id != Intrinsic::masked_scatter)
    return false;
  const Value *pointer = call.getArgOperand(isLoad ? 0 : 1);
  const Value *value = isLoad ? call.getArgOperand(3) : call.getArgOperand(0);
  auto *vector = cast<FixedVectorType>(value->getType());
  Type *type = vector->getElementType();
  uint32_t stride = slotsOf(type);
  if (bitsOf(type) % 8) {
    unsupported("intrinsic " + call.getCalledFunction()->getName());
    return true;
  }
  Slot mask = slotOf(call.getArgOperand(isLoad ? 2 : 3));
  Slot base = slotOf(pointer), slot = slotOf(value);
  Access access = accessOf(call);
  if (isLoad) {
    Slot dst = define(call);
    code_.move(dst, slot, stride * vector->getNumElements());
    slot = dst;
  }
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    AddressParts address{base};
    if (pointer->getType()->isVectorTy())
      address.base += lane;
    else
      address.imm = int32_t(lane * (bitsOf(type) / 8));
    emitIf(mask + lane, [&] {
      if (isLoad)
        emitLoad(access, type, slot, address);
      else
        emitStore(access, type, slot, address);
    });
    slot += stride;
  }
  return true;
}

/// Intrinsics that only move lanes about.
bool FunctionDecoder::decodeVectorMove(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::vector_extract: {
    uint64_t first = cast<ConstantInt>(call.getArgOperand(1))->getZExtValue();
    uint32_t stride = slotsOf(call.getType()->getScalarType());
    alias(call, slotOf(call.getArgOperand(0)) + Slot(first) * stride);
    return true;
  }
  case Intrinsic::vector_insert: {
    const Value *part = call.getArgOperand(1);
    uint64_t first = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
    uint32_t stride = slotsOf(call.getType()->getScalarType());
    Slot whole = slotOf(call.getArgOperand(0)), from = slotOf(part);
    Slot dst = define(call);
    code_.move(dst, whole, slotsOf(call.getType()));
    code_.move(dst + Slot(first) * stride, from, slotsOf(part->getType()));
    return true;
  }
  case Intrinsic::vector_reverse: {
    uint32_t stride = slotsOf(call.getType()->getScalarType());
    uint32_t count = slotsOf(call.getType());
    Slot from = slotOf(call.getArgOperand(0)), dst = define(call);
    for (uint32_t i = 0; i < count; i += stride)
      code_.move(dst + i, from + count - stride - i, stride);
    return true;
  }
  default:
    return false;
  }
}

} // namespace rbcheck
