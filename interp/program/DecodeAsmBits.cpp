//===- interp/program/DecodeAsmBits.cpp - Inline assembly: bits and jumps -===//
#include "interp/program/DecodeAsm.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace rbcheck {

//===--- Bits -------------------------------------------------------------===//

/// bswap, bsf, bsr, tzcnt, lzcnt, popcnt
bool AsmDecoder::executeCount(const AsmStatement &statement, StringRef base,
                              uint32_t width) {
  auto unary = [&](IntrOp op, Slot a) {
    return code_.compute(Op::IntUn, a, 0, width, int32_t(op));
  };
  size_t count = statement.args.size();
  if (count != (base == "bswap" ? 1 : 2) || !isRegister(statement.args.back()))
    return false;
  const AsmArg &to = statement.args.back();
  Slot value = read(statement.args[0], width);
  Slot isZero = isEqual(value, code_.constant(0));
  if (base == "bswap") {
    write(to, unary(IntrOp::BSwap, value), width);
    return true;
  }
  if (base == "bsf" || base == "bsr") {
    Slot found = unary(base == "bsf" ? IntrOp::CtTz : IntrOp::CtLz, value);
    if (base == "bsr")
      found = code_.compute(Op::Xor, found, code_.constant(width - 1));
    Slot old = read(to, width); // kept if there is no bit set
    Slot result = code_.newSlots();
    code_.emit(Op::Select, result, isZero, old, found);
    write(to, result, width);
  } else {
    IntrOp op = base == "tzcnt"   ? IntrOp::CtTz
                : base == "lzcnt" ? IntrOp::CtLz
                                  : IntrOp::CtPop;
    Slot result = unary(op, value);
    write(to, result, width);
    if (needsFlags_ && base != "popcnt") {
      code_.move(carry_, isZero);
      isZero = isEqual(result, code_.constant(0));
    }
  }
  if (needsFlags_)
    code_.move(zero_, isZero);
  return true;
}

/// bt, bts, btr, btc. In memory the number may reach beyond the first word,
/// unless the text has it.
bool AsmDecoder::executeBitTest(const AsmStatement &statement, StringRef base,
                                uint32_t width) {
  if (statement.args.size() != 2 || width < 16 ||
      statement.args[1].kind == AsmArg::Number)
    return false;
  const AsmArg &from = statement.args[0], &to = statement.args[1];
  Slot number = read(from, width);
  Slot bit = code_.compute(Op::And, number, code_.constant(width - 1));
  Slot mask = compute(Instruction::Shl, code_.constant(1), bit, width);
  uint64_t ones = width < 64 ? (1ull << width) - 1 : ~0ull;
  Slot others = code_.compute(Op::Xor, mask, code_.constant(ones));
  Slot address = kNoSlot;
  if (isMemory(to)) {
    address = addressOf(to);
    if (from.kind != AsmArg::Number) {
      Slot wideNumber =
          width < 64 ? code_.compute(Op::SExt, number, width, 64) : number;
      Slot shift = code_.constant(width == 64 ? 6 : width == 32 ? 5 : 4);
      Slot index = code_.compute(Op::AShr, wideNumber, shift, 64);
      address = code_.compute(Op::LeaX, address, index, width / 8);
    }
  }
  Slot old;
  if (address != kNoSlot && statement.isLocked && base != "bt") {
    RmwOp op = base == "bts"   ? RmwOp::Or
               : base == "btr" ? RmwOp::And
                               : RmwOp::Xor;
    old = update(op, address, base == "btr" ? others : mask, width);
  } else {
    old = address != kNoSlot ? load(address, width) : read(to, width);
    Slot changed = base == "bts"   ? code_.compute(Op::Or, old, mask)
                   : base == "btr" ? code_.compute(Op::And, old, others)
                                   : code_.compute(Op::Xor, old, mask);
    if (base != "bt" && address != kNoSlot)
      store(address, changed, width);
    else if (base != "bt")
      write(to, changed, width);
  }
  if (needsFlags_) {
    Slot moved = compute(Instruction::LShr, old, bit, width);
    code_.move(carry_, code_.compute(Op::And, moved, code_.constant(1)));
  }
  return true;
}

//===--- Conditions and jumps ---------------------------------------------===//

