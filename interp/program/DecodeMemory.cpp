//===- interp/program/DecodeMemory.cpp - Addresses, loads, stores, atomics ===//
#include "interp/program/DecodeDebug.h"
#include "interp/program/DecodeFunction.h"

#include "passes/Marks.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"

using namespace llvm;

namespace rbcheck {

static bool isVolatile(const Instruction &inst) {
  if (auto *intrinsic = dyn_cast<MemIntrinsic>(&inst))
    return intrinsic->isVolatile();
  if (auto *call = dyn_cast<CallBase>(&inst))
    return call->isInlineAsm();
  return inst.isVolatile();
}

FunctionDecoder::Access
FunctionDecoder::accessOf(const Instruction &inst) const {
  if (auto mark = getMark(inst))
    return {kMarked | (isVolatile(inst) ? kVolatile : 0), mark->id};
  return {};
}

VirtualInsn &FunctionDecoder::emitAccess(Access access, Op op, Slot dst, Slot a,
                                         Slot b, uint32_t c, int32_t imm) {
  VirtualInsn &insn = code_.emit(op, dst, a, b, c, imm);
  insn.mark = access.mark;
  return insn;
}

//===--- Addresses --------------------------------------------------------===//

AddressParts FunctionDecoder::partsOf(const Value *pointer) {
  auto found = folded_.find(pointer);
  if (found != folded_.end())
    return found->second;
  return {slotOf(pointer)};
}

Slot FunctionDecoder::indexOf(const AddressParts &parts) {
  return parts.index != kNoSlot ? parts.index : code_.constant(0);
}

Slot FunctionDecoder::materialise(const AddressParts &parts, Slot dst) {
  if (dst == kNoSlot) {
    if (parts.index == kNoSlot && parts.imm == 0)
      return parts.base;
    dst = code_.newSlots();
  }
  if (parts.index != kNoSlot || !parts.isNear())
    code_.emit(Op::LeaX, dst, parts.base, indexOf(parts),
               parts.scale | (parts.inBounds ? kInBounds : 0), parts.imm);
  else if (parts.imm)
    code_.emit(Op::Lea, dst, parts.base, 0, 0, parts.imm);
  else
    code_.move(dst, parts.base);
  return dst;
}

AddressParts FunctionDecoder::plain(AddressParts parts) {
  if (!parts.isNear())
    return {materialise(parts)};
  if (parts.index == kNoSlot)
    return parts;
  int32_t imm = parts.imm;
  parts.imm = 0;
  AddressParts result{materialise(parts)};
  result.imm = imm;
  return result;
}

AddressParts FunctionDecoder::partsOf(const GEPOperator &gep) {
  AddressParts parts = partsOf(gep.getPointerOperand());
  uint64_t offset = uint64_t(int64_t(parts.imm));
  parts.imm = 0;
  parts.inBounds &= gep.isInBounds();
  auto restart = [&](Slot base) {
    parts = {.base = base, .inBounds = parts.inBounds};
  };
  for (auto i = gep_type_begin(gep), e = gep_type_end(gep); i != e; ++i) {
    const Value *index = i.getOperand();
    if (StructType *structure = i.getStructTypeOrNull()) {
      unsigned field = unsigned(cast<ConstantInt>(index)->getZExtValue());
      offset += context_.dataLayout.getStructLayout(structure)
                    ->getElementOffset(field)
                    .getFixedValue();
      continue;
    }
    uint64_t stride = i.getSequentialElementStride(context_.dataLayout);
    if (auto *number = dyn_cast<ConstantInt>(index)) {
      offset +=
          uint64_t(number->getValue().sextOrTrunc(64).getSExtValue()) * stride;
      continue;
    }
    if (stride == 0)
      continue;
    Slot slot = slotOf(index); // of a wide index the low half is enough
    uint32_t width = bitsOf(index->getType());
    if (width < 64)
      slot = code_.compute(Op::SExt, slot, width, 64);
    if (stride > kScaleMask) {
      Slot sum = code_.newSlots();
      code_.emit(Op::LeaMul, sum, materialise(parts), slot,
                 code_.constant(stride), parts.inBounds);
      restart(sum);
      continue;
    }
    if (parts.index != kNoSlot)
      restart(materialise(parts));
    parts.index = slot;
    parts.scale = uint32_t(stride);
  }
  if (int64_t(offset) == int32_t(offset)) {
    parts.imm = int32_t(offset);
    return parts;
  }
  parts.base = code_.compute(Op::LeaMul, parts.base, code_.constant(1),
                             code_.constant(offset), parts.inBounds);
  return parts;
}

void FunctionDecoder::decodeGep(const GetElementPtrInst &gep) {
  if (gep.getType()->isVectorTy())
    return decodeVectorGep(gep);
  AddressParts parts = partsOf(cast<GEPOperator>(gep));
  if (isFoldedAddress(gep)) {
    folded_[&gep] = parts;
    return;
  }
  if (parts.index == kNoSlot && parts.imm == 0 && !coalesced_.count(&gep))
    return alias(gep, parts.base);
  materialise(parts, define(gep));
}

void FunctionDecoder::decodeVectorGep(const GetElementPtrInst &gep) {
  auto *vector = cast<FixedVectorType>(gep.getType());
  const Value *pointer = gep.getPointerOperand();
  Slot base = slotOf(pointer);
  SmallVector<Slot, 4> indices;
  for (const Use &index : gep.indices())
    indices.push_back(slotOf(index));
  Slot dst = define(gep);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    Slot sum = pointer->getType()->isVectorTy() ? base + lane : base;
    unsigned k = 0;
    for (auto i = gep_type_begin(gep), e = gep_type_end(gep); i != e;
         ++i, ++k) {
      Type *type = i.getOperand()->getType();
      Slot index = indices[k];
      if (StructType *structure = i.getStructTypeOrNull()) {
        auto *field =
            cast<Constant>(i.getOperand())->getUniqueInteger().getRawData();
        uint64_t offset =
            context_.dataLayout.getStructLayout(structure)->getElementOffset(
                unsigned(*field));
        sum = code_.compute(Op::Add64, sum, code_.constant(offset));
        continue;
      }
      if (type->isVectorTy())
        index += lane * slotsOf(type->getScalarType());
      uint32_t width = bitsOf(type->getScalarType());
      if (width < 64)
        index = code_.compute(Op::SExt, index, width, 64);
      uint64_t stride = i.getSequentialElementStride(context_.dataLayout);
      sum = code_.compute(Op::LeaMul, sum, index, code_.constant(stride),
                          gep.isInBounds());
    }
    code_.move(dst + lane, sum);
  }
}

