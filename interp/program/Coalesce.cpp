//===- interp/program/Coalesce.cpp - Which values share or skip a slot ----===//
//
// Coalescing: let p be a phi in the header H of a loop and v the value it gets
// from a latch. v may be computed in p's slot if p is not read after v is
// written, until H is entered again. Sufficient: H's loop is the innermost
// loop around v, so that every cycle through v passes H (with irreducible control
// flow that fails, so nothing is shared then), and each use of p comes before v in
// v's block or in a block that v leads to only through H. Such are those that
// properly dominate v's, and those behind the loop that H itself leads to.
// What is read later than the IR says (aliases, folded addresses, what is part
// of a branch) counts where it is read.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Coalesce.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {

bool isAlias(const Instruction &inst, const DataLayout &layout) {
  if (isa<FreezeInst>(inst) || isa<AddrSpaceCastInst>(inst))
    return true;
  auto scalarBits = [&](const Type *type) -> uint64_t {
    return layout.getTypeSizeInBits(const_cast<Type *>(type)->getScalarType());
  };
  if (auto *cast = dyn_cast<CastInst>(&inst)) {
    uint64_t from = scalarBits(cast->getSrcTy());
    uint64_t to = scalarBits(cast->getDestTy());
    switch (cast->getOpcode()) {
    case Instruction::ZExt:
    case Instruction::IntToPtr:
      return from <= 64 && to <= 64;
    case Instruction::PtrToInt:
      return to == 64;
    default:
      return false;
    }
  }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst))
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
    case Intrinsic::arithmetic_fence:
    case Intrinsic::annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::preserve_array_access_index:
    case Intrinsic::preserve_union_access_index:
    case Intrinsic::preserve_struct_access_index:
      return true;
    default:
      return false;
    }
  return false;
}

