//===- interp/program/DecodeAsm.cpp - Inline assembly: operands and memory ===//
#include "interp/program/DecodeAsm.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rbcheck {

//===--- Operands ---------------------------------------------------------===//

bool AsmDecoder::readOperands() {
  auto &text = *cast<InlineAsm>(call_.getCalledOperand());
  unsigned argument = 0, result = 0;
  for (const InlineAsm::ConstraintInfo &info : text.ParseConstraints())
    if (info.Type == InlineAsm::isLabel ||
        (info.Type != InlineAsm::isClobber &&
         !readOperand(info, argument, result)))
      return false;
  return true;
}

bool AsmDecoder::readOperand(const InlineAsm::ConstraintInfo &info,
                             unsigned &argument, unsigned &result) {
  Operand operand;
  operand.isOutput = info.Type == InlineAsm::isOutput;
  operand.isMemory = info.isIndirect;
  if (info.isMultipleAlternative && !info.multipleAlternatives.empty() &&
      !info.multipleAlternatives.front().Codes.empty())
    operand.constraint = info.multipleAlternatives.front().Codes.front();
  else if (!info.Codes.empty())
    operand.constraint = info.Codes.front();
  StringRef constraint = operand.constraint;
  StringRef reg = constraint;
  bool isFixed =
      reg.consume_front("{") && reg.consume_back("}") && !reg.starts_with("@");
  if (operand.isOutput && !operand.isMemory) {
    auto *results = dyn_cast<StructType>(call_.getType());
    operand.type =
        results ? results->getElementType(result++) : call_.getType();
    if (isFixed && decoder_.slotsOf(operand.type) == 1) {
      operand.slot = machine(reg);
    } else {
      operand.slot = code_.newSlots(decoder_.slotsOf(operand.type));
      SmallVector<uint64_t, 4> zeros(decoder_.slotsOf(operand.type), 0);
      code_.move(operand.slot, code_.constants(zeros), zeros.size());
    }
    operands_.push_back(operand);
    return true;
  }
  if (argument >= call_.arg_size())
    return false;
  operand.value = call_.getArgOperand(argument);
  operand.type = operand.isMemory ? call_.getParamElementType(argument)
                                  : operand.value->getType();
  ++argument;
  Slot from = decoder_.slotOf(operand.value);
  uint32_t slots = decoder_.slotsOf(operand.value->getType());
  unsigned output;
  if (!operand.isOutput && !constraint.getAsInteger(10, output)) {
    if (output >= operands_.size())
      return false;
    // What is read from a memory operand is there already.
    operand.tiedTo = int(output);
    Operand &to = operands_[output];
    if (!to.isMemory && decoder_.slotsOf(to.type) != slots)
      return false;
    if (!to.isMemory)
      code_.move(to.slot, from, slots);
  } else if (operand.isMemory) {
    operand.slot = from;
  } else {
    operand.slot = isFixed && slots == 1 ? machine(reg) : code_.newSlots(slots);
    code_.move(operand.slot, from, slots);
  }
  operands_.push_back(operand);
  return true;
}

AsmDecoder::Operand &AsmDecoder::at(const AsmRef &ref) {
  Operand &operand = operands_[ref.operand];
  return operand.tiedTo >= 0 ? operands_[operand.tiedTo] : operand;
}

/// The whole of it, 64 bits; what it holds at first is not defined.
Slot AsmDecoder::machine(StringRef reg) {
  auto [found, isNew] = registers_.try_emplace(reg, kNoSlot);
  if (isNew) {
    found->second = code_.newSlots();
    code_.move(found->second, code_.constant(0));
  }
  return found->second;
}

