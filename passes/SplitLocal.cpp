//===- passes/SplitLocal.cpp - One local per member -----------------------===//
//
// Two phases: `Plan` looks at every use and gives up at the first doubt; only a
// complete plan is applied. Locals that are copied into each other are one plan,
// with the same parts. Invariant of a plan: its parts do not overlap, and each
// access, fill or copy covers every part either wholly or not at all.
// Tested by test/passes/normalise-split.ll.
//
//===----------------------------------------------------------------------===//
#include "passes/SplitLocal.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// A member of a struct that is loaded or stored as a whole.
struct Leaf {
  Type *type;
  uint64_t offset;
  SmallVector<unsigned, 2> path; ///< for extractvalue
};

/// False if there are too many. A value that is no struct is its own leaf.
bool addLeaves(Type &type, const DataLayout &dl, SmallVectorImpl<Leaf> &out,
               uint64_t offset = 0, ArrayRef<unsigned> path = {}) {
  constexpr unsigned kMost = 16;
  if (!type.isAggregateType()) {
    out.push_back({&type, offset, {path.begin(), path.end()}});
    return out.size() <= kMost;
  }
  auto *whole = dyn_cast<StructType>(&type);
  const uint64_t count =
      whole ? whole->getNumElements() : type.getArrayNumElements();
  for (unsigned i = 0; i < count; ++i) {
    Type *inner = whole ? whole->getElementType(i) : type.getArrayElementType();
    const uint64_t at = whole ? dl.getStructLayout(whole)->getElementOffset(i)
                              : i * dl.getTypeAllocSize(inner);
    SmallVector<unsigned, 2> next(path);
    next.push_back(i);
    if (!addLeaves(*inner, dl, out, offset + at, next))
      return false;
  }
  return true;
}

class Plan {
public:
  explicit Plan(AllocaInst &local) : dl_(local.getDataLayout()) {
    isPossible_ = add(local);
  }

  bool make();
  void apply();
  const SmallPtrSetImpl<AllocaInst *> &locals() const { return locals_; }

private:
  struct Access {
    Instruction *inst;
    AllocaInst *local;
    uint64_t offset;
  };
  struct Fill {
    MemIntrinsic *inst;
    AllocaInst *local;
    uint64_t offset, size;
  };
  struct Copy {
    MemTransferInst *inst;
    AllocaInst *to, *from;
    uint64_t offset, size; ///< in both
  };

  uint64_t sizeOf(const Type *type) const {
    return dl_.getTypeStoreSize(const_cast<Type *>(type));
  }
  uint64_t sizeOf(const AllocaInst &local) const {
    return dl_.getTypeAllocSize(local.getAllocatedType());
  }
  bool add(AllocaInst &local);
  bool collect(Value &pointer, AllocaInst &local, uint64_t offset);
  bool collectUse(Use &use, AllocaInst &local, uint64_t offset);
  bool addAccess(Instruction &inst, Type &type, AllocaInst &local,
                 uint64_t offset);
  bool addPart(Type &type, uint64_t offset);
  bool addFill(Use &use, AllocaInst &local, uint64_t offset);
  bool addCopy(MemTransferInst &inst, AllocaInst &local, uint64_t offset,
               uint64_t size);
  bool partsOverlap() const;
  /// Every part is wholly in the range or out of it.
  bool isWhole(uint64_t begin, uint64_t size) const;
  bool canFill(const Fill &fill) const;
  Constant *getFillValue(const Fill &fill, uint64_t offset, Type &type) const;
  Constant *getCopied(const Fill &fill, APInt &start) const;
  void describe(AllocaInst &local, AllocaInst &part, uint64_t offset);

  template <typename Act>
  void eachPart(uint64_t begin, uint64_t size, Act act) const {
    for (auto it = parts_.lower_bound(begin);
         it != parts_.end() && it->first < begin + size; ++it)
      act(it->first, *it->second);
  }

