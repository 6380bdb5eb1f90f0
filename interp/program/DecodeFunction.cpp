//===- interp/program/DecodeFunction.cpp - Slots and blocks of a function -===//
#include "interp/program/DecodeFunction.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/GlobalAlias.h"

using namespace llvm;

namespace rbcheck {

static uint32_t countParamSlots(const llvm::Function &function,
                                TypeTable &types) {
  uint32_t count = 0;
  for (const Argument &param : function.args())
    count += types.slots(param.getType()).value_or(1);
  return count;
}

FunctionDecoder::FunctionDecoder(DecodeContext &context,
                                 const llvm::Function &function,
                                 uint32_t number)
    : context_(context), types_(context.types), function_(function),
      number_(number), code_(countParamSlots(function, context.types)) {}

//===--- Slots ------------------------------------------------------------===//

Slot FunctionDecoder::tlsAddress(const GlobalVariable &variable) {
  return code_.compute(Op::TlsAddr, 0, 0,
                       context_.addresses.tls.lookup(&variable));
}

Slot FunctionDecoder::slotOfConstant(const Constant &constant) {
  if (!context_.constants.dependsOnTls(constant)) {
    SmallVector<uint64_t, 8> values;
    if (context_.constants.evaluate(constant, values))
      return code_.constants(values);
    if (!isa<ConstantExpr>(constant)) {
      std::string text;
      raw_string_ostream(text) << constant;
      unsupported("constant " + text);
      return code_.newSlots(slotsOf(constant.getType()));
    }
  }
  if (auto *alias = dyn_cast<GlobalAlias>(&constant))
    return slotOfConstant(*alias->getAliasee());
  if (auto *variable = dyn_cast<GlobalVariable>(&constant))
    return tlsAddress(*variable);
  if (auto *expression = dyn_cast<ConstantExpr>(&constant)) {
    Instruction *inst = expression->getAsInstruction();
    decodeInstruction(*inst);
    Slot slot = slotOf(inst);
    slots_.erase(inst);
    folded_.erase(inst);
    inst->deleteValue();
    return slot;
  }
  Slot first = code_.newSlots(slotsOf(constant.getType())), at = first;
  for (const Use &operand : constant.operands()) {
    uint32_t count = slotsOf(operand->getType());
    code_.move(at, slotOf(operand), count);
    at += count;
  }
  return first;
}

Slot FunctionDecoder::slotOf(const Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return slotOfConstant(*constant);
  auto found = slots_.find(value);
  if (found != slots_.end())
    return found->second;
  auto address = folded_.find(value);
  if (address != folded_.end())
    return materialise(address->second);
  Slot slot = code_.newSlots(slotsOf(value->getType()));
  slots_[value] = slot;
  return slot;
}

Slot FunctionDecoder::define(const Instruction &inst) {
  auto phi = coalesced_.find(&inst);
  if (phi != coalesced_.end()) {
    Slot slot = slotOf(phi->second);
    slots_[&inst] = slot;
    return slot;
  }
  return slotOf(&inst);
}

void FunctionDecoder::alias(const Instruction &inst, Slot slot) {
  slots_[&inst] = slot;
}

void FunctionDecoder::unsupported(const Twine &what) {
  code_.emit(Op::Unsupported, 0, 0, 0, context_.string(what.str()));
}

/// Emits Unsupported if a type in `inst` has no slots.
bool FunctionDecoder::rejectTypes(const Instruction &inst) {
  auto reject = [&](Type *type) {
    if (type->isLabelTy() || type->isMetadataTy() || type->isTokenTy() ||
        types_.slots(type))
      return false;
    unsupported("type " + typeName(type));
    return true;
  };
  if (reject(inst.getType()))
    return true;
  for (const Use &operand : inst.operands())
    if (!isa<InlineAsm>(operand) && reject(operand->getType()))
      return true;
  return false;
}

//===--- Blocks -----------------------------------------------------------===//

/// Names the parameters' slots and copies those that are passed by value.
void FunctionDecoder::prologue() {
  code_.setLoc(context_.loc(DebugLoc(), function_));
  Slot next = 0;
  for (const Argument &param : function_.args()) {
    slots_[&param] = next;
    next += slotsOf(param.getType());
    if (!types_.slots(param.getType()))
      unsupported("parameter of type " + typeName(param.getType()));
  }
  for (const Argument &param : function_.args()) {
    if (!param.hasByValAttr())
      continue;
    // Callers differ in whether others reach what they pass, so a marked
    // caller makes the copy marked.
    Access access;
    for (const User *user : function_.users()) {
      auto *call = dyn_cast<CallBase>(user);
      bool isDirect = call && call->getCalledOperand() == &function_;
      Access caller = isDirect ? accessOf(*call) : Access{kMarked, 0};
      access.flags |= caller.flags;
      access.mark = access.mark ? access.mark : caller.mark;
    }
    uint64_t size =
        context_.dataLayout.getTypeAllocSize(param.getParamByValType());
    unsigned align = param.getParamAlign().valueOrOne().value();
    Slot copy = code_.newSlots();
    code_.emit(Op::Alloca, copy, code_.constant(1), nextTag(), uint32_t(size),
               int32_t(align));
    note(context_.localNote(param));
    emitAccess(access, Op::MemCpy, copy, slots_[&param], code_.constant(size),
               access.flags);
    slots_[&param] = copy;
  }
}

void FunctionDecoder::decodeBlock(const BasicBlock &block,
                                  const BasicBlock *next) {
  block_ = &block;
  next_ = next;
  code_.bind(labelOf(block));
  emitEntryMoves(block);
  for (const Instruction &inst : block) {
    if (isa<PHINode>(inst))
      continue;
    code_.setLoc(context_.loc(inst.getDebugLoc(), function_));
    if (inst.isTerminator())
      decodeTerminator(inst);
    else
      decodeInstruction(inst);
  }
}

void FunctionDecoder::run() {
  ReversePostOrderTraversal<const llvm::Function *> order(&function_);
  std::vector<const BasicBlock *> blocks(order.begin(), order.end());
  for (const BasicBlock &block : function_)
    labels_[&block] = code_.newLabel();
  for (const BasicBlock *block : blocks) {
    if (auto *jump = dyn_cast<IndirectBrInst>(block->getTerminator()))
      for (const BasicBlock *target : successors(jump))
        indirectTargets_.insert(target);
    for (const PHINode &phi : block->phis())
      slotOf(&phi);
  }
  for (const BasicBlock *block : indirectTargets_)
    for (const PHINode &phi : block->phis())
      phiInputs_[&phi] = code_.newSlots(slotsOf(phi.getType()));
  coalesced_ = findCoalesced(function_);

  prologue();
  for (size_t i = 0; i < blocks.size(); ++i)
    decodeBlock(*blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : nullptr);
  emitBlockTable();

  Function decoded;
  bool fits = code_.finish(decoded);
  Function &out = context_.program.functions[number_];
  if (!fits) {
    CodeBuilder stub(0);
    stub.setLoc(context_.loc(DebugLoc(), function_));
    stub.emit(Op::Unsupported, 0, 0, 0,
              context_.string("function " + out.name + " is too large"));
    decoded = Function();
    stub.finish(decoded);
    decoded.blocks.assign(function_.size(), 0);
  }
  decoded.name = out.name;
  decoded.kind = out.kind;
  decoded.type = out.type;
  decoded.variadic = out.variadic;
  decoded.params = out.params;
  decoded.declared = out.declared;
  decoded.returnsTwice = returnsTwice_;
  if (fits) {
    decoded.variables = std::move(variables_);
    for (auto &[checked, slot] : checked_) {
      checked.slot = uint16_t(code_.realSlot(slot));
      decoded.checked.push_back(checked);
    }
  }
  out = std::move(decoded);
}

//===--- Dispatch ---------------------------------------------------------===//

void FunctionDecoder::decodeInstruction(const Instruction &inst) {
  if (&inst == context_.firstWeak) {
    context_.program.orders.weakFunction = number_;
    context_.program.orders.weakPc = uint32_t(code_.position());
  }
  if (auto *call = dyn_cast<CallBase>(&inst))
    return decodeCall(*call);
  if (rejectTypes(inst))
    return;
  if (isFused(inst))
    return;
  if (isAlias(inst, context_.dataLayout))
    return alias(inst, slotOf(inst.getOperand(0)));
  switch (inst.getOpcode()) {
  case Instruction::FNeg:
    return lanewise(
        inst, {inst.getOperand(0)}, [&](Type *type, Slot dst, Operands from) {
          code_.emit(Op::FUn, dst, from[0], 0, uint32_t(*floatFormat(type)),
                     int32_t(FloatOp::Neg));
        });
  case Instruction::ICmp:
  case Instruction::FCmp: {
    auto &compare = cast<CmpInst>(inst);
    Type *type = compare.getOperand(0)->getType()->getScalarType();
    return lanewise(
        inst, {inst.getOperand(0), inst.getOperand(1)},
        [&](Type *, Slot dst, Operands from) {
          if (auto format = floatFormat(type))
            code_.emit(Op::FCmp, dst, from[0], from[1], uint32_t(*format),
                       int32_t(compare.getPredicate()));
          else
            emitICmp(compare.getPredicate(), type, dst, from[0], from[1]);
        });
  }
  case Instruction::BitCast:
    return decodeBitCast(inst);
  case Instruction::Select:
    return decodeSelect(cast<SelectInst>(inst));
  case Instruction::ExtractValue:
    return decodeExtractValue(cast<ExtractValueInst>(inst));
  case Instruction::InsertValue:
    return decodeInsertValue(cast<InsertValueInst>(inst));
  case Instruction::ExtractElement:
    return decodeExtractElement(cast<ExtractElementInst>(inst));
  case Instruction::InsertElement:
    return decodeInsertElement(cast<InsertElementInst>(inst));
  case Instruction::ShuffleVector:
    return decodeShuffle(cast<ShuffleVectorInst>(inst));
  case Instruction::GetElementPtr:
    return decodeGep(cast<GetElementPtrInst>(inst));
  case Instruction::Load:
    return decodeLoad(cast<LoadInst>(inst));
  case Instruction::Store:
    return decodeStore(cast<StoreInst>(inst));
  case Instruction::LandingPad:
    return decodeLandingPad(cast<LandingPadInst>(inst));
  case Instruction::Alloca:
    return decodeAlloca(cast<AllocaInst>(inst));
  case Instruction::AtomicRMW:
    return decodeRmw(cast<AtomicRMWInst>(inst));
  case Instruction::AtomicCmpXchg:
    return decodeCmpXchg(cast<AtomicCmpXchgInst>(inst));
  case Instruction::Fence:
    return decodeFence(cast<FenceInst>(inst));
  default:
    break;
  }
  if (auto *binary = dyn_cast<BinaryOperator>(&inst))
    return lanewise(inst, {inst.getOperand(0), inst.getOperand(1)},
                    [&](Type *type, Slot dst, Operands from) {
                      emitBinary(binary->getOpcode(), type, dst, from[0],
                                 from[1]);
                    });
  if (auto *cast = dyn_cast<CastInst>(&inst))
    return decodeCast(*cast);
  unsupported(Twine("instruction ") + inst.getOpcodeName());
}

} // namespace rbcheck
