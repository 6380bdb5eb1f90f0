//===- interp/program/DecodeAsm.cpp - Inline assembly idioms --------------===//
//
// Understands what programs write between threads: empty barriers, fences,
// pause, read-modify-writes with and without lock, compare-and-exchange with
// its flag, bit tests and bit scans. Each statement is executed on the values
// of the operands; a register operand is a slot that changes as they go.
// Anything else is an Unsupported instruction with the text.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/program/AsmText.h"
#include "interp/program/DecodeFunction.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace rbcheck {

class AsmDecoder {
public:
  AsmDecoder(FunctionDecoder &decoder, const CallBase &call)
      : decoder_(decoder), code_(decoder.code_), call_(call),
        access_(decoder.accessOf(call)) {}

  /// False if something was not understood; code may have been emitted.
  bool run();

private:
  struct Operand {
    bool isOutput = false;
    bool isMemory = false;
    Type *type = nullptr; ///< of the value, in memory or register
    Slot slot = 0;        ///< of the address or of the current value
    int tiedTo = -1;      ///< input in the register of that output
    std::string reg;      ///< "{ax}", "{@ccz}", ...
  };

  bool readOperands();
  bool isRegister(const AsmRef &ref);
  Operand &at(const AsmRef &ref);
  Operand *find(StringRef reg);
  uint32_t widthOf(const AsmStatement &statement, StringRef suffix);
  Slot read(const AsmRef &ref, uint32_t width);
  void write(Operand &to, Slot value, uint32_t width);
  Type *intType(uint32_t width) {
    return Type::getIntNTy(call_.getContext(), width);
  }
  Slot compute(unsigned opcode, Slot a, Slot b, uint32_t width);
  Slot isEqual(Slot a, Slot b) { return code_.compute(Op::CmpEq, a, b); }

  bool execute(const AsmStatement &statement);
  bool executeSet(const AsmStatement &statement);
  bool executeExchange(const AsmStatement &statement, StringRef base,
                       uint32_t width);
  bool executeArithmetic(const AsmStatement &statement, StringRef base,
                         uint32_t width);
  bool executeBits(const AsmStatement &statement, StringRef base,
                   uint32_t width);
  Slot atomicRmw(RmwOp op, Slot address, Slot value, uint32_t width);
  bool finish();

  FunctionDecoder &decoder_;
  CodeBuilder &code_;
  const CallBase &call_;
  FunctionDecoder::Access access_;
  SmallVector<Operand, 6> operands_;
  Slot zeroFlag_ = kNoSlot;
  Slot carryFlag_ = kNoSlot;
};

//===--- Operands ---------------------------------------------------------===//

bool AsmDecoder::readOperands() {
  auto &text = *cast<InlineAsm>(call_.getCalledOperand());
  unsigned argument = 0, result = 0;
  auto *results = dyn_cast<StructType>(call_.getType());
  for (const InlineAsm::ConstraintInfo &info : text.ParseConstraints()) {
    if (info.Type == InlineAsm::isClobber)
      continue;
    if (info.Type == InlineAsm::isLabel || info.isMultipleAlternative)
      return false;
    Operand operand;
    operand.isOutput = info.Type == InlineAsm::isOutput;
    operand.isMemory = info.isIndirect;
    if (!info.Codes.empty())
      operand.reg = info.Codes.front();
    if (operand.isOutput && !operand.isMemory) {
      operand.type =
          results ? results->getElementType(result++) : call_.getType();
      SmallVector<uint64_t, 4> zeros(decoder_.slotsOf(operand.type), 0);
      operand.slot = code_.constants(zeros);
    } else {
      if (argument >= call_.arg_size())
        return false;
      const Value *value = call_.getArgOperand(argument);
      operand.type = operand.isMemory ? call_.getParamElementType(argument)
                                      : value->getType();
      ++argument;
      operand.slot = decoder_.slotOf(value);
      unsigned output;
      if (!operand.isOutput && !info.Codes.empty() &&
          !StringRef(info.Codes.front()).getAsInteger(10, output)) {
        if (output >= operands_.size())
          return false;
        operand.tiedTo = int(output);
        if (!operands_[output].isMemory) {
          if (decoder_.slotsOf(operands_[output].type) !=
              decoder_.slotsOf(operand.type))
            return false;
          operands_[output].slot = operand.slot;
        }
      }
    }
    operands_.push_back(operand);
  }
  return true;
}