  const DataLayout &dl_;
  bool isPossible_ = false;
  SmallPtrSet<AllocaInst *, 4> locals_;
  SmallVector<AllocaInst *, 4> order_; ///< as they were found
  std::map<uint64_t, Type *> parts_;   ///< by offset
  SmallVector<Access, 8> accesses_;
  SmallVector<Fill, 2> fills_;
  SmallVector<Copy, 4> copies_;
  SmallVector<Instruction *, 4> markers_; // of lives; members have none
  SmallVector<Instruction *, 8> addresses_; // in order of definition
};

bool Plan::add(AllocaInst &local) {
  if (!local.isStaticAlloca() || local.isArrayAllocation() ||
      local.isSwiftError() || local.isUsedWithInAlloca() ||
      local.getAllocatedType()->isScalableTy())
    return false;
  if (locals_.insert(&local).second)
    order_.push_back(&local);
  return true;
}

bool Plan::make() {
  for (size_t i = 0; isPossible_ && i < order_.size(); ++i) // grows on the way
    isPossible_ = collect(*order_[i], *order_[i], 0);
  return isPossible_ && !partsOverlap() &&
         all_of(fills_, [&](const Fill &fill) { return canFill(fill); }) &&
         all_of(copies_, [&](const Copy &copy) {
           return isWhole(copy.offset, copy.size);
         });
}

bool Plan::collect(Value &pointer, AllocaInst &local, uint64_t offset) {
  return all_of(pointer.uses(), [&](Use &use) {
    return collectUse(use, local, offset);
  });
}

bool Plan::collectUse(Use &use, AllocaInst &local, uint64_t offset) {
  auto *inst = cast<Instruction>(use.getUser());
  if (auto *gep = dyn_cast<GetElementPtrInst>(inst)) {
    APInt delta(64, 0);
    if (!gep->getType()->isPointerTy() ||
        !cast<GEPOperator>(gep)->accumulateConstantOffset(dl_, delta))
      return false;
    APInt sum = delta + offset;
    if (sum.ugt(sizeOf(local)))
      return false;
    addresses_.push_back(gep);
    return collect(*gep, local, sum.getZExtValue());
  }
  if (auto *load = dyn_cast<LoadInst>(inst))
    return !load->isVolatile() &&
           addAccess(*load, *load->getType(), local, offset);
  if (auto *store = dyn_cast<StoreInst>(inst))
    return !store->isVolatile() &&
           use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           addAccess(*store, *store->getValueOperand()->getType(), local,
                     offset);
  if (auto *call = dyn_cast<IntrinsicInst>(inst);
      call && call->isLifetimeStartOrEnd()) {
    markers_.push_back(call);
    return true;
  }
  return addFill(use, local, offset);
}

bool Plan::addAccess(Instruction &inst, Type &type, AllocaInst &local,
                     uint64_t offset) {
  if (type.isScalableTy() || offset + sizeOf(&type) > sizeOf(local))
    return false;
  accesses_.push_back({&inst, &local, offset});
  SmallVector<Leaf, 4> leaves;
  if (!addLeaves(type, dl_, leaves))
    return false;
  return all_of(leaves, [&](const Leaf &leaf) {
    return addPart(*leaf.type, offset + leaf.offset);
  });
}

bool Plan::addPart(Type &type, uint64_t offset) {
  if (!type.isSingleValueType() ||
      dl_.getTypeSizeInBits(&type) != 8 * sizeOf(&type))
    return false;
  auto [it, isNew] = parts_.try_emplace(offset, &type);
  return isNew || it->second == &type;
}

bool Plan::addFill(Use &use, AllocaInst &local, uint64_t offset) {
  auto *fill = dyn_cast<MemIntrinsic>(use.getUser());
  if (!fill || fill->isVolatile())
    return false;
  auto *length = dyn_cast<ConstantInt>(fill->getLength());
  if (!length || length->getValue().ugt(sizeOf(local) - offset))
    return false;
  const uint64_t size = length->getZExtValue();
  if (auto *copy = dyn_cast<MemTransferInst>(fill))
    if (isa<AllocaInst>(getUnderlyingObject(copy->getRawSource())))
      return addCopy(*copy, local, offset, size);
  if (&fill->getRawDestUse() != &use)
    return false;
  fills_.push_back({fill, &local, offset, size});
  return true;
}

