//===- interp/program/OperandInfo.h - Slots an instruction reads, writes --===//
//
// The one place that states, for each opcode, which slots it reads and which
// it writes. Renumbering, liveness, validation and dumps are built on it.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace rbcheck {

/// The fields of an Insn that may name a slot. CLow is bits 0..15 of c.
enum class Field : uint8_t { Dst, A, B, C, CLow };

/// A range of slots that an instruction reads or writes.
struct SlotUse {
  uint32_t first = 0;
  uint32_t count = 0;
  bool reads = false;
  bool writes = false;
};

/// Calls `visit` for each field of `op` that names a slot.
void forEachSlotField(Op op, llvm::function_ref<void(Field)> visit);

/// Calls `visit` for each slot range that `insn` of `function` uses, with the
/// arguments of calls. Needs the layouts of the program and an instruction
/// whose layout and call site numbers are valid.
void forEachSlotUse(const std::vector<Layout> &layouts,
                    const Function &function, const Insn &insn,
                    llvm::function_ref<void(const SlotUse &)> visit);

/// True if field `b` (or `c`) of this opcode is a number of a layout.
bool hasLayoutInB(Op op);
bool hasLayoutInC(Op op);

/// True if bit 31 of `c` is kMarked for this opcode.
bool hasAccessFlags(Op op);

/// True for conditional jumps, whose two targets are imm and c.
bool isConditionalJump(Op op);

/// The landing pad of an Invoked.
inline uint32_t padOf(const Insn &insn) {
  return insn.a | uint32_t(insn.b) << 16;
}

/// True for stores of what a slot holds, plain and of up to eight bytes, or atomic.
inline bool storesSlot(Op op) {
  return (op >= Op::Store8 && op <= Op::StoreX64) || op == Op::AtomicStore;
}

/// True if control never goes on to the next instruction.
bool endsBlock(Op op);

/// True if local variables of a frame that goes on may die here: it must be
/// known which slots are read from here on.
bool endsLives(Op op);

/// True if a thread can stop at this instruction before executing it.
bool canPark(const Insn &insn);

} // namespace rbcheck
