//===- passes/FollowFrame.cpp - Follow.h, one function of it --------------===//
#include "passes/FollowFrame.h"

#include "passes/LibraryCalls.h"
#include "passes/Normalise.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace rbcheck {

static constexpr unsigned kMostDepth = 8;

FollowFrame::FollowFrame(Followed &all, const llvm::Function &function,
                         unsigned depth)
    : all_(all), function_(function), depth_(depth) {
  // A second return of setjmp goes back to values of before.
  all_.found.isUsed |= callsSetjmp(function);
}

void FollowFrame::runBehind(const Instruction &value) {
  source_ = &value;
  values_[&value] = {Abstract::Moved, all_.range.first};
  open_.insert(value.getParent());
  propagate();
  // There is another value then, and only a phi can still have the old one.
  if (comesAgain_)
    for (const auto &[inst, known] : values_)
      all_.found.isUsed |= isa<PHINode>(inst) && known.varies();
  all_.found.isUsed |= returned_.varies();
}

Abstract FollowFrame::run(ArrayRef<Abstract> arguments) {
  for (const Argument &argument : function_.args())
    values_[&argument] = arguments[argument.getArgNo()];
  enter(nullptr, &function_.getEntryBlock());
  propagate();
  return returned_;
}

void FollowFrame::propagate() {
  while (!open_.empty()) {
    Block block = open_.pop_back_val();
    if (reached_.contains(block))
      executeFrom(block->begin());
    if (source_ && source_->getParent() == block)
      executeBehindSource();
  }
}

void FollowFrame::executeBehindSource() {
  if (!source_->isTerminator())
    executeFrom(std::next(source_->getIterator()));
  else if (auto *site = dyn_cast<InvokeInst>(source_))
    enter(site->getParent(), site->getNormalDest());
  else
    all_.found.isUsed = true;
}

void FollowFrame::enter(Block from, Block to) {
  if (!edges_.insert({from, to}).second)
    return;
  reached_.insert(to);
  open_.insert(to);
}

void FollowFrame::executeFrom(BasicBlock::const_iterator first) {
  for (auto at = first; at != first->getParent()->end(); ++at) {
    if (all_.steps == 0) {
      all_.found.isUsed = true;
      open_.clear();
      return;
    }
    --all_.steps;
    if (&*at == source_) {
      comesAgain_ = true;
      return;
    }
    if (!execute(*at))
      return;
  }
}

Abstract FollowFrame::get(const Value *value) const {
  if (auto *number = dyn_cast<ConstantInt>(value))
    return number->getBitWidth() <= 64
               ? Abstract{Abstract::Constant, number->getValue()}
               : Abstract{Abstract::Same};
  if (isa<ConstantPointerNull>(value))
    return Followed::constant(64, 0);
  auto found = values_.find(value);
  if (found != values_.end())
    return found->second;
  // What may be from before the followed value is the same for all of them.
  auto *inst = dyn_cast<Instruction>(value);
  if (inst && (!source_ || all_.dominators.dominates(source_, inst)))
    return {};
  return {Abstract::Same};
}

void FollowFrame::set(const Instruction &inst, const Abstract &value) {
  const Abstract old = get(&inst), now = join(old, value);
  values_[&inst] = now;
  if (now == old)
    return;
  for (const User *user : inst.users()) {
    Block block = cast<Instruction>(user)->getParent();
    if (reached_.contains(block) ||
        (source_ && source_->getParent() == block))
      open_.insert(block);
  }
}

bool FollowFrame::execute(const Instruction &inst) {
  if (isa<DbgInfoIntrinsic>(inst))
    return true;
  if (inst.isTerminator()) {
    leave(inst);
    return false;
  }
  if (auto *site = dyn_cast<CallBase>(&inst))
    return call(*site);
  set(inst, evaluate(inst));
  return true;
}

Abstract FollowFrame::evaluate(const Instruction &inst) {
  if (auto *phi = dyn_cast<PHINode>(&inst))
    return evaluatePhi(*phi);
  if (auto *choice = dyn_cast<SelectInst>(&inst))
    return evaluateSelect(*choice);
  if (auto *address = dyn_cast<GetElementPtrInst>(&inst))
    return evaluateAddress(*address);
  if (isa<FreezeInst>(inst))
    return get(inst.getOperand(0));
  if (auto *change = dyn_cast<CastInst>(&inst))
    return all_.cast(*change, get(change->getOperand(0)));
  if (isa<ICmpInst, BinaryOperator>(inst)) {
    const Abstract left = get(inst.getOperand(0));
    const Abstract right = get(inst.getOperand(1));
    if (auto *compare = dyn_cast<ICmpInst>(&inst))
      return all_.compare(compare->getPredicate(), left, right);
    return all_.binary(cast<BinaryOperator>(inst), left, right);
  }
  use(inst);
  return {Abstract::Same};
}

Abstract FollowFrame::evaluatePhi(const PHINode &phi) const {
  Abstract all;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (edges_.contains({phi.getIncomingBlock(i), phi.getParent()}))
      all = join(all, get(phi.getIncomingValue(i)));
  return all;
}

Abstract FollowFrame::evaluateSelect(const SelectInst &inst) {
  const Abstract condition = get(inst.getCondition());
  if (condition.kind == Abstract::Constant)
    return get(condition.number.isZero() ? inst.getFalseValue()
                                         : inst.getTrueValue());
  all_.other(condition, condition);
  return join(get(inst.getTrueValue()), get(inst.getFalseValue()));
}

