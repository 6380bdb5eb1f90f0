//===- interp/program/DecodeChecks.cpp - What an assertion looked at ------===//
//
// Reports say which values made an assertion fail ("n was 1"). The decoder
// notes at the call that ends the program the operands of the conditions that
// lead there: those that were computed on every way to it, so that their slots
// hold what the condition saw.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeDebug.h"
#include "interp/program/DecodeFunction.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace rbcheck {

namespace {

constexpr unsigned kMostDepth = 12;
constexpr size_t kMostValues = 8;

/// The condition is its first argument.
bool takesCondition(StringRef name) {
  return name == "rb_assert" || name == "__VERIFIER_assert";
}

bool endsProgram(StringRef name) {
  return name.starts_with("__assert") || name == "abort" ||
         name == "reach_error" || name == "__VERIFIER_error";
}

/// Adds what `condition` is made of and the source has a name for.
void addOperands(const Value &condition, unsigned depth,
                 SmallVectorImpl<const Instruction *> &out) {
  auto *inst = dyn_cast<Instruction>(&condition);
  if (!inst || depth > kMostDepth || out.size() >= kMostValues)
    return;
  const bool isMade = isa<CmpInst>(inst) || isa<CastInst>(inst) ||
                      isa<BinaryOperator>(inst) || isa<SelectInst>(inst) ||
                      isa<FreezeInst>(inst);
  if (!isa<CmpInst>(inst) && !sourceName(*inst).empty()) {
    if (!is_contained(out, inst))
      out.push_back(inst);
    return;
  }
  if (isMade)
    for (const Use &operand : inst->operands())
      addOperands(*operand, depth + 1, out);
}

} // namespace

void FunctionDecoder::noteChecked(const CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !function_.getSubprogram())
    return;
  SmallVector<const Instruction *, kMostValues> operands;
  if (takesCondition(callee->getName()) && call.arg_size())
    addOperands(*call.getArgOperand(0), 0, operands);
  else if (endsProgram(callee->getName()))
    for (const BasicBlock *from : predecessors(call.getParent()))
      if (auto *branch = dyn_cast<BranchInst>(from->getTerminator());
          branch && branch->isConditional())
        addOperands(*branch->getCondition(), 0, operands);
  if (operands.empty())
    return;
  DominatorTree order(const_cast<llvm::Function &>(function_));
  for (const Instruction *operand : operands) {
    Type *type = operand->getType();
    auto slot = slots_.find(operand);
    if (slot == slots_.end() || slotsOf(type) != 1 ||
        !order.dominates(operand, &call))
      continue;
    CheckedValue value;
    value.pc = uint32_t(code_.position() - 1);
    value.name = context_.string(sourceName(*operand));
    value.type = context_.dataType(sourceType(*operand));
    value.size =
        uint8_t(context_.dataLayout.getTypeStoreSize(type).getFixedValue());
    checked_.push_back({value, slot->second});
  }
}

/// A function that gives memory for anything.
bool FunctionDecoder::returnsAnything(const llvm::Function &callee) {
  const DISubprogram *source = callee.getSubprogram();
  if (!source || !source->getType() ||
      source->getType()->getTypeArray().size() == 0)
    return false;
  const DIType *result = stripType(source->getType()->getTypeArray()[0]);
  return result && isPointerType(*result) && !pointeeType(result);
}

} // namespace rbcheck