/// All have to exist before the first statement: a jump may lead back to any.
void AsmDecoder::initRegisters(ArrayRef<AsmStatement> statements) {
  auto isFlag = [](const Operand &operand) {
    return StringRef(operand.constraint).starts_with("{@cc");
  };
  needsFlags_ = any_of(operands_, isFlag);
  for (const AsmStatement &statement : statements) {
    for (const AsmArg &arg : statement.args)
      for (const AsmRef *ref : {&arg.base, &arg.index})
        if (!ref->reg.empty())
          machine(ref->reg);
    StringRef name = statement.mnemonic;
    needsFlags_ |= name.starts_with("set") || name.starts_with("cmov") ||
                   name.starts_with("adc") || name.starts_with("sbb") ||
                   (name.starts_with("j") && name != "jmp");
    if (name.starts_with("cmpxchg") || name.starts_with("mul") ||
        name.starts_with("imul") || name.starts_with("div") ||
        name.starts_with("rdtsc") || name == "cpuid")
      for (StringRef reg : {"ax", "bx", "cx", "dx"})
        machine(reg);
  }
  if (!needsFlags_)
    return;
  for (Slot *flag : {&zero_, &carry_, &sign_, &overflow_}) {
    *flag = code_.newSlots();
    code_.move(*flag, code_.constant(0));
  }
}

bool AsmDecoder::isRegister(const AsmArg &arg) {
  return arg.kind == AsmArg::Ref &&
         (!arg.base.isOperand || !at(arg.base).isMemory);
}

bool AsmDecoder::isMemory(const AsmArg &arg) {
  return arg.kind == AsmArg::Memory ||
         (arg.kind == AsmArg::Ref && !isRegister(arg));
}

/// There is such an operand, of a type that fits a register; and what it is the
/// address of has been looked at by the passes.
bool AsmDecoder::isKnown(const AsmArg &arg) {
  for (const AsmRef *ref : {&arg.base, &arg.index}) {
    if (!ref->isOperand)
      continue;
    if (ref->operand >= operands_.size())
      return false;
    const Operand &operand = at(*ref);
    if (!operand.isMemory && decoder_.slotsOf(operand.type) != 1)
      return false;
  }
  if (arg.kind != AsmArg::Memory || !arg.segment.empty())
    return arg.segment.empty() || arg.kind == AsmArg::Memory ||
           (arg.base.isOperand && at(arg.base).value);
  bool isPointer = arg.base.isOperand && at(arg.base).value &&
                   at(arg.base).value->getType()->isPointerTy();
  return arg.base.reg == "sp" ||
         (!arg.base.isNothing() && (isPointer || access_.flags));
}

Slot AsmDecoder::registerOf(const AsmRef &ref) {
  return ref.isOperand ? at(ref).slot : machine(ref.reg);
}

uint32_t AsmDecoder::widthOf(const AsmRef &ref) {
  if (ref.width || !ref.isOperand)
    return ref.width;
  const Operand &operand = at(ref);
  return operand.type && !operand.type->isAggregateType()
             ? decoder_.bitsOf(operand.type)
             : 0;
}

/// Width in bits, by the suffix of the mnemonic or else by the operands.
uint32_t AsmDecoder::widthOf(const AsmStatement &statement, StringRef suffix) {
  uint32_t width = StringSwitch<uint32_t>(suffix)
                       .Case("b", 8)
                       .Case("w", 16)
                       .Case("l", 32)
                       .Case("q", 64)
                       .Default(0);
  for (const AsmArg &arg : statement.args)
    width = width ? width : arg.width;
  for (bool wantsRegister : {true, false})
    for (const AsmArg &arg : reverse(statement.args))
      if (width == 0 && arg.kind == AsmArg::Ref &&
          isRegister(arg) == wantsRegister)
        width = widthOf(arg.base);
  return width;
}

Slot AsmDecoder::addressOf(const AsmArg &arg) {
  if (arg.kind == AsmArg::Ref)
    return at(arg.base).slot;
  AddressParts parts{registerOf(arg.base)};
  if (!arg.index.isNothing()) {
    parts.index = registerOf(arg.index);
    parts.scale = arg.scale;
  }
  parts.imm = int32_t(arg.number);
  parts.inBounds = false;
  return decoder_.materialise(parts);
}

Slot AsmDecoder::cut(Slot value, uint32_t width) {
  return width < 64 ? code_.compute(Op::Trunc, value, 0, width) : value;
}

Slot AsmDecoder::read(const AsmArg &arg, uint32_t width) {
  if (arg.kind == AsmArg::Number)
    return code_.constant(width < 64 ? arg.number & ((1ull << width) - 1)
                                     : arg.number);
  if (isMemory(arg))
    return load(addressOf(arg), width);
  // A copy: the register may be written before this is used.
  Slot value = code_.newSlots();
  code_.move(value, registerOf(arg.base));
  return cut(value, width);
}

