//===- interp/program/DecodeAsmOps.cpp - Inline assembly: statements ------===//
#include "interp/program/DecodeAsm.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rbcheck {

//===--- Moves and exchanges ----------------------------------------------===//

bool AsmDecoder::executeExchange(const AsmStatement &statement, StringRef base,
                                 uint32_t width) {
  if (statement.args.size() != 2)
    return false;
  AsmArg from = statement.args[0], to = statement.args[1];
  if (to.kind == AsmArg::Number)
    return false;
  if (base == "lea") {
    if (from.kind != AsmArg::Memory || !isRegister(to))
      return false;
    write(to, cut(addressOf(from), width), width);
    return true;
  }
  if (base == "mov") {
    if (from.segment == "fs" && isRegister(to) && width == 64) {
      // fs:0 is a word that differs between threads; others are not known.
      auto *offset = from.kind == AsmArg::Memory
                         ? nullptr
                         : dyn_cast<ConstantPointerNull>(at(from.base).value);
      bool isStart = from.kind == AsmArg::Memory
                         ? from.number == 0 && from.base.isNothing()
                         : offset != nullptr;
      return isStart && callModel("__rb_thread_pointer", registerOf(to.base));
    }
    if (!from.segment.empty() || !to.segment.empty())
      return false;
    write(to, read(from, width), width);
    return true;
  }
  if (base == "xchg" && isRegister(to))
    std::swap(from, to); // its operands may come in either order
  if (!isRegister(from))
    return false;
  Slot value = read(from, width);
  if (isMemory(to) && (statement.isLocked || base == "xchg")) {
    RmwOp op = base == "xchg" ? RmwOp::Xchg : RmwOp::Add;
    Slot old = update(op, addressOf(to), value, width);
    if (base == "xadd" && needsFlags_)
      setAdded(old, value, compute(Instruction::Add, old, value, width), width,
               true);
    write(from, old, width);
    return true;
  }
  Slot old = read(to, width);
  write(from, old, width);
  if (base == "xadd") {
    Slot sum = compute(Instruction::Add, old, value, width);
    setAdded(old, value, sum, width, true);
    value = sum;
  }
  write(to, value, width);
  return true;
}

bool AsmDecoder::executeCompareExchange(const AsmStatement &statement,
                                        uint32_t width) {
  if (statement.args.size() != 2 || !isMemory(statement.args[1]))
    return false;
  Slot accumulator = machine("ax");
  Slot expected = code_.newSlots();
  code_.move(expected, cut(accumulator, width));
  Slot desired = read(statement.args[0], width);
  Slot result = exchange(addressOf(statement.args[1]), expected, desired, width,
                         statement.isLocked);
  if (needsFlags_)
    setSubtracted(expected, result,
                  compute(Instruction::Sub, expected, result, width), width,
                  true);
  // Written only if they differ: else the upper half would be lost.
  Slot old = code_.newSlots();
  code_.emit(Op::Select, old, result + 1, expected, result);
  Slot before = code_.newSlots();
  code_.move(before, accumulator);
  writeRegister(accumulator, old, width);
  code_.emit(Op::Select, accumulator, result + 1, before, accumulator);
  return true;
}

/// cmpxchg8b, cmpxchg16b: dx:ax against memory, cx:bx to memory.
bool AsmDecoder::executeDouble(const AsmStatement &statement, uint32_t half) {
  if (statement.args.size() != 1 || !isMemory(statement.args[0]))
    return false;
  Slot low = machine("ax"), high = machine("dx");
  Slot expected = pair(cut(low, half), cut(high, half));
  Slot desired = pair(cut(machine("bx"), half), cut(machine("cx"), half));
  Slot address = addressOf(statement.args[0]);
  Slot shift = code_.constant(32);
  if (half == 32) {
    auto join = [&](Slot both) {
      Slot upper = code_.compute(Op::Shl, both + 1, shift, 64);
      return code_.compute(Op::Or, both, upper);
    };
    expected = join(expected), desired = join(desired);
  }
  Slot result =
      exchange(address, expected, desired, 2 * half, statement.isLocked);
  Slot isSame = result + (half == 32 ? 1 : 2);
  Slot oldLow = half == 32 ? cut(result, 32) : result;
  Slot oldHigh = half == 32 ? code_.compute(Op::LShr, result, shift, 64)
                            : Slot(result + 1);
  code_.emit(Op::Select, low, isSame, low, oldLow);
  code_.emit(Op::Select, high, isSame, high, oldHigh);
  if (needsFlags_)
    code_.move(zero_, isSame);
  return true;
}

