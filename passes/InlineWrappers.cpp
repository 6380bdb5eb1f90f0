//===- passes/InlineWrappers.cpp - Small functions without a frame --------===//
//
// From the leaves of the call graph up: a function takes in what it calls, is
// normalised again, and may then be small enough itself.
//
// LLVM's inliner folds what it copies: a division by zero becomes poison and is
// gone. So nothing is known about arguments while it copies (each is a volatile load
// of its own), and code that could be folded without them is left alone.
//
//===----------------------------------------------------------------------===//
#include "passes/InlineWrappers.h"

#include "passes/AtomicFunctions.h"
#include "passes/LibraryFiles.h"
#include "passes/Normalise.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace rbcheck {
namespace {

constexpr unsigned kMostInstructions = 40;  ///< of a wrapper
constexpr unsigned kMostInCaller = 2'000;

unsigned sizeOf(const Function &function) {
  unsigned size = 0;
  for (const BasicBlock &block : function)
    size += unsigned(block.size());
  return size;
}

/// Whose code a function is. What is the user's stays a function of its own.
enum class Owner : uint8_t { User, Library, Runtime };

Owner ownerOf(const Function &function) {
  const DISubprogram *source = function.getSubprogram();
  if (!source || isFrameworkFile(source->getFilename()))
    return Owner::User;
  return isRuntimeFile(source->getFilename())   ? Owner::Runtime
         : isLibraryFile(source->getFilename()) ? Owner::Library
                                                : Owner::User;
}

bool isCopyable(const Instruction &inst, const SimplifyQuery &query) {
  if (isa<AllocaInst, IndirectBrInst, CallBrInst>(inst))
    return false;
  // A way that is never taken would go, and with it what a phi has from there.
  if (auto *branch = dyn_cast<BranchInst>(&inst))
    return branch->isUnconditional() || !isa<Constant>(branch->getCondition());
  if (auto *choice = dyn_cast<SwitchInst>(&inst))
    return !isa<Constant>(choice->getCondition());
  if (auto *call = dyn_cast<CallBase>(&inst)) {
    if (call->isMustTailCall() || call->isInlineAsm() ||
        call->hasFnAttr(Attribute::ReturnsTwice))
      return false;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
      switch (intrinsic->getIntrinsicID()) {
      case Intrinsic::returnaddress:
      case Intrinsic::frameaddress:
      case Intrinsic::vastart:
      case Intrinsic::localescape:
        return false;
      default:
        break;
      }
    // What it throws would end in the caller's frame instead of here.
    if (!isa<InvokeInst>(call) && !call->doesNotThrow() &&
        inst.getFunction()->doesNotThrow())
      return false;
  }
  const Value *folded =
      simplifyInstruction(const_cast<Instruction *>(&inst), query);
  return !folded || (isPure(inst) && !isa<Constant>(folded));
}

bool isWrapper(const Function &function) {
  if (function.isDeclaration() || function.isVarArg() ||
      !function.getSubprogram() || callsSetjmp(function) ||
      isOneStep(function) ||
      sizeOf(function) > kMostInstructions)
    return false;
  for (const Argument &argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr())
      return false;
  SimplifyQuery query(function.getDataLayout());
  return all_of(instructions(function), [&](const Instruction &inst) {
    return isCopyable(inst, query);
  });
}

bool inlineCall(CallBase &call) {
  SmallVector<std::pair<LoadInst *, Value *>, 4> hidden;
  for (Use &argument : call.args()) {
    Value *value = argument;
    hidden.emplace_back(
        new LoadInst(value->getType(),
                     ConstantPointerNull::get(PointerType::get(
                         call.getContext(), /*AddressSpace=*/0)),
                     "", /*isVolatile=*/true, call.getIterator()),
        value);
    argument.set(hidden.back().first);
  }
  InlineFunctionInfo info;
  const bool isDone =
      InlineFunction(call, info, /*MergeAttributes=*/false, nullptr,
                     /*InsertLifetime=*/false)
          .isSuccess();
  for (auto &[stand, value] : hidden) {
    stand->replaceAllUsesWith(value);
    stand->eraseFromParent();
  }
  return isDone;
}

/// Only touches memory, computes and calls functions that have a frame of their
/// own: in the user's functions there is nothing of a library's then that
/// synchronises, allocates or fails by itself.
bool isPlain(const Function &function) {
  return all_of(instructions(function), [](const Instruction &inst) {
    auto *call = dyn_cast<CallBase>(&inst);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return !inst.isAtomic() &&
           (!call || isa<DbgInfoIntrinsic>(inst) || isa<MemIntrinsic>(inst) ||
            (callee && !callee->isDeclaration()));
  });
}

class Inliner {
public:
  Inliner(Module &module, bool keepsUnset)
      : graph_(module), keepsUnset_(keepsUnset) {}

  void run() {
    for (auto group = scc_begin(&graph_); !group.isAtEnd(); ++group)
      for (CallGraphNode *node : *group)
        if (Function *function = node->getFunction();
            function && !function->isDeclaration())
          visit(*function, group.hasCycle());
  }

private:
  void visit(Function &function, bool isRecursive) {
    const Owner owner = ownerOf(function);
    if (owner == Owner::Runtime)
      return;
    const auto &callees = owner == Owner::Library ? wrappers_ : plain_;
    SmallVector<CallBase *, 16> calls;
    for (Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&inst);
          call && call->getDebugLoc() && callees.contains(call->getCalledFunction()))
        calls.push_back(call);
    unsigned size = sizeOf(function);
    bool isChanged = false;
    for (CallBase *call : calls)
      if (const unsigned more = sizeOf(*call->getCalledFunction());
          size + more <= kMostInCaller && inlineCall(*call)) {
        size += more;
        isChanged = true;
      }
    if (isChanged)
      normaliseAgain(function, keepsUnset_);
    if (owner != Owner::Library || isRecursive || !isWrapper(function))
      return;
    wrappers_.insert(&function);
    if (isPlain(function))
      plain_.insert(&function);
  }

  CallGraph graph_;
  const bool keepsUnset_;
  SmallPtrSet<const Function *, 32> wrappers_, plain_;
};

} // namespace

void inlineWrappers(Module &module, bool keepsUnset) {
  Inliner(module, keepsUnset).run();
}

PreservedAnalyses InlineWrappersPass::run(Module &module,
                                          ModuleAnalysisManager &) {
  inlineWrappers(module);
  return PreservedAnalyses::none();
}

} // namespace rbcheck