/// Met from both of its ends.
bool Plan::addCopy(MemTransferInst &inst, AllocaInst &local, uint64_t offset,
                   uint64_t size) {
  auto end = [&](Value *pointer) -> AllocaInst * {
    APInt at(64, 0);
    auto *other = dyn_cast<AllocaInst>(
        pointer->stripAndAccumulateConstantOffsets(dl_, at, true));
    return other && at == offset && offset + size <= sizeOf(*other) &&
                   add(*other)
               ? other
               : nullptr;
  };
  AllocaInst *to = end(inst.getRawDest()), *from = end(inst.getRawSource());
  if (!to || !from)
    return false;
  // What is copied to itself is met twice from there.
  if (&local == to && none_of(copies_, [&](const Copy &copy) {
        return copy.inst == &inst;
      }))
    copies_.push_back({&inst, to, from, offset, size});
  return true;
}

bool Plan::partsOverlap() const {
  uint64_t end = 0;
  for (auto &[offset, type] : parts_) {
    if (offset < end)
      return true;
    end = offset + sizeOf(type);
  }
  return false;
}

Constant *Plan::getFillValue(const Fill &fill, uint64_t offset,
                             Type &type) const {
  if (auto *set = dyn_cast<MemSetInst>(fill.inst)) {
    auto *byte = dyn_cast<ConstantInt>(set->getValue());
    return byte ? makeFill(type, *byte, dl_) : nullptr;
  }
  APInt start(64, 0);
  Constant *init = getCopied(fill, start);
  return init ? ConstantFoldLoadFromConst(
                    init, &type, start + (offset - fill.offset), dl_)
              : nullptr;
}

/// The constant that is copied from, and where in it; or null.
Constant *Plan::getCopied(const Fill &fill, APInt &start) const {
  auto *copy = dyn_cast<MemTransferInst>(fill.inst);
  if (!copy)
    return nullptr;
  auto *source = dyn_cast<GlobalVariable>(
      copy->getRawSource()->stripAndAccumulateConstantOffsets(dl_, start,
                                                              true));
  if (!source || !source->isConstant() || !source->hasDefinitiveInitializer())
    return nullptr;
  Constant *init = source->getInitializer();
  if ((start + fill.size).ugt(dl_.getTypeAllocSize(init->getType())))
    return nullptr; // reads out of bounds: leave it to be found
  return init;
}

bool Plan::isWhole(uint64_t begin, uint64_t size) const {
  const uint64_t end = begin + size;
  return all_of(parts_, [&](const auto &part) {
    const uint64_t partEnd = part.first + sizeOf(part.second);
    return partEnd <= begin || end <= part.first ||
           (begin <= part.first && partEnd <= end);
  });
}

bool Plan::canFill(const Fill &fill) const {
  if (!isWhole(fill.offset, fill.size))
    return false;
  bool hasValues = true;
  eachPart(fill.offset, fill.size, [&](uint64_t offset, Type &type) {
    hasValues &= getFillValue(fill, offset, type) != nullptr;
  });
  // Also when no part is hit, so that a doubtful copy stays where it is.
  APInt start(64, 0);
  return hasValues && (isa<MemSetInst>(fill.inst)
                           ? isa<ConstantInt>(cast<MemSetInst>(fill.inst)->getValue())
                           : getCopied(fill, start) != nullptr);
}

