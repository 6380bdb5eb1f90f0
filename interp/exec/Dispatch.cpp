//===- interp/exec/Dispatch.cpp - The table of op functions ---------------===//
//
// One row per opcode, from Opcodes.def, and three more for each: where it is
// watched (Watches.h), shadowed (Symbolic.h), and both; moves and control flow
// live here too.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Watches.h"

#include <algorithm>

namespace rbcheck {

/// Any watched instruction: says so and does what it would have done.
static RB_DEFINE(Watched) {
  m->watches->reached(pc, n, m->current, m->state);
  if (m->observer) {
    m->top->pc = pc;
    m->observer->reached(m->current, m->placeOf(pc));
  }
  if (pc->op >= asShadowed(Op()))
    [[clang::musttail]] return opShadowed(pc, r, m, n);
  Op op = unwatched(pc->op);
  [[clang::musttail]] return m->ops[unsigned(op)](pc, r, m, n);
}

const OpFunction kOps[kOpForms * kOpCount] = {
#define RB_OP(name, operands, effect) op##name,
#include "interp/program/Opcodes.def"
#undef RB_OP
#define RB_OP(name, operands, effect) opWatched,
#include "interp/program/Opcodes.def"
#undef RB_OP
#define RB_OP(name, operands, effect) opShadowed,
#include "interp/program/Opcodes.def"
#undef RB_OP
#define RB_OP(name, operands, effect) opWatched,
#include "interp/program/Opcodes.def"
#undef RB_OP
};

RB_DEFINE(Mov) {
  r[pc->dst] = r[pc->a];
  RB_NEXT();
}
RB_DEFINE(Mov2) {
  uint64_t low = r[pc->a], high = r[pc->a + 1];
  r[pc->dst] = low;
  r[pc->dst + 1] = high;
  RB_NEXT();
}
RB_DEFINE(MovN) {
  std::memmove(r + pc->dst, r + pc->a, pc->c * sizeof(uint64_t));
  RB_NEXT();
}
RB_DEFINE(LoadImm) {
  r[pc->dst] = uint64_t(int64_t(pc->imm));
  RB_NEXT();
}
RB_DEFINE(Select) {
  r[pc->dst] = r[pc->a] & 1 ? r[pc->b] : r[pc->c];
  RB_NEXT();
}
RB_DEFINE(SelectN) {
  std::memmove(r + pc->dst, r + (r[pc->a] & 1 ? pc->b : pc->c),
               uint32_t(pc->imm) * sizeof(uint64_t));
  RB_NEXT();
}

RB_DEFINE(Jmp) { RB_GOTO(pc->imm); }

/// Apart, so that the jump itself needs no stack.
__attribute__((noinline)) static RB_DEFINE(JmpBackAsking) {
  if (m->mustPause(pc, n))
    return m->pause(pc, n);
  RB_GOTO(pc->imm);
}
RB_DEFINE(JmpBack) {
  if (__builtin_expect(n >= m->askFrom, false))
    [[clang::musttail]] return opJmpBackAsking(pc, r, m, n);
  RB_GOTO(pc->imm);
}

#define RB_BRANCH(name, condition)                                             \
  RB_DEFINE(name) {                                                            \
    if (condition)                                                             \
      RB_GOTO(pc->imm);                                                        \
    RB_GOTO(int32_t(pc->c));                                                   \
  }
RB_BRANCH(Br, r[pc->a] & 1)
RB_BRANCH(BrEq, r[pc->a] == r[pc->b])
RB_BRANCH(BrNe, r[pc->a] != r[pc->b])
RB_BRANCH(BrULt, r[pc->a] < r[pc->b])
RB_BRANCH(BrULe, r[pc->a] <= r[pc->b])
RB_BRANCH(BrSLt32, int32_t(r[pc->a]) < int32_t(r[pc->b]))
RB_BRANCH(BrSLe32, int32_t(r[pc->a]) <= int32_t(r[pc->b]))
RB_BRANCH(BrSLt64, int64_t(r[pc->a]) < int64_t(r[pc->b]))
RB_BRANCH(BrSLe64, int64_t(r[pc->a]) <= int64_t(r[pc->b]))

RB_DEFINE(Invoked) { RB_GOTO(int32_t(pc->c)); }

static int32_t switchTarget(const SwitchTable &table, uint64_t value) {
  if (!table.dense.empty()) {
    uint64_t at = value - table.low;
    return at < table.dense.size() ? table.dense[at] : table.defaultTarget;
  }
  auto found = std::lower_bound(
      table.cases.begin(), table.cases.end(), value,
      [](const SwitchTable::Case &c, uint64_t v) { return c.value < v; });
  return found != table.cases.end() && found->value == value
             ? found->target
             : table.defaultTarget;
}
RB_DEFINE(Switch) {
  RB_GOTO(switchTarget(m->top->fn->switches[pc->c], r[pc->a]));
}

RB_DEFINE(IndirectBr) {
  uint64_t address = r[pc->a];
  const Function &fn = *m->top->fn;
  uint64_t block = (address & (kSpan - 1)) - 1;
  if (!isCanonical(address) || regionOf(address) != RegionKind::Code ||
      &m->program.functions[0] + functionOf(address) != &fn ||
      block >= fn.blocks.size())
    return m->raiseAt(pc, n, FaultKind::InvalidCall,
                      "computed goto to something that is no label of this "
                      "function");
  if (__builtin_expect(n >= m->askFrom, false) && m->mustPause(pc, n))
    return m->pause(pc, n);
  RB_RESUME(fn.code.data() + fn.blocks[block]);
}
RB_DEFINE(Unreachable) {
  (void)r;
  return m->raiseAt(pc, n, FaultKind::Unreachable,
                    pc->c == kMissingReturn
                        ? "end of a non-void function is reached without a "
                          "return"
                        : "code that was promised never to run was reached");
}
RB_DEFINE(Unsupported) {
  (void)r;
  return m->cutPath(pc, n, "unsupported: " + m->program.strings[pc->c]);
}
RB_DEFINE(Trap) {
  (void)r;
  return m->raiseAt(pc, n, FaultKind::Abort, "trap instruction executed");
}

} // namespace rbcheck
