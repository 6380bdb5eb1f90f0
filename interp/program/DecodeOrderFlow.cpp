//===- interp/program/DecodeOrderFlow.cpp - Which orders are asked for ----===//
//
// The calls between functions; DecodeFrameFlow.cpp looks at one of them.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeOrderFlow.h"

#include "interp/program/DecodeFrameFlow.h"
#include "passes/EntryPoint.h"
#include "passes/LibraryCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace rbcheck {

namespace {

/// Lists of arguments that one function is looked at for.
constexpr size_t kMostFrames = 64;

bool isSeqCst(AtomicOrdering order) {
  return order == AtomicOrdering::SequentiallyConsistent;
}

/// The fast way round the initialisation of a local static of C++. It may be
/// read as not yet done, which then is asked again under a lock: to execute it
/// as seq_cst leaves nothing out.
bool isGuardRead(const Instruction &at) {
  auto *load = dyn_cast<LoadInst>(&at);
  if (!load || !isAcquireOrStronger(load->getOrdering()))
    return false;
  auto *guard = dyn_cast<GlobalVariable>(
      load->getPointerOperand()->stripInBoundsConstantOffsets());
  return guard && guard->getName().starts_with("_ZGV");
}

/// The counts of owners in libstdc++ (shared_ptr, locales) are updated by acq_rel
/// read-modify-writes, and by a look at both counts that, if it is right, is the last
/// one. Such updates of a variable are ordered one behind the other and
/// synchronise: to execute them as seq_cst leaves nothing out. Looks at a single
/// count (use_count) are another matter.
bool isOwnerCount(const Instruction &at) {
  const auto *update = dyn_cast<AtomicRMWInst>(&at);
  const auto *load = dyn_cast<LoadInst>(&at);
  if (!(update && update->getOrdering() == AtomicOrdering::AcquireRelease) &&
      !(load && load->getOrdering() == AtomicOrdering::Acquire))
    return false;
  const auto isOf = [&](StringRef name) {
    return update ? name.starts_with("_ZN9__gnu_cxx12__atomic_add") ||
                        name.starts_with("_ZN9__gnu_cxx18__exchange_and_add")
                  : name.starts_with("_ZNSt16_Sp_counted_base") &&
                        name.contains("10_M_releaseEv");
  };
  if (isOf(at.getFunction()->getName()))
    return true;
  for (const DILocation *where = at.getDebugLoc(); where;
       where = where->getInlinedAt())
    if (const DISubprogram *function = where->getScope()->getSubprogram();
        function && isOf(function->getLinkageName()))
      return true;
  return false;
}

/// OpenMP's runtime library keeps its books by read-modify-writes alone, which
/// read the last write under every model; how weak they are matters only to what
/// they do not order.
bool isBookkeeping(const Instruction &at) {
  const DISubprogram *function = at.getFunction()->getSubprogram();
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(at) && function &&
         function->getFilename().starts_with("runtime/openmp/");
}

/// Integers in, an integer out: what computes with orders is of this kind.
bool isArithmetic(const Function &function) {
  return function.getReturnType()->isIntegerTy() &&
         all_of(function.args(), [](const Argument &argument) {
           return argument.getType()->isIntegerTy();
         });
}

} // namespace

//===--- Facts ------------------------------------------------------------===//

void OrderFacts::addOrder(const Instruction &at, AtomicOrdering order) {
  if (isSeqCst(order))
    hasSeqCst = true;
  else if (!isGuardRead(at) && !isOwnerCount(at) && !isBookkeeping(at))
    weak.insert(&at);
}

void OrderFacts::addRead(AtomicOrdering order) {
  allReadsAcquire &= isAcquireOrStronger(order);
}

void OrderFacts::addWrite(AtomicOrdering order) {
  allWritesRelease &= isReleaseOrStronger(order);
}

void OrderFacts::addAccess(const FlowValue &to, AccessKinds kinds) {
  for (Variable variable : to.variables)
    variables[variable].add(kinds);
  if (to.isElsewhere)
    elsewhere.add(kinds);
  if (to.isUnknown || !to.numbers.empty()) // a number is used as address
    unknown.add(kinds);
}

void OrderFacts::escape(const FlowValue &value) {
  escaped.insert(value.variables.begin(), value.variables.end());
}

AccessKinds OrderFacts::of(Variable variable) const {
  AccessKinds kinds = variables.lookup(variable);
  if (escaped.contains(variable))
    kinds.add(unknown);
  kinds.plain |= kinds.plainAtInit && initStartsThreads;
  return kinds;
}

AccessKinds OrderFacts::ofElsewhere() const {
  AccessKinds kinds = elsewhere;
  kinds.add(unknown);
  return kinds;
}

//===--- Calls ------------------------------------------------------------===//

OrderFlow::OrderFlow(const Module &module)
    : module_(module), layout_(module.getDataLayout()) {
  findAtomics();
}