bool isFoldedAddress(const GetElementPtrInst &gep) {
  if (gep.getType()->isVectorTy() || gep.use_empty())
    return false;
  for (const User *user : gep.users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (load->isAtomic() && !gep.hasAllConstantIndices())
        return false;
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &gep ||
          (store->isAtomic() && !gep.hasAllConstantIndices()))
        return false;
    } else if (auto *other = dyn_cast<GetElementPtrInst>(user)) {
      if (other->getPointerOperand() != &gep || other->getType()->isVectorTy())
        return false;
      // Otherwise the first index would be computed again at each user.
      if (!gep.hasAllConstantIndices() && !other->hasAllConstantIndices())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

//===--- Branches ---------------------------------------------------------===//

/// There is an instruction that compares so and branches.
static bool hasBranch(const ICmpInst *compare) {
  Type *type = compare->getOperand(0)->getType();
  if (type->isPointerTy())
    return true;
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return false;
  unsigned width = type->getIntegerBitWidth();
  return !compare->isSigned() || width == 32 || width == 64;
}

namespace {

/// `inst` says what the bit `source` says, or the opposite.
struct BitStep {
  const Value *source = nullptr;
  bool negates = false;
  const Instruction *between = nullptr; ///< makes a number of the bit for it
};

bool isOnlyUsedIn(const Value *value, const BasicBlock *block) {
  auto *inst = dyn_cast<Instruction>(value);
  return inst && inst->hasOneUse() && inst->getParent() == block;
}

BitStep stepOf(const Instruction &inst) {
  if (inst.getOpcode() == Instruction::Xor && inst.getType()->isIntegerTy(1))
    if (auto *bit = dyn_cast<ConstantInt>(inst.getOperand(1));
        bit && bit->isOne())
      return {inst.getOperand(0), true};
  auto *compare = dyn_cast<ICmpInst>(&inst);
  if (compare) {
    auto *zero = dyn_cast<ConstantInt>(compare->getOperand(1));
    if (!compare->isEquality() || !zero || !zero->isZero())
      return {};
  } else if (!isa<TruncInst>(inst) || !inst.getType()->isIntegerTy(1)) {
    return {};
  }
  auto *number = dyn_cast<ZExtInst>(inst.getOperand(0));
  if (!number || !number->getSrcTy()->isIntegerTy(1) ||
      number->getDestTy()->getScalarSizeInBits() > 64 ||
      !isOnlyUsedIn(number, inst.getParent()))
    return {};
  return {number->getOperand(0),
          compare && compare->getPredicate() == CmpInst::ICMP_EQ, number};
}

/// A thread can stop on the way to the end of the block: what is live there is
/// part of a state, and would be another value.
bool maySeeState(const Instruction &from) {
  for (const Instruction *at = from.getNextNode(); at; at = at->getNextNode())
    if (isa<CallBase>(at) || at->mayReadOrWriteMemory())
      return true;
  return false;
}

} // namespace

BranchCondition conditionOf(const BranchInst &branch) {
  BranchCondition condition;
  condition.value = branch.getCondition();
  while (isOnlyUsedIn(condition.value, branch.getParent())) {
    auto *inst = cast<Instruction>(condition.value);
    const BitStep step = stepOf(*inst);
    auto *first = step.between ? step.between : inst;
    if (step.source && !maySeeState(*first)) {
      condition.parts.push_back(inst);
      if (step.between)
        condition.parts.push_back(step.between);
      condition.value = step.source;
      condition.isNegated ^= step.negates;
      continue;
    }
    auto *compare = dyn_cast<ICmpInst>(inst);
    if (compare && hasBranch(compare) &&
        (condition.parts.empty() || !maySeeState(*inst))) {
      condition.parts.push_back(inst);
      condition.compare = compare;
    }
    break;
  }
  return condition;
}

bool isFused(const Instruction &inst) {
  if (!inst.hasOneUse() ||
      !isa<ICmpInst, TruncInst, ZExtInst, BinaryOperator>(inst))
    return false;
  auto *branch = dyn_cast<BranchInst>(inst.getParent()->getTerminator());
  return branch && branch->isConditional() &&
         is_contained(conditionOf(*branch).parts, &inst);
}

bool returnsTwice(const llvm::Function &function) {
  if (function.callsFunctionThatReturnsTwice())
    return true;
  for (const BasicBlock &block : function)
    for (const Instruction &inst : block)
      if (auto *call = dyn_cast<IntrinsicInst>(&inst);
          call && call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
        return true;
  return false;
}

namespace {

class Coalescer {
public:
  explicit Coalescer(const llvm::Function &function)
      : layout_(function.getParent()->getDataLayout()),
        tree_(const_cast<llvm::Function &>(function)), loops_(tree_),
        function_(function) {}

  bool isIrreducible() const {
    ReversePostOrderTraversal<const llvm::Function *> order(&function_);
    return containsIrreducibleCFG<const BasicBlock *>(order, loops_);
  }

  bool canShare(const PHINode &phi, const Instruction &value) const {
    const Loop *loop = loops_.getLoopFor(phi.getParent());
    if (!loop || loop->getHeader() != phi.getParent() ||
        loops_.getLoopFor(value.getParent()) != loop || !isSingleInsn(value))
      return false;
    unsigned budget = 64;
    Beyond beyond = {phi.getParent(), value.getParent(), {}, false};
    return usesEndBefore(phi, value, beyond, budget);
  }

private:
  /// Decoded such that all operands are read before the result is written.
  bool isSingleInsn(const Instruction &value) const {
    Type *type = value.getType();
    if (!(type->isIntegerTy() && type->getIntegerBitWidth() <= 64) &&
        !type->isPointerTy() && !type->isFloatTy() && !type->isDoubleTy())
      return false;
    if (isAlias(value, layout_) || isFused(value))
      return false;
    if (isa<TruncInst>(value) || isa<SExtInst>(value))
      return value.getOperand(0)->getType()->getIntegerBitWidth() <= 64;
    if (auto *select = dyn_cast<SelectInst>(&value))
      return select->getCondition()->getType()->isIntegerTy();
    if (auto *load = dyn_cast<LoadInst>(&value))
      return !load->isAtomic();
    if (auto *gep = dyn_cast<GetElementPtrInst>(&value))
      return !isFoldedAddress(*gep);
    return isa<BinaryOperator>(value);
  }

  bool isReadLater(const Instruction &user) const {
    return isAlias(user, layout_) || isFused(user) ||
           isa<GetElementPtrInst>(user) || isa<CastInst>(user);
  }

  /// The blocks that `from` leads to without passing `header`; found out once
  /// somebody asks. A sufficient answer where they are many.
  struct Beyond {
    const BasicBlock *header, *from;
    SmallPtrSet<const BasicBlock *, 16> blocks;
    bool isKnown;
  };
  static constexpr size_t kMostBlocks = 256;

  bool mayLeadTo(Beyond &beyond, const BasicBlock *block) const {
    if (tree_.properlyDominates(block, beyond.from))
      return false;
    if (!beyond.isKnown) {
      beyond.isKnown = true;
      SmallVector<const BasicBlock *, 16> open = {beyond.from};
      while (!open.empty() && beyond.blocks.size() <= kMostBlocks)
        for (const BasicBlock *next : successors(open.pop_back_val()))
          if (next != beyond.header && beyond.blocks.insert(next).second)
            open.push_back(next);
    }
    return beyond.blocks.size() > kMostBlocks || beyond.blocks.contains(block);
  }

  bool usesEndBefore(const Instruction &read, const Instruction &value,
                     Beyond &beyond, unsigned &budget) const {
    for (const Use &use : read.uses()) {
      if (budget-- == 0)
        return false;
      auto &user = *cast<Instruction>(use.getUser());
      const BasicBlock *block = user.getParent();
      bool isEdge = false;
      if (auto *phi = dyn_cast<PHINode>(&user)) {
        block = phi->getIncomingBlock(use);
        isEdge = true;
      }
      if (block == value.getParent()) {
        if (isEdge || (&user != &value && !user.comesBefore(&value)))
          return false;
      } else if (mayLeadTo(beyond, block)) {
        return false;
      }
      if (!isEdge && &user != &value && isReadLater(user) &&
          !usesEndBefore(user, value, beyond, budget))
        return false;
    }
    return true;
  }

  const DataLayout &layout_;
  DominatorTree tree_;
  LoopInfo loops_;
  const llvm::Function &function_;
};

} // namespace

DenseMap<const Instruction *, const PHINode *>
findCoalesced(const llvm::Function &function) {
  DenseMap<const Instruction *, const PHINode *> result;
  // A second return from setjmp is an edge that the IR does not show.
  if (returnsTwice(function))
    return result;
  Coalescer coalescer(function);
  if (coalescer.isIrreducible())
    return result;
  for (const BasicBlock &block : function)
    for (const PHINode &phi : block.phis())
      for (const Value *incoming : phi.incoming_values()) {
        auto *value = dyn_cast<Instruction>(incoming);
        if (!value || isa<PHINode>(value) || result.count(value) ||
            !coalescer.canShare(phi, *value))
          continue;
        result[value] = &phi;
        break; // two values in one slot could disturb each other
      }
  return result;
}

} // namespace rbcheck