//===--- Loads and stores -------------------------------------------------===//

/// 0..3 for values that are 1, 2, 4, 8 plain bytes, else none.
static std::optional<unsigned> plainSize(Type *type, uint32_t bits) {
  if (type->isAggregateType() || type->isVectorTy())
    return std::nullopt;
  switch (bits) {
  case 8:
    return 0;
  case 16:
    return 1;
  case 32:
    return 2;
  case 64:
    return 3;
  default:
    return std::nullopt;
  }
}

void FunctionDecoder::emitLoad(Access access, Type *type, Slot dst,
                               AddressParts from) {
  if (slotsOf(type) == 0)
    return;
  if (auto size = plainSize(type, bitsOf(type))) {
    if (from.index != kNoSlot || !from.isNear())
      emitAccess(access, Op(unsigned(Op::LoadX8) + *size), dst, from.base,
                 indexOf(from), access.flags | from.scale, from.imm);
    else
      emitAccess(access, Op(unsigned(Op::Load8) + *size), dst, from.base, 0,
                 access.flags, from.imm);
    return;
  }
  auto layout = types_.layout(type);
  if (!layout)
    return unsupported("load of type " + typeName(type));
  from = plain(from);
  emitAccess(access, Op::LoadL, dst, from.base, *layout, access.flags,
             from.imm);
}

void FunctionDecoder::emitStore(Access access, Type *type, Slot value,
                                AddressParts to) {
  if (slotsOf(type) == 0)
    return;
  if (auto size = plainSize(type, bitsOf(type))) {
    if (to.index != kNoSlot || !to.isNear())
      emitAccess(access, Op(unsigned(Op::StoreX8) + *size), value, to.base,
                 indexOf(to), access.flags | to.scale, to.imm);
    else
      emitAccess(access, Op(unsigned(Op::Store8) + *size), value, to.base, 0,
                 access.flags, to.imm);
    return;
  }
  auto layout = types_.layout(type);
  if (!layout)
    return unsupported("store of type " + typeName(type));
  to = plain(to);
  emitAccess(access, Op::StoreL, value, to.base, *layout, access.flags, to.imm);
}