void OrderFlow::findAtomics() {
  SmallVector<const Function *, 32> open;
  for (const Function &function : module_) {
    const bool isLibrary =
        function.isDeclaration() && function.getName().starts_with("__atomic_");
    const bool hasOwn = any_of(instructions(function),
                               [](auto &inst) { return inst.isAtomic(); });
    if ((isLibrary || hasOwn) && hasAtomics_.insert(&function).second)
      open.push_back(&function);
  }
  while (!open.empty())
    for (const User *user : open.pop_back_val()->users())
      if (auto *call = dyn_cast<CallBase>(user))
        if (hasAtomics_.insert(call->getFunction()).second)
          open.push_back(call->getFunction());
}

void OrderFlow::queue(uint32_t frame) {
  if (!std::exchange(frames_[frame].isQueued, true))
    queue_.push_back(frame);
}

void OrderFlow::open(uint32_t frame) {
  if (!std::exchange(frames_[frame].isOpen, true))
    queue(frame);
}

uint32_t OrderFlow::frameFor(const Function &function,
                             ArrayRef<FlowValue> arguments, bool isInit) {
  auto &frames = byFunction_[isInit][&function];
  const bool isJoined =
      (!hasAtomics_.contains(&function) && !isArithmetic(function)) ||
      frames.size() >= kMostFrames;
  for (uint32_t number : frames) {
    Frame &frame = frames_[number];
    if (frame.isJoined && isJoined) {
      bool isMore = false;
      for (auto [into, from] : zip(frame.arguments, arguments))
        isMore |= into.join(from);
      if (isMore)
        queue(number);
      return number;
    }
    if (!frame.isJoined && ArrayRef(frame.arguments) == arguments)
      return number;
  }
  const uint32_t number = uint32_t(frames_.size());
  Frame &frame = frames_.emplace_back();
  frame.function = &function;
  frame.arguments.assign(arguments.begin(), arguments.end());
  frame.isInit = isInit;
  frame.isJoined = isJoined;
  frames.push_back(number);
  queue(number);
  return number;
}

void OrderFlow::callWithAnything(const Function &function) {
  if (function.isDeclaration())
    return;
  SmallVector<FlowValue, 8> arguments(function.arg_size(),
                                      FlowValue::unknown());
  open(frameFor(function, arguments, /*isInit=*/false));
}

void OrderFlow::noteConstant(const Constant &constant, bool isInMemory) {
  if (isa<ConstantData>(constant))
    return;
  if (!(isInMemory ? inMemory_ : noted_).insert(&constant).second)
    return;
  if (auto *function = dyn_cast<Function>(&constant))
    return callWithAnything(*function);
  auto *variable = dyn_cast<GlobalVariable>(&constant);
  if (variable && isInMemory)
    facts_.escaped.insert(variable);
  for (const Use &use : constant.operands()) // of a variable: its initialiser
    if (auto *part = dyn_cast<Constant>(use.get()))
      noteConstant(*part, isInMemory || variable);
}

FlowValue OrderFlow::valueOf(const Constant &constant) {
  if (auto *number = dyn_cast<ConstantInt>(&constant))
    return number->getBitWidth() <= 64
               ? FlowValue::number(number->getZExtValue())
               : FlowValue::unknown();
  if (isa<ConstantData>(constant))
    return isa<ConstantPointerNull>(constant) ? FlowValue::elsewhere()
                                              : FlowValue::unknown();
  noteConstant(constant, /*isInMemory=*/false);
  const Constant *base = &constant;
  for (;;) {
    auto *expression = dyn_cast<ConstantExpr>(base);
    if (auto *alias = dyn_cast<GlobalAlias>(base))
      base = alias->getAliasee();
    else if (expression &&
             (expression->getOpcode() == Instruction::BitCast ||
              expression->getOpcode() == Instruction::GetElementPtr ||
              expression->getOpcode() == Instruction::AddrSpaceCast))
      base = expression->getOperand(0);
    else
      break;
  }
  if (auto *variable = dyn_cast<GlobalVariable>(base))
    return variable->isConstant() ? FlowValue::elsewhere()
                                  : FlowValue::variable(variable);
  if (isa<Function, ConstantPointerNull>(base))
    return FlowValue::elsewhere();
  noteConstant(constant, /*isInMemory=*/true);
  return FlowValue::unknown();
}

OrderFacts OrderFlow::run(const Function &entry) {
  entry_ = &entry;
  for (const Instruction &inst : instructions(entry)) {
    auto *call = dyn_cast<CallBase>(&inst);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == "main")
      break;
    if (callee)
      initCalls_.insert(call);
  }
  callWithAnything(entry);
  // What the machine itself calls.
  for (const Function &function : module_)
    if (function.getName().starts_with("__rb_") ||
        function.getName().starts_with("_Unwind_"))
      callWithAnything(function);
  while (!queue_.empty()) {
    const uint32_t number = queue_.front();
    queue_.pop_front();
    frames_[number].isQueued = false;
    if (FrameFlow(*this, number).run())
      for (uint32_t caller : frames_[number].callers)
        queue(caller);
  }
  return std::move(facts_);
}

} // namespace rbcheck
