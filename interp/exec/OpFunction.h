//===- interp/exec/OpFunction.h - The functions that execute instructions -===//
//
// What they look like, and how many there are; Ops.h says how they are written.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

namespace rbcheck {

class Core;

// All registers are free for the ops: a slow path then saves nothing that the
// fast path would have to restore. The address sanitizer cannot have that.
#if __has_feature(address_sanitizer)
#define RB_CC
#else
#define RB_CC __attribute__((preserve_none))
#endif
using OpFunction = RB_CC void (*)(const Insn *pc, uint64_t *r, Core *m,
                                  uint64_t n);

constexpr unsigned kOpCount = 0
#define RB_OP(name, operands, effect) +1
#include "interp/program/Opcodes.def"
#undef RB_OP
    ;
/// Plain, watched (Watches.h), shadowed (Symbolic.h), and both.
constexpr unsigned kOpForms = 4;

/// The function of every opcode in every form.
extern const OpFunction kOps[kOpForms * kOpCount];

} // namespace rbcheck