Abstract FollowFrame::evaluateAddress(const GetElementPtrInst &inst) {
  const Abstract base = get(inst.getPointerOperand());
  APInt offset(64, 0);
  if (base.follows() && base.number.getBitWidth() == 64 &&
      inst.accumulateConstantOffset(function_.getDataLayout(), offset))
    return {base.kind, base.number + offset};
  use(inst);
  return {Abstract::Same};
}

void FollowFrame::use(const Instruction &inst) {
  for (const llvm::Use &operand : inst.operands()) {
    if (!get(operand).varies())
      continue;
    const bool isAddress =
        getLoadStorePointerOperand(&inst) == operand &&
        !(isa<StoreInst>(inst) && operand.getOperandNo() == 0);
    (isAddress ? all_.found.isAddress : all_.found.isUsed) = true;
  }
}

/// A thread goes on with what it is given as a called function does.
bool FollowFrame::startThread(const CallBase &inst, const llvm::Use &operand) {
  unsigned argument = 0;
  const llvm::Function *started = startedBy(inst, argument);
  if (!started || started->arg_size() != 1 || started->isVarArg() ||
      !started->getArg(0)->getType()->isPointerTy() ||
      !inst.isArgOperand(&operand) ||
      inst.getArgOperandNo(&operand) != argument || depth_ == kMostDepth)
    return false;
  const Abstract result =
      FollowFrame(all_, *started, depth_ + 1).run({get(operand)});
  all_.found.isUsed |= result.varies();
  return true;
}

void FollowFrame::useArguments(const CallBase &inst) {
  const llvm::Function *callee = inst.getCalledFunction();
  for (const llvm::Use &operand : inst.operands()) {
    const Abstract value = get(operand);
    if (!value.varies() || startThread(inst, operand))
      continue;
    const bool isAddress =
        callee && !isDefinedHere(*callee) && inst.isArgOperand(&operand) &&
        operand->getType()->isPointerTy() &&
        touchesArgument(callee->getName(), inst.getArgOperandNo(&operand));
    if (!isAddress || !value.follows() || value.number.getBitWidth() != 64)
      all_.found.isUsed = true;
    else if (all_.rangeOf(value).contains(APInt::getZero(64)))
      // Null is often no address but says that there is none.
      all_.split(value.number, {APInt::getZero(64), APInt(64, 1)});
    else
      all_.found.isAddress = true;
  }
}

bool FollowFrame::call(const CallBase &inst) {
  const llvm::Function *callee = inst.getCalledFunction();
  bool isAsked = false; // whether an argument depends on the range
  SmallVector<Abstract, 4> arguments;
  for (const llvm::Use &argument : inst.args()) {
    arguments.push_back(get(argument));
    isAsked |= !isa<Constant>(argument) &&
               (arguments.back().hasNumber() || arguments.back().varies());
  }
  if (callee && isAssumption(callee->getName()) && !isDefinedHere(*callee) &&
      !arguments.empty() && arguments[0].kind == Abstract::Constant &&
      arguments[0].number.isZero())
    return false;
  if (isAsked && callee && isDefinedHere(*callee) && depth_ < kMostDepth &&
      callee->getFunctionType() == inst.getFunctionType() &&
      !callee->isVarArg() && !inst.hasByValArgument()) {
    const Abstract result =
        FollowFrame(all_, *callee, depth_ + 1).run(arguments);
    if (result.kind == Abstract::None)
      return false;
    set(inst, result);
    return true;
  }
  useArguments(inst);
  set(inst, {Abstract::Same});
  return !inst.doesNotReturn();
}

void FollowFrame::leave(const Instruction &inst) {
  if (auto *branch = dyn_cast<BranchInst>(&inst);
      branch && branch->isConditional()) {
    const Abstract condition = get(branch->getCondition());
    if (condition.kind == Abstract::Constant)
      return enter(inst.getParent(),
                   branch->getSuccessor(condition.number.isZero() ? 1 : 0));
  }
  if (auto *choice = dyn_cast<SwitchInst>(&inst))
    return leaveSwitch(*choice);
  if (auto *end = dyn_cast<ReturnInst>(&inst)) {
    const Value *value = end->getReturnValue();
    returned_ =
        join(returned_, value ? get(value) : Abstract{Abstract::Same});
    if (returned_.kind == Abstract::None)
      returned_ = {Abstract::Same};
    return;
  }
  if (auto *site = dyn_cast<InvokeInst>(&inst)) {
    enter(inst.getParent(), site->getUnwindDest());
    if (call(*site))
      enter(inst.getParent(), site->getNormalDest());
    return;
  }
  use(inst);
  for (Block next : successors(&inst))
    enter(inst.getParent(), next);
}

void FollowFrame::leaveSwitch(const SwitchInst &inst) {
  const Abstract value = get(inst.getCondition());
  Block block = inst.getParent();
  if (value.kind == Abstract::Constant) {
    for (const auto &way : inst.cases())
      if (way.getCaseValue()->getValue() == value.number)
        return enter(block, way.getCaseSuccessor());
    return enter(block, inst.getDefaultDest());
  }
  bool isAny = value.kind != Abstract::Moved;
  if (value.follows()) {
    const ConstantRange range = all_.rangeOf(value);
    for (const auto &way : inst.cases()) {
      const APInt &number = way.getCaseValue()->getValue();
      if (!range.contains(number))
        continue;
      isAny = true;
      all_.split(value.number, {number, number + 1});
    }
  } else {
    use(inst);
  }
  enter(block, inst.getDefaultDest());
  for (const auto &way : inst.cases())
    if (isAny)
      enter(block, way.getCaseSuccessor());
}

} // namespace rbcheck
