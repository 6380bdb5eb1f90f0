//===- interp/program/DecodeOrders.cpp - The memory orders of a program ---===//
#include "interp/program/DecodeOrders.h"

#include "interp/program/AsmText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {

namespace {

bool isWeak(AtomicOrdering order) {
  return order != AtomicOrdering::SequentiallyConsistent;
}

/// True if it is atomic and may be weaker than seq_cst.
bool mayBeWeak(const Instruction &inst) {
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
    return isWeak(exchange->getSuccessOrdering()) ||
           isWeak(exchange->getFailureOrdering());
  if (auto *load = dyn_cast<LoadInst>(&inst))
    return load->isAtomic() && isWeak(load->getOrdering());
  if (auto *store = dyn_cast<StoreInst>(&inst))
    return store->isAtomic() && isWeak(store->getOrdering());
  if (auto *update = dyn_cast<AtomicRMWInst>(&inst))
    return isWeak(update->getOrdering());
  if (auto *fence = dyn_cast<FenceInst>(&inst))
    return isWeak(fence->getOrdering());
  if (auto *call = dyn_cast<CallBase>(&inst); call && call->isInlineAsm())
    return isWeakAsm(*call);
  return isa<AtomicMemIntrinsic>(inst);
}

bool hasWeakCode(const Module &module) {
  return any_of(module, [](const llvm::Function &function) {
    return function.isDeclaration()
               ? function.getName().starts_with("__atomic_")
               : any_of(instructions(function), mayBeWeak);
  });
}

bool isMixed(const AccessKinds &kinds) { return kinds.seqCst && kinds.weak; }

} // namespace

bool OrdersFound::isMixed(const GlobalVariable &variable) const {
  return facts && rbcheck::isMixed(facts->of(&variable));
}

bool OrdersFound::isPlain(const GlobalVariable &variable) const {
  return !facts || facts->of(&variable).plain;
}

OrdersFound findOrders(const Module &module, const llvm::Function &entry) {
  OrdersFound found;
  AtomicOrders &orders = found.orders;
  if (!hasWeakCode(module)) {
    orders.allReadsAcquire = orders.allWritesRelease = true;
    orders.mixedElsewhere = false;
    return found;
  }
  found.facts = OrderFlow(module).run(entry);
  const OrderFacts &facts = *found.facts;
  orders.hasWeak = !facts.weak.empty();
  orders.weakIsAsm = all_of(facts.weak, [](const Instruction *inst) {
    return isa<CallBase>(inst) && cast<CallBase>(inst)->isInlineAsm();
  });
  orders.hasSeqCst = facts.hasSeqCst;
  orders.allReadsAcquire = facts.allReadsAcquire;
  orders.allWritesRelease = facts.allWritesRelease;
  orders.mixedElsewhere = isMixed(facts.ofElsewhere());
  for (const llvm::Function &function : module)
    for (const Instruction &inst : instructions(function))
      if (!found.firstWeak && facts.weak.contains(&inst))
        found.firstWeak = &inst;
  return found;
}

} // namespace rbcheck
