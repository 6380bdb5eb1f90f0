//===- passes/Escape.cpp - Following every copy of an address -------------===//
//
// `classify` is the whole theory: what one use does with a pointer. `follow`
// is its closure over copies; the constructor closes that over calls. Fates
// only ever get worse, so iterating from "dropped" ends in the least fixpoint,
// and recursion needs no special care.
// Tested by test/passes/escape-*.
//
//===----------------------------------------------------------------------===//
#include "passes/Escape.h"

#include "passes/LibraryCalls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {

bool isSlot(const AllocaInst &local) {
  for (const Use &use : local.uses()) {
    const User *user = use.getUser();
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (!load->getType()->isPointerTy())
        return false;
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &local ||
          !store->getValueOperand()->getType()->isPointerTy())
        return false;
    } else if (auto *inst = dyn_cast<Instruction>(user);
               !inst || !inst->isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

Escape::Escape(const Module &module, Scope scope) : scope_(scope) {
  SmallVector<const Argument *, 64> pointers;
  for (const Function &function : module) {
    if (!canRelyOn(function))
      continue;
    for (const Argument &argument : function.args())
      if (argument.getType()->isPointerTy())
        pointers.push_back(&argument);
  }
  for (const Argument *argument : pointers)
    arguments_[argument] = Fate::Dropped;

  for (bool changed = true; changed;) {
    changed = false;
    for (const Argument *argument : pointers) {
      Fate old = arguments_[argument];
      if (old == Fate::Escapes)
        continue;
      Fate fate = follow(*argument);
      changed |= fate != old;
      arguments_[argument] = fate;
    }
  }
}

bool Escape::canRelyOn(const Function &function) const {
  if (function.hasFnAttribute(Attribute::Naked))
    return false;
  // One translation unit may see another body than the one that will run.
  return scope_ == Scope::Program ? isDefinedHere(function)
                                  : function.hasExactDefinition();
}

bool Escape::escapes(const Value &object) const {
  auto [it, isNew] = objects_.try_emplace(&object, true);
  if (!isNew)
    return it->second;
  bool result = follow(object) != Fate::Dropped;
  objects_[&object] = result;
  return result;
}

Escape::Fate Escape::follow(const Value &root) const {
  SmallVector<const Value *, 16> work{&root};
  SmallPtrSet<const Value *, 16> seen{&root};
  auto push = [&](const Value *copy) {
    if (seen.insert(copy).second)
      work.push_back(copy);
  };

  Fate fate = Fate::Dropped;
  while (!work.empty()) {
    for (const Use &use : work.pop_back_val()->uses()) {
      switch (classify(use)) {
      case Flow::Drop:
        break;
      case Flow::Copy:
        push(use.getUser());
        break;
      case Flow::StoreInSlot:
        for (const User *user :
             cast<StoreInst>(use.getUser())->getPointerOperand()->users())
          if (isa<LoadInst>(user))
            push(user);
        break;
      case Flow::Return:
        fate = Fate::Returned;
        break;
      case Flow::Escape:
        return Fate::Escapes;
      }
    }
  }
  return fate;
}

Escape::Flow Escape::classify(const Use &use) const {
  const User *user = use.getUser();
  // Instructions and constant expressions alike.
  if (auto *gep = dyn_cast<GEPOperator>(user))
    return use.get() == gep->getPointerOperand() ? Flow::Copy : Flow::Escape;
  if (isa<BitCastOperator, AddrSpaceCastOperator>(user))
    return Flow::Copy;
  if (isa<PHINode, SelectInst, FreezeInst>(user))
    return Flow::Copy;
  if (isa<LoadInst, ICmpInst, VAArgInst>(user))
    return Flow::Drop;
  if (isa<ReturnInst>(user))
    return Flow::Return;

  if (auto *store = dyn_cast<StoreInst>(user)) {
    if (use.getOperandNo() == StoreInst::getPointerOperandIndex())
      return Flow::Drop;
    auto *target = dyn_cast<AllocaInst>(store->getPointerOperand());
    return target && isSlot(*target) ? Flow::StoreInSlot : Flow::Escape;
  }
  if (isa<AtomicRMWInst>(user))
    return use.getOperandNo() == AtomicRMWInst::getPointerOperandIndex()
               ? Flow::Drop
               : Flow::Escape;
  if (isa<AtomicCmpXchgInst>(user))
    return use.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex()
               ? Flow::Drop
               : Flow::Escape;
  if (auto *call = dyn_cast<CallBase>(user))
    return classifyCall(*call, use);
  return Flow::Escape;
}

Escape::Flow Escape::classifyCall(const CallBase &call, const Use &use) const {
  if (call.getIntrinsicID() == Intrinsic::assume)
    return Flow::Drop; // also as the operand of a bundle
  if (!call.isArgOperand(&use))
    return Flow::Escape;
  unsigned position = call.getArgOperandNo(&use);
  if (call.isByValArgument(position))
    return Flow::Drop; // the callee gets a copy of the object
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return Flow::Escape;

  switch (callee->getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
    break;
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::objectsize:
  case Intrinsic::prefetch:
  case Intrinsic::vastart:
  case Intrinsic::vaend:
  case Intrinsic::vacopy:
    return Flow::Drop;
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptr_annotation:
    return Flow::Copy;
  default:
    return Flow::Escape;
  }

  if (position < callee->arg_size()) {
    auto it = arguments_.find(callee->getArg(position));
    if (it != arguments_.end()) {
      switch (it->second) {
      case Fate::Dropped:
        return Flow::Drop;
      case Fate::Returned:
        return Flow::Copy;
      case Fate::Escapes:
        return Flow::Escape;
      }
    }
  }
  if (!isDefinedHere(*callee) && dropsArgument(callee->getName(), position))
    return Flow::Drop;
  return Flow::Escape;
}

} // namespace rbcheck