AsmDecoder::Operand &AsmDecoder::at(const AsmRef &ref) {
  Operand &operand = operands_[ref.operand];
  return operand.tiedTo >= 0 ? operands_[operand.tiedTo] : operand;
}

bool AsmDecoder::isRegister(const AsmRef &ref) {
  return !ref.isNumber && !at(ref).isMemory;
}

AsmDecoder::Operand *AsmDecoder::find(StringRef reg) {
  for (Operand &operand : operands_)
    if (operand.isOutput && operand.reg == reg)
      return &operand;
  return nullptr;
}

/// Width in bits, by the suffix of the mnemonic or else by the operands.
uint32_t AsmDecoder::widthOf(const AsmStatement &statement, StringRef suffix) {
  uint32_t width = StringSwitch<uint32_t>(suffix)
                       .Case("b", 8)
                       .Case("w", 16)
                       .Case("l", 32)
                       .Case("q", 64)
                       .Default(0);
  for (const AsmRef &ref : statement.refs)
    if (width == 0 && !ref.isNumber && at(ref).type &&
        !at(ref).type->isAggregateType())
      width = decoder_.bitsOf(at(ref).type);
  return width;
}

Slot AsmDecoder::read(const AsmRef &ref, uint32_t width) {
  if (ref.isNumber)
    return code_.constant(width < 64 ? ref.number & ((1ull << width) - 1)
                                     : ref.number);
  Operand &operand = at(ref);
  if (operand.isMemory) {
    Slot value = code_.newSlots();
    // Assembly has no data races: whoever writes it knows the machine.
    decoder_.emitAccess(access_, Op::AtomicLoad, value, operand.slot, width / 8,
                        access_.flags);
    return value;
  }
  if (decoder_.bitsOf(operand.type) > width)
    return code_.compute(Op::Trunc, operand.slot, 0, width);
  return operand.slot;
}

void AsmDecoder::write(Operand &to, Slot value, uint32_t width) {
  if (to.isMemory) {
    decoder_.emitAccess(access_, Op::AtomicStore, value, to.slot, width / 8,
                        access_.flags);
    return;
  }
  uint32_t whole = decoder_.bitsOf(to.type);
  if (whole < width) {
    value = code_.compute(Op::Trunc, value, 0, whole);
  } else if (width < 32 && whole > width) {
    // Writing a part of a register keeps the rest of it.
    Slot rest =
        code_.compute(Op::And, to.slot, code_.constant(~((1ull << width) - 1)));
    value = code_.compute(Op::Or, rest, value);
  }
  to.slot = value;
}

Slot AsmDecoder::compute(unsigned opcode, Slot a, Slot b, uint32_t width) {
  Slot result = code_.newSlots();
  decoder_.emitBinary(opcode, intType(width), result, a, b);
  return result;
}

Slot AsmDecoder::atomicRmw(RmwOp op, Slot address, Slot value, uint32_t width) {
  Slot old = code_.newSlots();
  decoder_.emitAccess(access_, Op::AtomicRmw, old, address, value,
                      access_.flags, int32_t(unsigned(op) << 8 | width / 8));
  return old;
}

//===--- Statements -------------------------------------------------------===//

bool AsmDecoder::executeExchange(const AsmStatement &statement, StringRef base,
                                 uint32_t width) {
  if (statement.refs.size() != 2)
    return false;
  AsmRef from = statement.refs[0], to = statement.refs[1];
  if (base == "mov") {
    if (to.isNumber)
      return false;
    write(at(to), read(from, width), width);
    return true;
  }
  if (base == "xchg" && isRegister(to))
    std::swap(from, to); // its operands may come in either order
  if (to.isNumber || !at(to).isMemory ||
      (base != "cmpxchg" && !isRegister(from)))
    return false;
  Slot address = at(to).slot, value = read(from, width);
  if (base == "xchg") {
    write(at(from), atomicRmw(RmwOp::Xchg, address, value, width), width);
    return true;
  }
  if (base == "xadd") {
    write(at(from), atomicRmw(RmwOp::Add, address, value, width), width);
    return true;
  }
  Operand *accumulator = find("{ax}");
  if (!accumulator || accumulator->isMemory)
    return false;
  Slot expected = accumulator->slot;
  if (decoder_.bitsOf(accumulator->type) > width)
    expected = code_.compute(Op::Trunc, expected, 0, width);
  Slot result = code_.newSlots(2);
  decoder_
      .emitAccess(access_, Op::CmpXchg, result, address, expected, value,
                  int32_t(width / 8))
      .cBits = access_.flags;
  write(*accumulator, result, width);
  zeroFlag_ = result + 1;
  return true;
}

