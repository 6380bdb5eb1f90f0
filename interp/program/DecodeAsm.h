//===- interp/program/DecodeAsm.h - Inline assembly, as instructions ------===//
//
// Understands what programs write between threads: barriers, fences, pause,
// read-modify-writes with and without lock, compare-and-exchange of up to 16
// bytes, bit tests and scans, moves and arithmetic around them, conditions and
// jumps, rdtsc and cpuid. Each register has a slot of its own, which
// statements change as they go. Anything else is an Unsupported instruction
// with the text.
//
// What an x86 does is kept in every memory model: a plain move acquires or
// releases, and no more (the store may wait in a buffer); a locked instruction
// and xchg are fences as well. Assembly has no data races: whoever writes it
// knows the machine.
//
// The parts: DecodeAsm.cpp operands, registers, memory and flags;
// DecodeAsmOps.cpp moves and arithmetic, DecodeAsmBits.cpp other statements.
// Tested by test/unit/DecodeTest.cpp and
// test/interp/asm*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/AsmText.h"
#include "interp/program/DecodeFunction.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"

namespace rbcheck {

class AsmDecoder {
public:
  AsmDecoder(FunctionDecoder &decoder, const llvm::CallBase &call)
      : decoder_(decoder), code_(decoder.code_), call_(call),
        access_(decoder.accessOf(call)) {}

  /// False if something was not understood; code may have been emitted.
  bool run();

private:
  struct Operand {
    bool isOutput = false;
    bool isMemory = false;
    llvm::Type *type = nullptr; ///< of the value, in memory or register
    Slot slot = 0;              ///< the address, or the register
    int tiedTo = -1;            ///< input in the register of that output
    std::string constraint;     ///< "{ax}", "{@ccz}", "r", ...
    const llvm::Value *value = nullptr; ///< of an input or an address
  };

  // DecodeAsm.cpp: operands and registers.
  bool readOperands();
  bool readOperand(const llvm::InlineAsm::ConstraintInfo &info,
                   unsigned &argument, unsigned &result);
  void initRegisters(llvm::ArrayRef<AsmStatement> statements);
  Slot machine(llvm::StringRef reg);
  bool isRegister(const AsmArg &arg);
  bool isMemory(const AsmArg &arg);
  bool isKnown(const AsmArg &arg);
  Operand &at(const AsmRef &ref);
  Slot registerOf(const AsmRef &ref);
  uint32_t widthOf(const AsmRef &ref);
  uint32_t widthOf(const AsmStatement &statement, llvm::StringRef suffix);
  Slot addressOf(const AsmArg &arg);
  Slot cut(Slot value, uint32_t width);
  Slot read(const AsmArg &arg, uint32_t width);
  void write(const AsmArg &to, Slot value, uint32_t width);
  void writeRegister(Slot to, Slot value, uint32_t width);
  bool finish();

  // Memory: an access of its own, or one that is locked.
  Slot load(Slot address, uint32_t width);
  void store(Slot address, Slot value, uint32_t width);
  void fence(uint32_t order = 0);
  Slot update(RmwOp op, Slot address, Slot value, uint32_t width);
  /// Old value, then whether it was exchanged.
  Slot exchange(Slot address, Slot expected, Slot desired, uint32_t width,
                bool isLocked);
  /// The result of a library function of no arguments.
  bool callModel(llvm::StringRef name, Slot to);

  // Flags; computed only if something looks at them.
  Slot bitOf(Slot value, uint32_t bit);
  Slot invert(Slot flag) {
    return code_.compute(Op::Xor, flag, code_.constant(1));
  }
  void setZeroSign(Slot result, uint32_t width);
  /// Carry and overflow of a + b = sum.
  void setCarried(Slot a, Slot b, Slot sum, uint32_t width, bool withCarry);
  void setAdded(Slot a, Slot b, Slot result, uint32_t width, bool withCarry);
  void setSubtracted(Slot a, Slot b, Slot result, uint32_t width,
                     bool withCarry);
  void setLogic(Slot result, uint32_t width);
  /// kNoSlot if there is no such condition.
  Slot condition(llvm::StringRef name);

  llvm::Type *intType(uint32_t width) {
    return llvm::Type::getIntNTy(call_.getContext(), width);
  }
  Slot compute(unsigned opcode, Slot a, Slot b, uint32_t width);
  Slot isEqual(Slot a, Slot b) { return code_.compute(Op::CmpEq, a, b); }
  Slot wide(WideOp op, Slot a, Slot b);
  Slot pair(Slot low, Slot high);

  // DecodeAsmOps.cpp, DecodeAsmBits.cpp: statements.
  bool execute(const AsmStatement &statement);
  bool executePlain(llvm::StringRef name);
  bool executeConditional(const AsmStatement &statement);
  bool executeJump(const AsmStatement &statement, llvm::StringRef condition);
  bool executeExtend(const AsmStatement &statement);
  bool executeExchange(const AsmStatement &statement, llvm::StringRef base,
                       uint32_t width);
  bool executeCompareExchange(const AsmStatement &statement, uint32_t width);
  bool executeDouble(const AsmStatement &statement, uint32_t half);
  Slot negateLocked(Slot address, uint32_t width);
  bool executeArithmetic(const AsmStatement &statement, llvm::StringRef base,
                         uint32_t width);
  bool executeCarry(const AsmStatement &statement, bool isAdd, uint32_t width);
  bool executeMultiply(const AsmStatement &statement, llvm::StringRef base,
                       uint32_t width);
  bool executeShift(const AsmStatement &statement, llvm::StringRef base,
                    uint32_t width);
  bool executeCount(const AsmStatement &statement, llvm::StringRef base,
                    uint32_t width);
  bool executeBitTest(const AsmStatement &statement, llvm::StringRef base,
                      uint32_t width);
  void cpuid();
  Label labelFor(llvm::StringRef name, bool isPlace);

  FunctionDecoder &decoder_;
  CodeBuilder &code_;
  const llvm::CallBase &call_;
  FunctionDecoder::Access access_;
  llvm::SmallVector<Operand, 6> operands_;
  llvm::StringMap<Slot> registers_;
  bool needsFlags_ = false;
  Slot zero_ = kNoSlot, carry_ = kNoSlot, sign_ = kNoSlot, overflow_ = kNoSlot;
  llvm::StringMap<Label> ahead_;  ///< jumped to, not there yet
  llvm::StringMap<Label> placed_; ///< the last place of that name
};

} // namespace rbcheck
