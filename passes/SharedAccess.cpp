//===- passes/SharedAccess.cpp - From an address back to its objects ------===//
//
// The backward walk mirrors the copies that Escape follows forwards; what it
// does not know how to look through is an object of unknown origin: shared.
// Tested by test/passes/marks-* and test/passes/escape-*.
//
//===----------------------------------------------------------------------===//
#include "passes/SharedAccess.h"

#include "passes/LibraryCalls.h"
#include "passes/SiteIds.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {
namespace {

/// Appends to \p sources where the pointer \p value was copied from. False if
/// it is not a copy but the start of the trail.
bool getSources(const Value &value, SmallVectorImpl<const Value *> &sources) {
  if (auto *gep = dyn_cast<GEPOperator>(&value)) {
    sources.push_back(gep->getPointerOperand());
  } else if (isa<BitCastOperator, AddrSpaceCastOperator, FreezeInst>(value)) {
    sources.push_back(cast<User>(value).getOperand(0));
  } else if (auto *phi = dyn_cast<PHINode>(&value)) {
    sources.append(phi->op_begin(), phi->op_end());
  } else if (auto *select = dyn_cast<SelectInst>(&value)) {
    sources.push_back(select->getTrueValue());
    sources.push_back(select->getFalseValue());
  } else if (auto *call = dyn_cast<IntrinsicInst>(&value);
             call && call->getIntrinsicID() == Intrinsic::threadlocal_address) {
    sources.push_back(call->getArgOperand(0));
  } else if (auto *load = dyn_cast<LoadInst>(&value)) {
    auto *slot = dyn_cast<AllocaInst>(load->getPointerOperand());
    if (!slot || !isSlot(*slot))
      return false;
    for (const User *user : slot->users())
      if (auto *store = dyn_cast<StoreInst>(user))
        sources.push_back(store->getValueOperand());
  } else {
    return false;
  }
  return true;
}

} // namespace

SharedAccess::SharedAccess(const Module &module, Scope scope)
    : escape_(module, scope) {}

bool SharedAccess::isPrivate(const Value &address, Use use) const {
  SmallVector<const Value *, 8> work{&address};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty()) {
    const Value *value = work.pop_back_val();
    if (!seen.insert(value).second || getSources(*value, work))
      continue;
    if (!isPrivateObject(*value, use))
      return false;
  }
  return true;
}

bool SharedAccess::isPrivateObject(const Value &object, Use use) const {
  // No object at all: an access there is an error of this thread alone.
  if (isa<UndefValue, ConstantPointerNull>(object))
    return true;
  if (auto *global = dyn_cast<GlobalVariable>(&object)) {
    if (global->isConstant() && !global->isExternallyInitialized() &&
        use == Use::Reads)
      return true;
    bool sawAllUses =
        global->hasLocalLinkage() || escape_.getScope() == Scope::Program;
    return global->isThreadLocal() && sawAllUses && !escape_.escapes(object);
  }
  auto *call = dyn_cast<CallBase>(&object);
  auto *argument = dyn_cast<Argument>(&object);
  if (isa<AllocaInst>(object) || (call && isAllocation(*call)) ||
      (argument && argument->hasByValAttr()))
    return !escape_.escapes(object);
  return false;
}

bool SharedAccess::mayTouchShared(const Instruction &inst) const {
  if (!getSiteKind(inst))
    return false;
  if (auto *load = dyn_cast<LoadInst>(&inst))
    return !isPrivate(*load->getPointerOperand(), Use::Reads);
  if (auto *call = dyn_cast<CallBase>(&inst))
    return mayCallTouchShared(*call);
  const Value *target = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&inst))
    target = store->getPointerOperand();
  else if (auto *rmw = dyn_cast<AtomicRMWInst>(&inst))
    target = rmw->getPointerOperand();
  else if (auto *cmpXchg = dyn_cast<AtomicCmpXchgInst>(&inst))
    target = cmpXchg->getPointerOperand();
  else if (auto *vaArg = dyn_cast<VAArgInst>(&inst))
    target = vaArg->getPointerOperand();
  return !target || !isPrivate(*target, Use::Writes); // no target: a fence
}

bool SharedAccess::mayCallTouchShared(const CallBase &call) const {
  if (auto *transfer = dyn_cast<AnyMemTransferInst>(&call))
    return !isPrivate(*transfer->getRawDest(), Use::Writes) ||
           !isPrivate(*transfer->getRawSource(), Use::Reads);
  if (isa<IntrinsicInst>(call))
    return any_of(call.args(), [&](const llvm::Use &arg) {
      Type *type = arg->getType();
      return type->isPtrOrPtrVectorTy() &&
             (type->isVectorTy() || !isPrivate(*arg, Use::Writes));
    });
  const Function *callee = call.getCalledFunction();
  if (!callee || !isDefinedHere(*callee))
    return true;
  for (unsigned i = 0, count = call.arg_size(); i != count; ++i)
    if (call.isByValArgument(i) &&
        !isPrivate(*call.getArgOperand(i), Use::Reads))
      return true;
  return false;
}

} // namespace rbcheck