bool AsmDecoder::executeArithmetic(const AsmStatement &statement,
                                   StringRef base, uint32_t width) {
  bool isUnary =
      base == "inc" || base == "dec" || base == "not" || base == "neg";
  if (statement.refs.size() != (isUnary ? 1u : 2u))
    return false;
  const AsmRef &to = statement.refs.back();
  if (to.isNumber)
    return false;
  unsigned opcode = StringSwitch<unsigned>(base)
                        .Cases("inc", "add", Instruction::Add)
                        .Cases("dec", "sub", Instruction::Sub)
                        .Case("and", Instruction::And)
                        .Case("or", Instruction::Or)
                        .Cases("xor", "not", Instruction::Xor)
                        .Default(0);
  if (opcode == 0)
    return false;
  uint64_t ones = width < 64 ? (1ull << width) - 1 : ~0ull;
  Slot value = base == "not" ? code_.constant(ones)
               : isUnary     ? code_.constant(1)
                             : read(statement.refs[0], width);
  Operand &target = at(to);
  if (!target.isMemory || !statement.isLocked) {
    Slot result = compute(opcode, read(to, width), value, width);
    write(target, result, width);
    zeroFlag_ = isEqual(result, code_.constant(0));
    return true;
  }
  RmwOp op = opcode == Instruction::Add   ? RmwOp::Add
             : opcode == Instruction::Sub ? RmwOp::Sub
             : opcode == Instruction::And ? RmwOp::And
             : opcode == Instruction::Or  ? RmwOp::Or
                                          : RmwOp::Xor;
  Slot old = atomicRmw(op, target.slot, value, width);
  zeroFlag_ = isEqual(compute(opcode, old, value, width), code_.constant(0));
  return true;
}

bool AsmDecoder::executeBits(const AsmStatement &statement, StringRef base,
                             uint32_t width) {
  auto unary = [&](IntrOp op, Slot a) {
    return code_.compute(Op::IntUn, a, 0, width, int32_t(op));
  };
  size_t count = statement.refs.size();
  if (base == "bswap" && count == 1 && isRegister(statement.refs[0])) {
    Slot value = read(statement.refs[0], width);
    write(at(statement.refs[0]), unary(IntrOp::BSwap, value), width);
    return true;
  }
  if (count != 2 || statement.refs[1].isNumber)
    return false;
  Operand &to = at(statement.refs[1]);
  Slot value = read(statement.refs[0], width);
  if (base == "bsf" || base == "bsr") {
    Slot isZero = isEqual(value, code_.constant(0));
    Slot found = unary(base == "bsf" ? IntrOp::CtTz : IntrOp::CtLz, value);
    if (base == "bsr")
      found = code_.compute(Op::Xor, found, code_.constant(width - 1));
    Slot old = read(statement.refs[1], width); // kept if there is no bit set
    Slot result = code_.newSlots();
    code_.emit(Op::Select, result, isZero, old, found);
    write(to, result, width);
    zeroFlag_ = isZero;
    return true;
  }
  if (base == "tzcnt" || base == "lzcnt" || base == "popcnt") {
    IntrOp op = base == "tzcnt"   ? IntrOp::CtTz
                : base == "lzcnt" ? IntrOp::CtLz
                                  : IntrOp::CtPop;
    write(to, unary(op, value), width);
    return true;
  }
  // bts, btr, btc on memory: the bit number may reach beyond the first word.
  if (!to.isMemory || width < 16)
    return false;
  Slot word = code_.constant(width - 1);
  Slot signedBit = code_.compute(Op::SExt, value, width, 64);
  Slot shift = code_.constant(width == 64 ? 6 : width == 32 ? 5 : 4);
  Slot index = code_.compute(Op::AShr, signedBit, shift, 64);
  Slot address = code_.compute(Op::LeaX, to.slot, index, width / 8);
  Slot bit = code_.compute(Op::And, value, word);
  Slot mask = compute(Instruction::Shl, code_.constant(1), bit, width);
  uint64_t ones = width < 64 ? (1ull << width) - 1 : ~0ull;
  RmwOp op = base == "bts"   ? RmwOp::Or
             : base == "btr" ? RmwOp::And
                             : RmwOp::Xor;
  Slot operand = mask;
  if (base == "btr")
    operand = code_.compute(Op::Xor, mask, code_.constant(ones));
  if (!statement.isLocked)
    return false;
  Slot old = atomicRmw(op, address, operand, width);
  Slot moved = compute(Instruction::LShr, old, bit, width);
  carryFlag_ = code_.compute(Op::And, moved, code_.constant(1));
  return true;
}