void AsmDecoder::writeRegister(Slot to, Slot value, uint32_t width) {
  if (width < 32) { // keeps the rest of the register
    Slot rest =
        code_.compute(Op::And, to, code_.constant(~((1ull << width) - 1)));
    value = code_.compute(Op::Or, rest, value);
  }
  code_.move(to, value);
}

void AsmDecoder::write(const AsmArg &to, Slot value, uint32_t width) {
  if (isMemory(to))
    store(addressOf(to), value, width);
  else
    writeRegister(registerOf(to.base), value, width);
}

//===--- Memory -----------------------------------------------------------===//

Slot AsmDecoder::load(Slot address, uint32_t width) {
  Slot value = code_.newSlots(width > 64 ? 2 : 1);
  decoder_.emitAccess(access_, Op::AtomicLoad, value, address, width / 8,
                      access_.flags | kNoSeqCst);
  return value;
}

void AsmDecoder::store(Slot address, Slot value, uint32_t width) {
  decoder_.emitAccess(access_, Op::AtomicStore, value, address, width / 8,
                      access_.flags | kNoSeqCst);
}

void AsmDecoder::fence(uint32_t order) {
  decoder_.emitAccess(access_, Op::Fence, 0, 0, 0, access_.flags | order);
}

Slot AsmDecoder::update(RmwOp op, Slot address, Slot value, uint32_t width) {
  Slot old = code_.newSlots();
  fence();
  decoder_.emitAccess(access_, Op::AtomicRmw, old, address, value,
                      access_.flags, int32_t(unsigned(op) << 8 | width / 8));
  fence();
  return old;
}

Slot AsmDecoder::exchange(Slot address, Slot expected, Slot desired,
                          uint32_t width, bool isLocked) {
  uint32_t slots = width > 64 ? 2 : 1;
  Slot result = code_.newSlots(slots + 1);
  if (isLocked) {
    fence();
    decoder_
        .emitAccess(access_, Op::CmpXchg, result, address, expected, desired,
                    int32_t(width / 8))
        .cBits = access_.flags;
    fence();
    return result;
  }
  // Another processor may write between the two.
  code_.move(result, load(address, width), slots);
  Slot isSame = isEqual(result, expected);
  if (slots == 2)
    isSame = code_.compute(Op::And, isSame, isEqual(result + 1, expected + 1));
  Slot written = code_.newSlots(slots);
  code_.emit(Op::SelectN, written, isSame, desired, result, int32_t(slots));
  store(address, written, width);
  code_.move(result + slots, isSame);
  return result;
}

bool AsmDecoder::callModel(StringRef name, Slot to) {
  auto callee = decoder_.context_.findFunction(name);
  if (!callee)
    return false;
  VirtualCall out;
  out.site.callee = *callee;
  out.site.resultSlots = 1;
  code_.emit(Op::CallModel, to, 0, 0, code_.addCall(std::move(out)));
  return true;
}

Slot AsmDecoder::compute(unsigned opcode, Slot a, Slot b, uint32_t width) {
  Slot result = code_.newSlots();
  decoder_.emitBinary(opcode, intType(width), result, a, b);
  return result;
}

Slot AsmDecoder::pair(Slot low, Slot high) {
  Slot both = code_.newSlots(2);
  code_.move(both, low);
  code_.move(both + 1, high);
  return both;
}

Slot AsmDecoder::wide(WideOp op, Slot a, Slot b) {
  Slot result = code_.newSlots(2);
  code_.emit(Op::WideBin, result, a, b, 128, int32_t(op));
  return result;
}

//===--- Flags ------------------------------------------------------------===//

Slot AsmDecoder::bitOf(Slot value, uint32_t bit) {
  Slot moved = code_.compute(Op::LShr, value, code_.constant(bit), 64);
  return code_.compute(Op::And, moved, code_.constant(1));
}

void AsmDecoder::setZeroSign(Slot result, uint32_t width) {
  if (!needsFlags_)
    return;
  code_.move(zero_, isEqual(result, code_.constant(0)));
  code_.move(sign_, bitOf(result, width - 1));
}