//===--- Arithmetic -------------------------------------------------------===//

/// lock neg: exchanged until nobody wrote in between; the old value.
Slot AsmDecoder::negateLocked(Slot address, uint32_t width) {
  Label again = code_.newLabel(), done = code_.newLabel();
  Slot old = code_.newSlots();
  code_.bind(again);
  code_.move(old, load(address, width));
  Slot negated = compute(Instruction::Sub, code_.constant(0), old, width);
  Slot result = exchange(address, old, negated, width, /*isLocked=*/true);
  Label retry = code_.newLabel();
  code_.emit(Op::Br, 0, result + 1, 0, retry, int32_t(done));
  code_.bind(retry);
  code_.jump(again);
  code_.bind(done);
  return old;
}

bool AsmDecoder::executeArithmetic(const AsmStatement &statement,
                                   StringRef base, uint32_t width) {
  bool isUnary =
      base == "inc" || base == "dec" || base == "not" || base == "neg";
  bool isTest = base == "cmp" || base == "test";
  if (statement.args.size() != (isUnary ? 1u : 2u))
    return false;
  const AsmArg &to = statement.args.back();
  unsigned opcode = StringSwitch<unsigned>(base)
                        .Cases("inc", "add", Instruction::Add)
                        .Cases("dec", "sub", "cmp", "neg", Instruction::Sub)
                        .Cases("and", "test", Instruction::And)
                        .Case("or", Instruction::Or)
                        .Default(Instruction::Xor);
  if (to.kind == AsmArg::Number)
    return false;
  uint64_t ones = width < 64 ? (1ull << width) - 1 : ~0ull;
  Slot value = base == "not" ? code_.constant(ones)
               : isUnary     ? code_.constant(1)
                             : read(statement.args[0], width);
  if (statement.isLocked && to.kind == AsmArg::Memory && to.base.reg == "sp") {
    // `lock; addl $0, (%rsp)`: only its lock is wanted.
    bool isNothing = statement.args[0].kind == AsmArg::Number &&
                     statement.args[0].number == 0 &&
                     (base == "add" || base == "or") && !needsFlags_;
    if (isNothing)
      fence();
    return isNothing;
  }
  Slot old;
  if (statement.isLocked && isMemory(to) && base == "neg") {
    old = negateLocked(addressOf(to), width);
  } else if (statement.isLocked && isMemory(to)) {
    RmwOp op = opcode == Instruction::Add   ? RmwOp::Add
               : opcode == Instruction::Sub ? RmwOp::Sub
               : opcode == Instruction::And ? RmwOp::And
               : opcode == Instruction::Or  ? RmwOp::Or
                                            : RmwOp::Xor;
    old = update(op, addressOf(to), value, width);
  } else {
    old = read(to, width);
  }
  if (base == "neg") {
    value = old;
    old = code_.constant(0);
  }
  Slot result = compute(opcode, old, value, width);
  if (!isTest && !(statement.isLocked && isMemory(to)))
    write(to, result, width);
  bool withCarry = base != "inc" && base != "dec";
  if (opcode == Instruction::Add)
    setAdded(old, value, result, width, withCarry);
  else if (opcode == Instruction::Sub)
    setSubtracted(old, value, result, width, withCarry);
  else if (base != "not")
    setLogic(result, width);
  return true;
}