/// Size of an atomic access in bytes, if there is an instruction for it.
std::optional<uint32_t> FunctionDecoder::atomicSize(Type *type) {
  if (type->isAggregateType() || type->isVectorTy())
    return std::nullopt;
  switch (bitsOf(type)) {
  case 8:
    return 1;
  case 16:
    return 2;
  case 32:
    return 4;
  case 64:
    return 8;
  case 128:
    return 16;
  default:
    return std::nullopt;
  }
}

static bool isOtherSpace(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() != 0;
}

// What an order does not do: bits of `Insn::c` (Program.h).
static uint32_t noSeqCst(AtomicOrdering order) {
  return order == AtomicOrdering::SequentiallyConsistent ? 0 : kNoSeqCst;
}
static uint32_t loadBits(AtomicOrdering order) {
  return (isAcquireOrStronger(order) ? 0 : kNoAcquire) | noSeqCst(order);
}
static uint32_t storeBits(AtomicOrdering order) {
  return (isReleaseOrStronger(order) ? 0 : kNoRelease) | noSeqCst(order);
}
static uint32_t orderBits(AtomicOrdering order) {
  return loadBits(order) | storeBits(order);
}
static uint32_t failureBits(AtomicOrdering order) {
  const uint32_t bits = loadBits(order);
  return (bits & kNoAcquire ? kNoAcquireOnFailure : 0) |
         (bits & kNoSeqCst ? kNoSeqCstOnFailure : 0);
}

void FunctionDecoder::decodeFence(const FenceInst &inst) {
  Access access = accessOf(inst);
  const uint32_t order = inst.getSyncScopeID() == SyncScope::SingleThread
                             ? kNoAcquire | kNoRelease | kNoSeqCst
                             : orderBits(inst.getOrdering());
  emitAccess(access, Op::Fence, 0, 0, 0, access.flags | order);
}

void FunctionDecoder::decodeLoad(const LoadInst &inst) {
  if (isOtherSpace(inst.getPointerOperand()))
    return unsupported("address space " + Twine(inst.getPointerAddressSpace()));
  AddressParts from = partsOf(inst.getPointerOperand());
  Access access = accessOf(inst);
  Slot dst = define(inst);
  if (!inst.isAtomic())
    return emitLoad(access, inst.getType(), dst, from);
  auto size = atomicSize(inst.getType());
  if (!size)
    return unsupported("atomic load of type " + typeName(inst.getType()));
  from = plain(from);
  emitAccess(access, Op::AtomicLoad, dst, from.base, *size,
             access.flags | loadBits(inst.getOrdering()), from.imm);
}

void FunctionDecoder::decodeStore(const StoreInst &inst) {
  if (isOtherSpace(inst.getPointerOperand()))
    return unsupported("address space " + Twine(inst.getPointerAddressSpace()));
  Type *type = inst.getValueOperand()->getType();
  if (slotsOf(type) == 0)
    return;
  Slot value = slotOf(inst.getValueOperand());
  AddressParts to = partsOf(inst.getPointerOperand());
  Access access = accessOf(inst);
  if (!inst.isAtomic())
    return emitStore(access, type, value, to);
  auto size = atomicSize(type);
  if (!size)
    return unsupported("atomic store of type " + typeName(type));
  to = plain(to);
  emitAccess(access, Op::AtomicStore, value, to.base, *size,
             access.flags | storeBits(inst.getOrdering()), to.imm);
}

void FunctionDecoder::decodeAlloca(const AllocaInst &inst) {
  uint64_t size = context_.dataLayout.getTypeAllocSize(inst.getAllocatedType());
  if (size > UINT32_MAX)
    return unsupported("local variable of " + Twine(size) + " bytes");
  if (const DILocalVariable *variable = variableOf(inst))
    code_.setLoc(context_.loc(*variable)); // the instruction itself has none
  if (isScoped(inst)) {
    code_.emit(Op::Reserve, define(inst), 0, nextTag(), uint32_t(size));
    return note(context_.localNote(inst));
  }
  Slot count = slotOf(inst.getArraySize());
  code_.emit(Op::Alloca, define(inst), count, nextTag(), uint32_t(size),
             int32_t(inst.getAlign().value()));
  note(context_.localNote(inst));
}

/// Its life begins at a marker: only those are left that say the truth
/// (passes/Normalise.cpp).
bool FunctionDecoder::isScoped(const AllocaInst &inst) {
  return llvm::any_of(inst.users(), [](const User *user) {
    auto *call = dyn_cast<IntrinsicInst>(user);
    return call && call->getIntrinsicID() == Intrinsic::lifetime_start;
  });
}