void AsmDecoder::setCarried(Slot a, Slot b, Slot sum, uint32_t width,
                            bool withCarry) {
  if (withCarry)
    code_.move(carry_, code_.compute(Op::CmpULt, sum, a));
  Slot differs = code_.compute(Op::And, code_.compute(Op::Xor, a, sum),
                               code_.compute(Op::Xor, b, sum));
  code_.move(overflow_, bitOf(differs, width - 1));
}

void AsmDecoder::setAdded(Slot a, Slot b, Slot result, uint32_t width,
                          bool withCarry) {
  if (!needsFlags_)
    return;
  setZeroSign(result, width);
  setCarried(a, b, result, width, withCarry);
}

void AsmDecoder::setSubtracted(Slot a, Slot b, Slot result, uint32_t width,
                               bool withCarry) {
  if (!needsFlags_)
    return;
  setZeroSign(result, width);
  // What is left and what was taken make the whole again.
  setCarried(b, result, a, width, withCarry);
}

void AsmDecoder::setLogic(Slot result, uint32_t width) {
  if (!needsFlags_)
    return;
  setZeroSign(result, width);
  code_.move(carry_, code_.constant(0));
  code_.move(overflow_, code_.constant(0));
}

Slot AsmDecoder::condition(StringRef name) {
  if (name == "e" || name == "z")
    return zero_;
  if (name == "c" || name == "b" || name == "nae")
    return carry_;
  if (name == "s")
    return sign_;
  if (name == "o")
    return overflow_;
  if (name == "be" || name == "na")
    return code_.compute(Op::Or, carry_, zero_);
  if (name == "l" || name == "nge")
    return code_.compute(Op::Xor, sign_, overflow_);
  if (name == "le" || name == "ng")
    return code_.compute(Op::Or, zero_,
                         code_.compute(Op::Xor, sign_, overflow_));
  StringRef opposite = StringSwitch<StringRef>(name)
                           .Cases("ne", "nz", "e")
                           .Cases("nc", "nb", "ae", "c")
                           .Case("ns", "s")
                           .Case("no", "o")
                           .Cases("a", "nbe", "be")
                           .Cases("ge", "nl", "l")
                           .Cases("g", "nle", "le")
                           .Default("");
  return opposite.empty() ? kNoSlot : invert(condition(opposite));
}

//===--- The whole --------------------------------------------------------===//

/// Gives the call its result.
bool AsmDecoder::finish() {
  if (!ahead_.empty())
    return false; // a jump to somewhere else
  for (Operand &operand : operands_) {
    StringRef flag = operand.constraint;
    if (!operand.isOutput || !flag.consume_front("{@cc"))
      continue;
    flag.consume_back("}");
    operand.slot = condition(flag);
    if (operand.slot == kNoSlot)
      return false;
  }
  if (decoder_.slotsOf(call_.getType()) == 0)
    return true;
  Slot to = decoder_.define(call_);
  for (const Operand &operand : operands_) {
    if (!operand.isOutput || operand.isMemory)
      continue;
    uint32_t slots = decoder_.slotsOf(operand.type);
    uint32_t bits = slots == 1 ? decoder_.bitsOf(operand.type) : 64;
    code_.move(to, slots == 1 ? cut(operand.slot, bits) : operand.slot, slots);
    to += slots;
  }
  return true;
}

bool AsmDecoder::run() {
  auto &text = *cast<InlineAsm>(call_.getCalledOperand());
  auto statements =
      parseAsm(text.getAsmString(), text.getDialect() == InlineAsm::AD_Intel);
  if (isa<CallBrInst>(call_) || !statements || !readOperands())
    return false;
  initRegisters(*statements);
  bool isUnderstood =
      all_of(*statements, [&](const auto &one) { return execute(one); }) &&
      finish();
  for (auto &label : ahead_) // jumps to somewhere else: never executed
    code_.bind(label.second);
  return isUnderstood;
}

void FunctionDecoder::decodeAsm(const CallBase &call) {
  if (rejectTypes(call))
    return;
  if (AsmDecoder(*this, call).run())
    return;
  auto &text = *cast<InlineAsm>(call.getCalledOperand());
  unsupported("inline assembly \"" + text.getAsmString() + "\"");
}

} // namespace rbcheck
