//===- passes/SplitLocal.cpp - One local per member -----------------------===//
//
// Two phases: `Plan` looks at every use and gives up at the first doubt; only a
// complete plan is applied. Invariant of a plan: its parts do not overlap, and
// each access or fill covers every part either wholly or not at all.
// Tested by test/passes/normalise-split.ll.
//
//===----------------------------------------------------------------------===//
#include "passes/SplitLocal.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <map>

using namespace llvm;

namespace rbcheck {
namespace {

/// The byte pattern of \p byte as a value of \p type, or null.
Constant *makeFill(Type &type, const ConstantInt &byte, const DataLayout &dl) {
  if (byte.isZero())
    return Constant::getNullValue(&type);
  if (!type.isIntegerTy())
    return nullptr;
  unsigned bits = dl.getTypeSizeInBits(&type);
  return ConstantInt::get(&type, APInt::getSplat(bits, byte.getValue()));
}

class Plan {
public:
  explicit Plan(AllocaInst &local)
      : local_(local), dl_(local.getDataLayout()),
        size_(dl_.getTypeAllocSize(local.getAllocatedType())) {}

  bool make() {
    return collect(local_, 0) && !partsOverlap() &&
           all_of(fills_, [&](const Fill &fill) { return canFill(fill); });
  }

  void apply();

private:
  struct Access {
    Instruction *inst;
    uint64_t offset;
  };
  struct Fill {
    MemIntrinsic *inst;
    uint64_t offset, size;
  };
  struct Part {
    Type *type;
    AllocaInst *local = nullptr;
  };

  uint64_t sizeOf(Type *type) const { return dl_.getTypeStoreSize(type); }
  bool collect(Value &pointer, uint64_t offset);
  bool collectUse(Use &use, uint64_t offset);
  bool addAccess(Instruction &inst, Type &type, uint64_t offset);
  bool addFill(Use &use, uint64_t offset);
  bool partsOverlap() const;
  bool canFill(const Fill &fill) const;
  Constant *getFillValue(const Fill &fill, uint64_t offset, Type &type) const;
  void describe(AllocaInst &part, uint64_t offset);