static bool isJustBeforeReturn(const Instruction &inst) {
  const Instruction *next = inst.getNextNode();
  while (next && !next->isTerminator()) {
    auto *call = dyn_cast<IntrinsicInst>(next);
    bool isMarker = call && call->isLifetimeStartOrEnd();
    if (!isMarker && next->mayReadOrWriteMemory())
      return false;
    next = next->getNextNode();
  }
  return isa_and_nonnull<ReturnInst>(next);
}

void FunctionDecoder::decodeScope(const IntrinsicInst &call) {
  auto *local = dyn_cast<AllocaInst>(call.getArgOperand(1));
  if (!local || !isScoped(*local))
    return;
  if (call.getIntrinsicID() == Intrinsic::lifetime_end) {
    if (isJustBeforeReturn(call))
      return; // the end of the frame is the end of its variables
    code_.emit(Op::ScopeEnd, 0, slotOf(local));
    return;
  }
  code_.emit(Op::ScopeStart, 0, slotOf(local), 0,
             uint32_t(context_.dataLayout.getTypeAllocSize(
                 local->getAllocatedType())));
}

//===--- Read-modify-writes -----------------------------------------------===//

static std::optional<RmwOp> rmwOp(AtomicRMWInst::BinOp op) {
  switch (op) {
  case AtomicRMWInst::Xchg:
    return RmwOp::Xchg;
  case AtomicRMWInst::Add:
    return RmwOp::Add;
  case AtomicRMWInst::Sub:
    return RmwOp::Sub;
  case AtomicRMWInst::And:
    return RmwOp::And;
  case AtomicRMWInst::Nand:
    return RmwOp::Nand;
  case AtomicRMWInst::Or:
    return RmwOp::Or;
  case AtomicRMWInst::Xor:
    return RmwOp::Xor;
  case AtomicRMWInst::Max:
    return RmwOp::Max;
  case AtomicRMWInst::Min:
    return RmwOp::Min;
  case AtomicRMWInst::UMax:
    return RmwOp::UMax;
  case AtomicRMWInst::UMin:
    return RmwOp::UMin;
  case AtomicRMWInst::FAdd:
    return RmwOp::FAdd;
  case AtomicRMWInst::FSub:
    return RmwOp::FSub;
  case AtomicRMWInst::FMax:
    return RmwOp::FMax;
  case AtomicRMWInst::FMin:
    return RmwOp::FMin;
  case AtomicRMWInst::UIncWrap:
    return RmwOp::UIncWrap;
  case AtomicRMWInst::UDecWrap:
    return RmwOp::UDecWrap;
  default:
    return std::nullopt;
  }
}

void FunctionDecoder::decodeRmw(const AtomicRMWInst &inst) {
  Type *type = inst.getType();
  auto op = rmwOp(inst.getOperation());
  auto size = atomicSize(type);
  bool isFloat = AtomicRMWInst::isFPOperation(inst.getOperation());
  if (!op || !size || isOtherSpace(inst.getPointerOperand()) ||
      (isFloat && !type->isFloatTy() && !type->isDoubleTy()))
    return unsupported("atomicrmw " +
                       AtomicRMWInst::getOperationName(inst.getOperation()) +
                       " of type " + typeName(type));
  Slot address = slotOf(inst.getPointerOperand());
  Slot value = slotOf(inst.getValOperand());
  Access access = accessOf(inst);
  emitAccess(access, Op::AtomicRmw, define(inst), address, value,
             access.flags | orderBits(inst.getOrdering()),
             int32_t(unsigned(*op) << 8 | *size));
}

void FunctionDecoder::decodeCmpXchg(const AtomicCmpXchgInst &inst) {
  Type *type = inst.getCompareOperand()->getType();
  auto size = atomicSize(type);
  if (!size || isOtherSpace(inst.getPointerOperand()))
    return unsupported("cmpxchg of type " + typeName(type));
  Slot address = slotOf(inst.getPointerOperand());
  Slot expected = slotOf(inst.getCompareOperand());
  Slot desired = slotOf(inst.getNewValOperand());
  Access access = accessOf(inst);
  VirtualInsn &insn =
      emitAccess(access, Op::CmpXchg, define(inst), address, expected, desired,
                 int32_t(*size | (inst.isWeak() ? 1u << 8 : 0)));
  insn.cBits = access.flags | orderBits(inst.getSuccessOrdering()) |
               failureBits(inst.getFailureOrdering());
}

} // namespace rbcheck