/// Tells debug info that \p part holds the variable's bytes from \p offset on.
void Plan::describe(AllocaInst &local, AllocaInst &part, uint64_t offset) {
  DIBuilder builder(*local.getModule(), /*AllowUnresolved=*/false);
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
                            local.getNextNode());
  };
  for (DbgDeclareInst *old : findDbgDeclares(&local))
    declare(old->getVariable(), old->getExpression(), old->getDebugLoc());
  for (DbgVariableRecord *old : findDVRDeclares(&local))
    declare(old->getVariable(), old->getExpression(), old->getDebugLoc());
}

void Plan::apply() {
  std::map<std::pair<AllocaInst *, uint64_t>, AllocaInst *> partOf;
  for (AllocaInst *local : order_)
    eachPart(0, sizeOf(*local), [&](uint64_t offset, Type &type) {
      auto *part = new AllocaInst(
          &type, local->getAddressSpace(), /*ArraySize=*/nullptr,
          commonAlignment(local->getAlign(), offset),
          local->getName() + "." + Twine(offset), local->getIterator());
      partOf[{local, offset}] = part;
      describe(*local, *part, offset);
    });
  for (Access &access : accesses_) {
    auto *load = dyn_cast<LoadInst>(access.inst);
    Type *type = load ? load->getType() : access.inst->getOperand(0)->getType();
    if (!type->isAggregateType()) {
      unsigned operand = load ? LoadInst::getPointerOperandIndex()
                              : StoreInst::getPointerOperandIndex();
      access.inst->setOperand(operand, partOf.at({access.local, access.offset}));
      continue;
    }
    IRBuilder<> builder(access.inst);
    SmallVector<Leaf, 4> leaves;
    addLeaves(*type, dl_, leaves);
    Value *whole = load ? PoisonValue::get(type) : access.inst->getOperand(0);
    for (const Leaf &leaf : leaves) {
      AllocaInst *part = partOf.at({access.local, access.offset + leaf.offset});
      if (load)
        whole = builder.CreateInsertValue(
            whole, builder.CreateLoad(leaf.type, part), leaf.path);
      else
        builder.CreateStore(builder.CreateExtractValue(whole, leaf.path), part);
    }
    if (load)
      load->replaceAllUsesWith(whole);
    access.inst->eraseFromParent();
  }
  for (Fill &fill : fills_) {
    IRBuilder<> builder(fill.inst); // takes over the debug location
    eachPart(fill.offset, fill.size, [&](uint64_t offset, Type &type) {
      builder.CreateStore(getFillValue(fill, offset, type),
                          partOf.at({fill.local, offset}));
    });
    fill.inst->eraseFromParent();
  }
  for (Copy &copy : copies_) {
    IRBuilder<> builder(copy.inst);
    eachPart(copy.offset, copy.size, [&](uint64_t offset, Type &type) {
      builder.CreateStore(
          builder.CreateLoad(&type, partOf.at({copy.from, offset})),
          partOf.at({copy.to, offset}));
    });
    copy.inst->eraseFromParent();
  }
  for (Instruction *marker : markers_)
    marker->eraseFromParent();
  for (Instruction *address : reverse(addresses_))
    address->eraseFromParent();
  for (AllocaInst *local : order_) {
    for (DbgDeclareInst *old : findDbgDeclares(local))
      old->eraseFromParent();
    for (DbgVariableRecord *old : findDVRDeclares(local))
      old->eraseFromParent();
    local->eraseFromParent();
  }
}

} // namespace

void splitLocals(Function &function) {
  SmallVector<AllocaInst *, 16> locals;
  for (Instruction &inst : function.getEntryBlock())
    if (auto *local = dyn_cast<AllocaInst>(&inst);
        local && local->getAllocatedType()->isAggregateType())
      locals.push_back(local);
  SmallPtrSet<AllocaInst *, 16> isDone; // gone, or to be left
  for (AllocaInst *local : locals) {
    if (isDone.contains(local))
      continue;
    Plan plan(*local);
    const bool isComplete = plan.make();
    isDone.insert(plan.locals().begin(), plan.locals().end());
    if (isComplete)
      plan.apply();
  }
}

} // namespace rbcheck