  AllocaInst &local_;
  const DataLayout &dl_;
  uint64_t size_;
  std::map<uint64_t, Part> parts_; // by offset
  SmallVector<Access, 8> accesses_;
  SmallVector<Fill, 2> fills_;
  SmallVector<Instruction *, 4> markers_; // of its life; members have none
  SmallVector<Instruction *, 8> addresses_; // in order of definition
};

bool Plan::collect(Value &pointer, uint64_t offset) {
  return all_of(pointer.uses(),
                [&](Use &use) { return collectUse(use, offset); });
}

bool Plan::collectUse(Use &use, uint64_t offset) {
  auto *inst = cast<Instruction>(use.getUser());
  if (auto *gep = dyn_cast<GetElementPtrInst>(inst)) {
    APInt delta(64, 0);
    if (!gep->getType()->isPointerTy() ||
        !cast<GEPOperator>(gep)->accumulateConstantOffset(dl_, delta))
      return false;
    APInt sum = delta + offset;
    if (sum.ugt(size_))
      return false;
    addresses_.push_back(gep);
    return collect(*gep, sum.getZExtValue());
  }
  if (auto *load = dyn_cast<LoadInst>(inst))
    return !load->isVolatile() && addAccess(*load, *load->getType(), offset);
  if (auto *store = dyn_cast<StoreInst>(inst))
    return !store->isVolatile() &&
           use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           addAccess(*store, *store->getValueOperand()->getType(), offset);
  if (auto *call = dyn_cast<IntrinsicInst>(inst);
      call && call->isLifetimeStartOrEnd()) {
    markers_.push_back(call);
    return true;
  }
  return addFill(use, offset);
}

bool Plan::addAccess(Instruction &inst, Type &type, uint64_t offset) {
  if (!type.isSingleValueType() || isa<ScalableVectorType>(type) ||
      dl_.getTypeSizeInBits(&type) != 8 * sizeOf(&type) ||
      offset + sizeOf(&type) > size_)
    return false;
  accesses_.push_back({&inst, offset});
  auto [it, isNew] = parts_.try_emplace(offset, Part{&type});
  return isNew || it->second.type == &type;
}

bool Plan::addFill(Use &use, uint64_t offset) {
  auto *fill = dyn_cast<MemIntrinsic>(use.getUser());
  if (!fill || fill->isVolatile() || &fill->getRawDestUse() != &use)
    return false;
  auto *length = dyn_cast<ConstantInt>(fill->getLength());
  if (!length || length->getValue().ugt(size_ - offset))
    return false;
  fills_.push_back({fill, offset, length->getZExtValue()});
  return true;
}

bool Plan::partsOverlap() const {
  uint64_t end = 0;
  for (auto &[offset, part] : parts_) {
    if (offset < end)
      return true;
    end = offset + sizeOf(part.type);
  }
  return false;
}

Constant *Plan::getFillValue(const Fill &fill, uint64_t offset,
                             Type &type) const {
  if (auto *set = dyn_cast<MemSetInst>(fill.inst)) {
    auto *byte = dyn_cast<ConstantInt>(set->getValue());
    return byte ? makeFill(type, *byte, dl_) : nullptr;
  }
  auto *copy = dyn_cast<MemTransferInst>(fill.inst);
  if (!copy)
    return nullptr;
  APInt start(64, 0);
  auto *source = dyn_cast<GlobalVariable>(
      copy->getRawSource()->stripAndAccumulateConstantOffsets(dl_, start,
                                                              true));
  if (!source || !source->isConstant() || !source->hasDefinitiveInitializer())
    return nullptr;
  Constant *init = source->getInitializer();
  if ((start + fill.size).ugt(dl_.getTypeAllocSize(init->getType())))
    return nullptr; // reads out of bounds: leave it to be found
  return ConstantFoldLoadFromConst(init, &type, start + (offset - fill.offset),
                                   dl_);
}

bool Plan::canFill(const Fill &fill) const {
  uint64_t end = fill.offset + fill.size;
  for (auto &[offset, part] : parts_) {
    uint64_t partEnd = offset + sizeOf(part.type);
    if (partEnd <= fill.offset || end <= offset)
      continue;
    if (offset < fill.offset || end < partEnd ||
        !getFillValue(fill, offset, *part.type))
      return false;
  }
  // Also when no part is hit, so that a doubtful copy stays where it is.
  return getFillValue(fill, fill.offset, *Type::getInt8Ty(local_.getContext()));
}

/// Tells debug info that \p part holds the variable's bytes from \p offset on.
void Plan::describe(AllocaInst &part, uint64_t offset) {
  DIBuilder builder(*local_.getModule(), /*AllowUnresolved=*/false);
  auto declare = [&](DILocalVariable *variable, DIExpression *expression,
                     const DebugLoc &loc) {
    uint64_t bits = 8 * sizeOf(part.getAllocatedType());
    if (expression->getNumElements() != 0)
      return; // not the plain variable: rare, and only a name is lost
    std::optional<DIExpression *> fragment = expression;
    if (variable->getSizeInBits() != bits)
      fragment =
          DIExpression::createFragmentExpression(expression, 8 * offset, bits);
    if (fragment)
      builder.insertDeclare(&part, variable, *fragment, loc.get(),
                            local_.getNextNode());
  };
  for (DbgDeclareInst *old : findDbgDeclares(&local_))
    declare(old->getVariable(), old->getExpression(), old->getDebugLoc());
  for (DbgVariableRecord *old : findDVRDeclares(&local_))
    declare(old->getVariable(), old->getExpression(), old->getDebugLoc());
}

void Plan::apply() {
  for (auto &[offset, part] : parts_) {
    part.local = new AllocaInst(
        part.type, local_.getAddressSpace(), /*ArraySize=*/nullptr,
        commonAlignment(local_.getAlign(), offset),
        local_.getName() + "." + Twine(offset), local_.getIterator());
    describe(*part.local, offset);
  }
  for (Access &access : accesses_) {
    unsigned operand = isa<LoadInst>(access.inst)
                           ? LoadInst::getPointerOperandIndex()
                           : StoreInst::getPointerOperandIndex();
    access.inst->setOperand(operand, parts_[access.offset].local);
  }
  for (Fill &fill : fills_) {
    IRBuilder<> builder(fill.inst); // takes over the debug location
    for (auto &[offset, part] : parts_)
      if (fill.offset <= offset && offset < fill.offset + fill.size)
        builder.CreateStore(getFillValue(fill, offset, *part.type), part.local);
    fill.inst->eraseFromParent();
  }
  for (Instruction *marker : markers_)
    marker->eraseFromParent();
  for (Instruction *address : reverse(addresses_))
    address->eraseFromParent();
  for (DbgDeclareInst *old : findDbgDeclares(&local_))
    old->eraseFromParent();
  for (DbgVariableRecord *old : findDVRDeclares(&local_))
    old->eraseFromParent();
  local_.eraseFromParent();
}

} // namespace

bool splitLocal(AllocaInst &local) {
  Type *type = local.getAllocatedType();
  if (!local.isStaticAlloca() || local.isArrayAllocation() ||
      local.isSwiftError() || local.isUsedWithInAlloca() ||
      !type->isAggregateType() || type->isScalableTy())
    return false;
  Plan plan(local);
  if (!plan.make())
    return false;
  plan.apply();
  return true;
}

} // namespace rbcheck
