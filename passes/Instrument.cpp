//===- passes/Instrument.cpp - Calls before all that can be noticed -------===//
//
// All sites are numbered first, so that a point has the id that the site's mark
// has in rbcheck, whether the site is marked there or not.
// Tested by test/passes/instrument.c and test/native.
//
//===----------------------------------------------------------------------===//
#include "passes/Instrument.h"

#include "passes/AtomicFunctions.h"
#include "passes/LibraryCalls.h"
#include "passes/Marks.h"
#include "passes/SharedAccess.h"
#include "passes/SiteIds.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rbcheck {
namespace {

/// Whether \p address surely lies inside of a local variable: a local itself,
/// or a member of one. Most accesses of -O0 code are of this kind.
bool isInsideLocal(const Value &address) {
  const Value *value = &address;
  while (auto *gep = dyn_cast<GEPOperator>(value)) {
    if (!gep->isInBounds() || !gep->hasAllConstantIndices())
      return false;
    value = gep->getPointerOperand();
  }
  return isa<AllocaInst>(value);
}

/// Whether \p inst, though no other thread may notice it, may be an error.
bool mayFail(const Instruction &inst) {
  if (const Value *address = getLoadStorePointerOperand(&inst))
    return !isInsideLocal(*address);
  auto *call = dyn_cast<CallBase>(&inst);
  if (!call)
    return false;
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(call))
    return !isInsideLocal(*memory->getRawDest()) ||
           !isa<ConstantInt>(memory->getLength());
  const Function *callee = call->getCalledFunction();
  return !isa<IntrinsicInst>(call) && (!callee || !isDefinedHere(*callee));
}

struct Point {
  Instruction *before;
  uint64_t id;
};

SmallVector<Point, 0> findPoints(Module &module) {
  SharedAccess analysis(module, Scope::Module);
  SmallVector<Point, 0> points;
  for (Function &function : module) {
    if (function.hasFnAttribute(Attribute::Naked) ||
        function.isDeclarationForLinker())
      continue;
    for (Instruction &inst : instructions(function))
      if (std::optional<Mark> mark = getMark(inst))
        if (analysis.mayTouchShared(inst) || mayFail(inst))
          points.push_back({&inst, mark->id});
  }
  return points;
}

} // namespace

void instrument(Module &module) {
  clearMarks(module);
  numberSites(module);
  SmallVector<Point, 0> points = findPoints(module);
  clearMarks(module);

  LLVMContext &context = module.getContext();
  FunctionCallee callee =
      module.getOrInsertFunction(kPointName, Type::getVoidTy(context),
                                 Type::getInt64Ty(context));
  for (const Point &point : points) {
    IRBuilder<> builder(point.before);
    builder.SetCurrentDebugLocation(point.before->getDebugLoc());
    builder.CreateCall(callee, builder.getInt64(point.id))->setDoesNotThrow();
  }
  makeAtomicFunctions(module); // the native program has these calls, too
}

PreservedAnalyses InstrumentPass::run(Module &module, ModuleAnalysisManager &) {
  instrument(module);
  return PreservedAnalyses::none();
}

} // namespace rbcheck