/// adc, sbb
bool AsmDecoder::executeCarry(const AsmStatement &statement, bool isAdd,
                              uint32_t width) {
  if (statement.args.size() != 2 || statement.isLocked ||
      statement.args[1].kind == AsmArg::Number)
    return false;
  unsigned opcode = isAdd ? Instruction::Add : Instruction::Sub;
  Slot value = read(statement.args[0], width);
  Slot old = read(statement.args[1], width);
  Slot half = compute(opcode, old, value, width);
  Slot result = compute(opcode, half, carry_, width);
  Slot first = isAdd ? code_.compute(Op::CmpULt, half, old)
                     : code_.compute(Op::CmpULt, old, value);
  Slot second = isAdd ? code_.compute(Op::CmpULt, result, half)
                      : code_.compute(Op::CmpULt, half, carry_);
  Slot out = code_.compute(Op::Or, first, second);
  if (isAdd)
    setAdded(old, value, result, width, false);
  else
    setSubtracted(old, value, result, width, false);
  code_.move(carry_, out);
  write(statement.args[1], result, width);
  return true;
}

/// mul and div of one operand, unsigned; imul of two.
bool AsmDecoder::executeMultiply(const AsmStatement &statement, StringRef base,
                                 uint32_t width) {
  if (statement.isLocked || needsFlags_ || width < 32)
    return false;
  if (base == "imul") {
    if (statement.args.size() != 2 || !isRegister(statement.args[1]))
      return false;
    Slot product = compute(Instruction::Mul, read(statement.args[0], width),
                           read(statement.args[1], width), width);
    write(statement.args[1], product, width);
    return true;
  }
  if (statement.args.size() != 1)
    return false;
  Slot none = code_.constant(0), bits[] = {code_.constant(width), none};
  Slot low = machine("ax"), high = machine("dx");
  Slot value = pair(read(statement.args[0], width), none);
  Slot shift = pair(bits[0], bits[1]);
  Slot before = pair(cut(low, width), none);
  if (base == "mul") {
    Slot product = wide(WideOp::Mul, before, value);
    code_.move(low, cut(product, width));
    code_.move(high, cut(wide(WideOp::LShr, product, shift), width));
    return true;
  }
  Slot upper = wide(WideOp::Shl, pair(cut(high, width), none), shift);
  Slot whole = wide(WideOp::Or, upper, before);
  Slot quotient = wide(WideOp::UDiv, whole, value);
  Slot above = wide(WideOp::LShr, quotient, shift);
  decoder_.emitIf(code_.compute(Op::Or, above, above + 1),
                  [&] { code_.emit(Op::Trap); }); // does not fit
  Slot rest = wide(WideOp::URem, whole, value);
  code_.move(low, cut(quotient, width));
  code_.move(high, cut(rest, width));
  return true;
}

bool AsmDecoder::executeShift(const AsmStatement &statement, StringRef base,
                              uint32_t width) {
  size_t count = statement.args.size();
  if (count < 1 || count > 2 || statement.isLocked || needsFlags_)
    return false;
  const AsmArg &to = statement.args.back();
  if (to.kind == AsmArg::Number)
    return false;
  Slot amount = count == 1 ? code_.constant(1) : read(statement.args[0], 8);
  Slot value = read(to, width);
  amount =
      code_.compute(Op::And, amount, code_.constant(width == 64 ? 63 : 31));
  Slot result = code_.newSlots();
  if (base == "rol" || base == "ror") {
    code_.emit(Op::FunnelShift, result, value, value, amount, base == "ror")
        .cBits = width << 16;
  } else if (width < 32) {
    return false; // the amount may be beyond the width
  } else {
    unsigned opcode = base == "shr"   ? Instruction::LShr
                      : base == "sar" ? Instruction::AShr
                                      : Instruction::Shl;
    decoder_.emitBinary(opcode, intType(width), result, value, amount);
  }
  write(to, result, width);
  return true;
}

//===--- The rest ---------------------------------------------------------===//

/// movzbl, movsbq, movslq, movzx, movsx
bool AsmDecoder::executeExtend(const AsmStatement &statement) {
  StringRef name = statement.mnemonic;
  bool isSigned = name.starts_with("movs");
  if (statement.args.size() != 2 || !isRegister(statement.args[1]))
    return false;
  name = name.drop_front(4);
  uint32_t from = 0, to = 0;
  auto widthOfSuffix = [](char c) {
    return c == 'b' ? 8u : c == 'w' ? 16u : c == 'l' ? 32u : 64u;
  };
  if (name.size() == 2 && name != "xd" && name[0] != 'x') {
    from = widthOfSuffix(name[0]);
    to = widthOfSuffix(name[1]);
  } else {
    const AsmArg &source = statement.args[0];
    from = source.width                 ? source.width
           : source.kind == AsmArg::Ref ? widthOf(source.base)
                                        : 0;
    to = widthOf(statement.args[1].base);
  }
  if (from < 8 || from >= to || to > 64)
    return false;
  Slot value = read(statement.args[0], from);
  if (isSigned)
    value = code_.compute(Op::SExt, value, from, to);
  write(statement.args[1], value, to);
  return true;
}