/// setcc, cmovcc
bool AsmDecoder::executeConditional(const AsmStatement &statement) {
  StringRef name = statement.mnemonic;
  if (name.consume_front("set")) {
    Slot flag = condition(name);
    if (flag == kNoSlot || statement.args.size() != 1 ||
        statement.args[0].kind == AsmArg::Number)
      return false;
    write(statement.args[0], flag, 8);
    return true;
  }
  name = name.drop_front(4);
  if (statement.args.size() != 2 || !isRegister(statement.args[1]))
    return false;
  Slot flag = condition(name);
  StringRef suffix;
  if (flag == kNoSlot && !name.empty()) {
    suffix = name.take_back();
    flag = condition(name.drop_back());
  }
  uint32_t width = widthOf(statement, suffix);
  if (flag == kNoSlot || width < 16 || width > 64)
    return false;
  Slot value = read(statement.args[0], width);
  Slot old = read(statement.args[1], width);
  Slot result = code_.newSlots();
  code_.emit(Op::Select, result, flag, value, old);
  write(statement.args[1], result, width);
  return true;
}

/// `1b` and `1f` are the last place 1 and the next one.
Label AsmDecoder::labelFor(StringRef name, bool isPlace) {
  StringRef number = name;
  char direction = 0;
  if (!isPlace && name.size() > 1 && isDigit(name.front()) &&
      (name.back() == 'b' || name.back() == 'f')) {
    direction = name.back();
    number = name.drop_back();
  }
  auto placed = placed_.find(number);
  if (!isPlace && direction != 'f' && placed != placed_.end())
    return placed->second;
  auto [found, isNew] = ahead_.try_emplace(number, 0);
  if (isNew)
    found->second = code_.newLabel();
  Label label = found->second;
  if (isPlace) {
    ahead_.erase(number);
    placed_[number] = label;
  }
  return label;
}

bool AsmDecoder::executeJump(const AsmStatement &statement, StringRef name) {
  if (statement.args.size() != 1 || statement.args[0].kind != AsmArg::Label)
    return false;
  if (name == "mp") {
    code_.jump(labelFor(statement.args[0].label, false));
    return true;
  }
  Slot flag = condition(name);
  if (flag == kNoSlot)
    return false;
  Label yes = code_.newLabel(), no = code_.newLabel();
  code_.emit(Op::Br, 0, flag, 0, no, int32_t(yes));
  code_.bind(yes);
  code_.jump(labelFor(statement.args[0].label, false));
  code_.bind(no);
  return true;
}

//===--- Without operands
//--------------------------------------------------===//

/// An x86-64 without extensions but cmpxchg16b (docs/libraries.md).
void AsmDecoder::cpuid() {
  struct Answer {
    StringRef reg;
    uint32_t leaf0, leaf1;
  };
  // "GenuineIntel"; cx16; fpu, tsc, cx8, cmov, fxsr, sse, sse2.
  constexpr uint32_t kFeatures =
      1u << 0 | 1u << 4 | 1u << 8 | 1u << 15 | 1u << 24 | 1u << 25 | 1u << 26;
  const Answer answers[] = {{"ax", 1, 0x6f0},
                            {"bx", 0x756e6547, 0},
                            {"cx", 0x6c65746e, 1u << 13},
                            {"dx", 0x49656e69, kFeatures}};
  Slot leaf = cut(machine("ax"), 32);
  Slot isFirst = isEqual(leaf, code_.constant(0));
  Slot isSecond = isEqual(leaf, code_.constant(1));
  for (const Answer &answer : answers) {
    Slot rest = code_.newSlots();
    code_.emit(Op::Select, rest, isSecond, code_.constant(answer.leaf1),
               code_.constant(0));
    code_.emit(Op::Select, machine(answer.reg), isFirst,
               code_.constant(answer.leaf0), rest);
  }
}

/// What has no operands; false if it is none of them.
bool AsmDecoder::executePlain(StringRef name) {
  if (name == "nop" || name == "pause" || name == "cld" || name == "endbr64")
    return true;
  if (name == "ud2" || name == "int3") {
    code_.emit(Op::Trap);
    return true;
  }
  if (name == "mfence") {
    fence();
    return true;
  }
  if (name == "lfence" || name == "sfence") { // a later load may overtake
    fence(kNoSeqCst);
    return true;
  }
  if (name == "cpuid") {
    cpuid();
    return true;
  }
  if (name != "rdtsc" && name != "rdtscp")
    return false;
  Slot now = code_.newSlots();
  if (!callModel("__rb_cycles", now))
    return false;
  code_.move(machine("ax"), cut(now, 32));
  code_.move(machine("dx"),
             code_.compute(Op::LShr, now, code_.constant(32), 64));
  if (name == "rdtscp")
    code_.move(machine("cx"), code_.constant(0)); // the first processor
  return true;
}

} // namespace rbcheck