/// setcc: a byte from a flag.
bool AsmDecoder::executeSet(const AsmStatement &statement) {
  StringRef condition = StringRef(statement.mnemonic).drop_front(3);
  bool isZero = condition == "e" || condition == "z" || condition == "ne" ||
                condition == "nz";
  bool isCarry = condition == "c" || condition == "b" || condition == "nc" ||
                 condition == "ae" || condition == "nb";
  Slot flag = isZero ? zeroFlag_ : isCarry ? carryFlag_ : kNoSlot;
  if (flag == kNoSlot || statement.refs.size() != 1 ||
      statement.refs[0].isNumber)
    return false;
  if (condition.starts_with("n") || condition == "ae")
    flag = code_.compute(Op::Xor, flag, code_.constant(1));
  write(at(statement.refs[0]), flag, 8);
  return true;
}

bool AsmDecoder::execute(const AsmStatement &statement) {
  for (const AsmRef &ref : statement.refs)
    if (!ref.isNumber && (ref.operand >= operands_.size() ||
                          decoder_.slotsOf(at(ref).type) != 1))
      return false;
  StringRef name = statement.mnemonic;
  if (name == "nop" || name == "pause")
    return true;
  if (name == "mfence" || name == "lfence" || name == "sfence") {
    decoder_.emitAccess(access_, Op::Fence, 0, 0, 0, access_.flags);
    return true;
  }
  if (name.starts_with("set"))
    return executeSet(statement);
  static constexpr StringRef kExchanges[] = {"cmpxchg", "xchg", "xadd", "mov"};
  static constexpr StringRef kArithmetic[] = {"add", "sub", "and", "or",
                                              "xor", "inc", "dec", "not"};
  static constexpr StringRef kBits[] = {
      "bswap", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt", "bts", "btr", "btc"};
  for (StringRef base : {name, name.drop_back(1)}) {
    StringRef suffix = name.drop_front(base.size());
    bool isKnown = is_contained(kExchanges, base) ||
                   is_contained(kArithmetic, base) || is_contained(kBits, base);
    if (!isKnown || !StringRef("bwlq").contains(suffix))
      continue;
    uint32_t width = widthOf(statement, suffix);
    if (width != 8 && width != 16 && width != 32 && width != 64)
      return false;
    if (is_contained(kExchanges, base))
      return executeExchange(statement, base, width);
    if (is_contained(kArithmetic, base))
      return executeArithmetic(statement, base, width);
    return executeBits(statement, base, width);
  }
  return false;
}

/// Gives the call its result.
bool AsmDecoder::finish() {
  for (Operand &operand : operands_) {
    StringRef reg = operand.reg;
    if (!operand.isOutput || !reg.consume_front("{@cc"))
      continue;
    reg.consume_back("}");
    bool isZero = reg == "z" || reg == "e" || reg == "nz" || reg == "ne";
    bool isCarry = reg == "c" || reg == "b" || reg == "nc" || reg == "ae";
    Slot flag = isZero ? zeroFlag_ : isCarry ? carryFlag_ : kNoSlot;
    if (flag == kNoSlot)
      return false;
    if (reg.starts_with("n") || reg == "ae")
      flag = code_.compute(Op::Xor, flag, code_.constant(1));
    operand.slot = flag;
  }
  uint32_t count = decoder_.slotsOf(call_.getType());
  if (count == 0)
    return true;
  Slot to = decoder_.define(call_);
  for (const Operand &operand : operands_)
    if (operand.isOutput && !operand.isMemory) {
      code_.move(to, operand.slot, decoder_.slotsOf(operand.type));
      to += decoder_.slotsOf(operand.type);
    }
  return true;
}

bool AsmDecoder::run() {
  auto &text = *cast<InlineAsm>(call_.getCalledOperand());
  auto statements = parseAsm(text.getAsmString());
  if (!statements || text.getDialect() != InlineAsm::AD_ATT || !readOperands())
    return false;
  for (const AsmStatement &statement : *statements)
    if (!execute(statement))
      return false;
  return finish();
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
