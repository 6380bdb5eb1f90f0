//===- interp/exec/Ops.h - How an instruction is executed -----------------===//
//
// Each opcode is a function opX(pc, r, m, n): the instruction, slot 0 of the
// frame, the machine, and the number of instructions executed before it. It
// ends by a tail call of its successor's function (RB_NEXT, RB_GOTO), so that
// these four stay in registers and every op has a jump of its own to predict;
// or by returning, after park(), raise() or cutPath() said why.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Core.h"

#include <cstring>

namespace rbcheck {

#define RB_DEFINE(name)                                                        \
  RB_CC void op##name(const Insn *pc, uint64_t *r, Core *m, uint64_t n)

#define RB_OP(name, operands, effect) RB_DEFINE(name);
#include "interp/program/Opcodes.def"
#undef RB_OP

/// Any instruction of a program with symbolic inputs (SymbolicOps.cpp).
RB_DEFINE(Shadowed);

/// Goes on with the instruction `delta` further.
#define RB_GOTO(delta)                                                         \
  do {                                                                         \
    const Insn *next = pc + (delta);                                           \
    [[clang::musttail]] return m->ops[unsigned(next->op)](next, r, m, n + 1);  \
  } while (0)
#define RB_NEXT() RB_GOTO(1)

/// Goes on at m->top->pc with that frame (after calls and returns).
#define RB_RESUME(from)                                                        \
  do {                                                                         \
    const Insn *next = (from);                                                 \
    [[clang::musttail]] return m->ops[unsigned(next->op)](                     \
        next, m->top->base, m, n + 1);                                         \
  } while (0)

/// Goes on as what was called says (Core::After).
#define RB_AFTER(how)                                                          \
  switch (how) {                                                               \
  case Core::After::Next:                                                      \
    RB_NEXT();                                                                 \
  case Core::After::Resume:                                                    \
    RB_RESUME(m->top->pc);                                                     \
  case Core::After::Stop:                                                      \
    return;                                                                    \
  }

inline int64_t signExtend(uint64_t value, unsigned width) {
  return int64_t(value << (64 - width)) >> (64 - width);
}
inline uint64_t truncate(uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((1ull << width) - 1);
}

/// MemSet, if its time has come.
bool setMemory(Core *m, const Insn *pc, uint64_t n, const uint64_t *r);

} // namespace rbcheck