bool AsmDecoder::execute(const AsmStatement &statement) {
  if (!statement.label.empty()) {
    code_.bind(labelFor(statement.label, true));
    return true;
  }
  StringRef name = statement.mnemonic;
  if (statement.isRepeated && name != "nop")
    return false;
  if (!all_of(statement.args, [&](const AsmArg &arg) { return isKnown(arg); }))
    return false;
  if (name.starts_with("prefetch") || name == "nopl" || name == "nopw")
    return true;
  bool isArithmetic = statement.isLocked && !name.contains("x");
  for (const AsmArg &arg : statement.args) {
    // Of the stack only the barrier below is known, of segments only one load.
    bool isOnStack = arg.base.reg == "sp" || arg.index.reg == "sp";
    if ((isOnStack && (arg.kind != AsmArg::Memory || !isArithmetic)) ||
        (!arg.segment.empty() && !name.starts_with("mov")) ||
        is_contained({"bp", "ip", "fs", "gs"}, arg.base.reg))
      return false;
  }
  if (statement.args.empty())
    return executePlain(name);
  if (name.starts_with("set") || name.starts_with("cmov"))
    return executeConditional(statement);
  if (name.starts_with("j"))
    return executeJump(statement, name.drop_front());
  if (name == "cmpxchg8b" || name == "cmpxchg16b")
    return executeDouble(statement, name == "cmpxchg8b" ? 32 : 64);
  static constexpr StringRef kExtensions[] = {
      "movzx",  "movsx",  "movsxd", "movzbw", "movzbl", "movzbq", "movzwl",
      "movzwq", "movsbw", "movsbl", "movsbq", "movswl", "movswq", "movslq"};
  if (is_contained(kExtensions, name))
    return executeExtend(statement);
  static constexpr StringRef kExchanges[] = {"xchg", "xadd", "mov", "lea"};
  static constexpr StringRef kArithmetic[] = {"add", "sub", "and", "or",
                                              "xor", "inc", "dec", "not",
                                              "neg", "cmp", "test"};
  static constexpr StringRef kCounts[] = {"bswap", "bsf",   "bsr",
                                          "tzcnt", "lzcnt", "popcnt"};
  static constexpr StringRef kTests[] = {"bt", "bts", "btr", "btc"};
  static constexpr StringRef kShifts[] = {"shl", "sal", "shr",
                                          "sar", "rol", "ror"};
  static constexpr StringRef kMultiplies[] = {"mul", "imul", "div"};
  for (StringRef base : {name, name.drop_back(1)}) {
    StringRef suffix = name.drop_front(base.size());
    if (!StringRef("bwlq").contains(suffix))
      continue;
    uint32_t width = widthOf(statement, suffix);
    bool isWidth = width == 8 || width == 16 || width == 32 || width == 64;
    if (is_contained(kExchanges, base))
      return isWidth && executeExchange(statement, base, width);
    if (base == "cmpxchg")
      return isWidth && executeCompareExchange(statement, width);
    if (is_contained(kArithmetic, base))
      return isWidth && executeArithmetic(statement, base, width);
    if (is_contained(kCounts, base))
      return isWidth && executeCount(statement, base, width);
    if (is_contained(kTests, base))
      return isWidth && executeBitTest(statement, base, width);
    if (is_contained(kShifts, base))
      return isWidth && executeShift(statement, base, width);
    if (base == "adc" || base == "sbb")
      return isWidth && executeCarry(statement, base == "adc", width);
    if (is_contained(kMultiplies, base))
      return isWidth && executeMultiply(statement, base, width);
  }
  return false;
}

} // namespace rbcheck
