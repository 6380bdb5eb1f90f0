//===- interp/program/CodeBuilder.h - Collects the code of one function ---===//
//
// While a function is decoded neither the number of its constants nor the
// place of its blocks is known. So code is built with virtual slots (constants
// have a number range of their own) and labels; finish() turns both into what
// Program.h describes: parameters, then constants, then values.
//
// Jumps to a label that is bound already go backwards and become JmpBack.
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace rbcheck {

/// A virtual slot; constants have kConstantBit set.
using Slot = uint32_t;
using Label = uint32_t;
constexpr Slot kConstantBit = 1u << 30;
constexpr Slot kNoSlot = ~0u;

/// An instruction whose slots are virtual and whose jump targets are labels.
struct VirtualInsn {
  Op op;
  Slot dst = 0;
  Slot a = 0;
  Slot b = 0;
  uint32_t c = 0;
  int32_t imm = 0;
  uint32_t cBits = 0; ///< or-ed to c once c is a real slot
  uint32_t loc = 0;
  uint64_t mark = 0;
};

struct VirtualArg {
  Slot slot;
  Arg arg;
};

struct VirtualCall {
  CallSite site; ///< without args and slots
  std::vector<VirtualArg> args;
  std::vector<Slot> slots;
};

struct VirtualSwitch {
  Label defaultTarget = 0;
  std::vector<std::pair<uint64_t, Label>> cases;
};

/// One slot to be copied in a parallel move.
struct SlotMove {
  Slot to;
  Slot from;
};

class CodeBuilder {
public:
  explicit CodeBuilder(uint32_t paramSlots) : slots_(paramSlots) {
    paramSlots_ = paramSlots;
  }

  uint32_t paramSlots() const { return paramSlots_; }
  Slot newSlots(uint32_t count = 1);
  Slot constant(uint64_t value);
  /// Adjacent constant slots that hold `values`.
  Slot constants(llvm::ArrayRef<uint64_t> values);

  VirtualInsn &emit(Op op, Slot dst = 0, Slot a = 0, Slot b = 0, uint32_t c = 0,
                    int32_t imm = 0);
  /// emit() into a new slot, which is returned.
  Slot compute(Op op, Slot a = 0, Slot b = 0, uint32_t c = 0, int32_t imm = 0);

  /// Copies `count` slots; nothing if both are the same.
  void move(Slot to, Slot from, uint32_t count = 1);
  /// Copies all at once: every source is read before any target is written.
  void parallelMove(llvm::ArrayRef<SlotMove> moves);

  Label newLabel();
  void bind(Label label);
  bool isBound(Label label) const { return labels_[label] != kUnbound; }
  /// Jmp or JmpBack.
  void jump(Label label);

  uint32_t addCall(VirtualCall call);
  uint32_t addSwitch(VirtualSwitch table);
  /// Names a place for Function::blocks.
  void setBlocks(std::vector<Label> blocks) { blocks_ = std::move(blocks); }

  /// Source location of the instructions that follow.
  void setLoc(uint32_t loc) { loc_ = loc; }

  /// Where the next instruction goes; code since then can be looked at.
  size_t position() const { return code_.size(); }

  /// Fills the code and the tables of `out`; false if it has too many slots.
  bool finish(Function &out);
  /// The slot of a frame that a slot becomes, once all code is there.
  uint32_t realSlot(Slot slot) const;

private:
  static constexpr uint32_t kUnbound = ~0u;

  Insn realInsn(const VirtualInsn &from, uint32_t pc) const;
  uint32_t targetOf(Label label) const;
  void finishCalls(Function &out) const;
  void finishSwitches(Function &out) const;

  uint32_t paramSlots_ = 0;
  uint32_t slots_;
  uint32_t loc_ = 0;
  std::vector<VirtualInsn> code_;
  std::vector<uint64_t> constants_;
  std::map<std::vector<uint64_t>, Slot> constantRuns_;
  std::vector<uint32_t> labels_;
  std::vector<VirtualCall> calls_;
  std::vector<VirtualSwitch> switches_;
  std::vector<uint32_t> switchAt_;
  std::vector<Label> blocks_;
};

} // namespace rbcheck
