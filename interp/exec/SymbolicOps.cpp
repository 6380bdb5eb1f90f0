//===- interp/exec/SymbolicOps.cpp - Instructions on terms ----------------===//
//
// Each case says the same as the ordinary function of its opcode, of terms;
// test/unit/SymbolicOpsTest.cpp compares the two. What has no case here is
// executed by the ordinary function once what it reads is known.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"

namespace rbcheck {

RB_DEFINE(Shadowed) {
  const Op op = unwatched(pc->op);
  const Symbolic::Executed executed = m->symbolic->execute(op, pc, r, n);
  switch (executed.way) {
  case Symbolic::Way::Plain:
    [[clang::musttail]] return m->ops[unsigned(op)](pc, r, m, n);
  case Symbolic::Way::Next:
    RB_NEXT();
  case Symbolic::Way::Jump:
    RB_GOTO(executed.delta);
  case Symbolic::Way::Resume:
    RB_RESUME(m->top->pc);
  case Symbolic::Way::Stop:
    return;
  }
}

// What an instruction reads and writes ------------------------------------------

const std::vector<SlotUse> &Symbolic::usesOf(const Insn *pc) {
  const Function &fn = *core_.top->fn;
  auto &all = uses_[&fn - core_.program.functions.data()];
  if (all.empty()) {
    all.resize(fn.code.size());
    for (size_t i = 0; i < fn.code.size(); ++i) {
      Insn plain = fn.code[i];
      plain.op = unwatched(plain.op);
      forEachSlotUse(core_.program.layouts, fn, plain,
                     [&](const SlotUse &use) { all[i].push_back(use); });
    }
  }
  return all[pc - fn.code.data()];
}

bool Symbolic::readsOpen(const Insn *pc, const uint64_t *r) {
  for (const SlotUse &use : usesOf(pc))
    if (use.reads && isOpen(r + use.first, use.count))
      return true;
  return false;
}

void Symbolic::clearWrites(const Insn *pc, uint64_t *r) {
  for (const SlotUse &use : usesOf(pc))
    if (use.writes)
      clearSlots(r + use.first, use.count);
}

bool Symbolic::fixReads(const Insn *pc, uint64_t n, uint64_t *r) {
  for (const SlotUse &use : usesOf(pc))
    if (use.reads && !fix(pc, n, r + use.first, use.count))
      return false;
  return true;
}

// Terms of results -----------------------------------------------------------------

namespace {

TermRef one(TermOp op, TermRef a, TermRef b) { return term::binary(op, a, b); }
TermRef number(uint64_t value, unsigned bits) {
  return term::constant(value, bits);
}
TermRef signOf(TermRef value) {
  return term::extract(value, value->width - 1, 1);
}
/// The amount of a shift: mod the width.
TermRef amountOf(TermRef amount) {
  return one(TermOp::URem, amount, number(amount->width, amount->width));
}

} // namespace

std::optional<TermRef> Symbolic::binary(Op op, const Insn *pc,
                                        const uint64_t *r) const {
  const uint64_t *a = r + pc->a, *b = r + pc->b;
  auto both = [&](TermOp with, unsigned bits) {
    return one(with, valueOf(a, bits), valueOf(b, bits));
  };
  switch (op) {
  case Op::Add32: return both(TermOp::Add, 32);
  case Op::Add64: return both(TermOp::Add, 64);
  case Op::AddN: return both(TermOp::Add, pc->c);
  case Op::Sub32: return both(TermOp::Sub, 32);
  case Op::Sub64: return both(TermOp::Sub, 64);
  case Op::SubN: return both(TermOp::Sub, pc->c);
  case Op::Mul32: return both(TermOp::Mul, 32);
  case Op::Mul64: return both(TermOp::Mul, 64);
  case Op::MulN: return both(TermOp::Mul, pc->c);
  case Op::And: return both(TermOp::And, widthOf(a, b));
  case Op::Or: return both(TermOp::Or, widthOf(a, b));
  case Op::Xor: return both(TermOp::Xor, widthOf(a, b));
  case Op::Shl:
  case Op::Shl32:
  case Op::Shl64:
    return one(TermOp::Shl, valueOf(a, pc->c), amountOf(valueOf(b, pc->c)));
  case Op::LShr:
  case Op::LShr32:
  case Op::LShr64:
    return one(TermOp::LShr, valueOf(a, pc->c), amountOf(valueOf(b, pc->c)));
  case Op::AShr:
  case Op::AShr32:
  case Op::AShr64:
    return one(TermOp::AShr, valueOf(a, pc->c), amountOf(valueOf(b, pc->c)));
  case Op::Trunc:
  case Op::Trunc8:
  case Op::Trunc32: return valueOf(a, pc->c);
  case Op::SExt:
  case Op::SExt32: return term::signExtend(valueOf(a, pc->b), pc->c);
  case Op::IntUn:
  case Op::IntBin:
  case Op::FunnelShift:
    return intrinsic(pc, r);
  default: return compare(op, pc, r);
  }
}

std::optional<TermRef> Symbolic::compare(Op op, const Insn *pc,
                                         const uint64_t *r) const {
  const uint64_t *a = r + pc->a, *b = r + pc->b;
  auto less = [&](TermOp with, unsigned bits) {
    return one(with, valueOf(a, bits), valueOf(b, bits));
  };
  auto lessOrEqual = [&](TermOp with, unsigned bits) {
    return term::negate(one(with, valueOf(b, bits), valueOf(a, bits)));
  };
  const unsigned bits = widthOf(a, b);
  switch (op) {
  case Op::CmpEq:
  case Op::BrEq: return less(TermOp::Eq, bits);
  case Op::CmpNe:
  case Op::BrNe: return term::negate(less(TermOp::Eq, bits));
  case Op::CmpULt:
  case Op::BrULt: return less(TermOp::ULt, bits);
  case Op::CmpULe:
  case Op::BrULe: return lessOrEqual(TermOp::ULt, bits);
  case Op::CmpSLt32:
  case Op::BrSLt32: return less(TermOp::SLt, 32);
  case Op::CmpSLe32:
  case Op::BrSLe32: return lessOrEqual(TermOp::SLt, 32);
  case Op::CmpSLt64:
  case Op::BrSLt64: return less(TermOp::SLt, 64);
  case Op::CmpSLe64:
  case Op::BrSLe64: return lessOrEqual(TermOp::SLt, 64);
  case Op::CmpSLtN: return less(TermOp::SLt, pc->c);
  case Op::CmpSLeN: return lessOrEqual(TermOp::SLt, pc->c);
  case Op::Br: return valueOf(a, 1);
  default: return std::nullopt;
  }
}

std::optional<TermRef> Symbolic::intrinsic(const Insn *pc,
                                           const uint64_t *r) const {
  if (unwatched(pc->op) != Op::IntBin && unwatched(pc->op) != Op::IntUn)
    return std::nullopt;
  const unsigned bits = pc->c;
  const TermRef a = valueOf(r + pc->a, bits);
  switch (IntrOp(pc->imm)) {
  case IntrOp::Abs:
    return term::ite(signOf(a), one(TermOp::Sub, number(0, bits), a), a);
  case IntrOp::BSwap: {
    TermRef out = term::extract(a, 0, 8);
    for (unsigned at = 8; at < bits; at += 8)
      out = term::concat(out, term::extract(a, at, 8));
    return out;
  }
  default:
    break;
  }
  if (unwatched(pc->op) != Op::IntBin)
    return std::nullopt;
  const TermRef b = valueOf(r + pc->b, bits);
  switch (IntrOp(pc->imm)) {
  case IntrOp::SMax: return term::ite(one(TermOp::SLt, b, a), a, b);
  case IntrOp::SMin: return term::ite(one(TermOp::SLt, a, b), a, b);
  case IntrOp::UMax: return term::ite(one(TermOp::ULt, b, a), a, b);
  case IntrOp::UMin: return term::ite(one(TermOp::ULt, a, b), a, b);
  case IntrOp::UAddSat: {
    const TermRef sum = one(TermOp::Add, a, b);
    return term::ite(one(TermOp::ULt, sum, a), number(~0ull, bits), sum);
  }
  case IntrOp::USubSat:
    return term::ite(one(TermOp::ULt, b, a), one(TermOp::Sub, a, b),
                     number(0, bits));
  default: return std::nullopt;
  }
}

/// IntOvf. False if it is left to the ordinary function.
bool Symbolic::overflow(const Insn *pc, uint64_t *r) {
  const unsigned bits = pc->c;
  const TermRef a = valueOf(r + pc->a, bits), b = valueOf(r + pc->b, bits);
  TermRef value, isOver;
  switch (IntrOp(pc->imm)) {
  case IntrOp::UAddO:
    value = one(TermOp::Add, a, b);
    isOver = one(TermOp::ULt, value, a);
    break;
  case IntrOp::USubO:
    value = one(TermOp::Sub, a, b);
    isOver = one(TermOp::ULt, a, b);
    break;
  case IntrOp::SAddO:
    value = one(TermOp::Add, a, b);
    isOver = signOf(one(TermOp::And, one(TermOp::Xor, a, value),
                        one(TermOp::Xor, b, value)));
    break;
  case IntrOp::SSubO:
    value = one(TermOp::Sub, a, b);
    isOver = signOf(
        one(TermOp::And, one(TermOp::Xor, a, b), one(TermOp::Xor, a, value)));
    break;
  case IntrOp::UMulO:
  case IntrOp::SMulO: {
    if (bits > 32)
      return false;
    auto extend = IntrOp(pc->imm) == IntrOp::SMulO ? term::signExtend
                                                   : term::zeroExtend;
    const TermRef wide =
        one(TermOp::Mul, extend(a, 2 * bits), extend(b, 2 * bits));
    value = term::extract(wide, 0, bits);
    isOver = term::negate(one(TermOp::Eq, extend(value, 2 * bits), wide));
    break;
  }
  default:
    return false;
  }
  set(r + pc->dst, value);
  set(r + pc->dst + 1, isOver);
  return true;
}

// Instructions -------------------------------------------------------------------------

Symbolic::Executed Symbolic::move(const Insn *pc, uint64_t *r, uint64_t *from,
                                  uint32_t count) {
  llvm::SmallVector<TermRef, 8> terms;
  for (uint32_t i = 0; i < count; ++i)
    terms.push_back(valueOf(from + i, isOpen(from + i)
                                          ? shadow(from + i)->width
                                          : 64));
  for (uint32_t i = 0; i < count; ++i)
    set(r + pc->dst + i, terms[i]);
  return {Way::Next};
}

Symbolic::Executed Symbolic::divide(Op op, const Insn *pc, uint64_t *r,
                                    uint64_t n) {
  const bool isSigned = op == Op::SDiv || op == Op::SRem;
  const unsigned bits =
      isSigned ? pc->c : widthOf(r + pc->a, r + pc->b);
  const TermRef a = valueOf(r + pc->a, bits), b = valueOf(r + pc->b, bits);
  const std::optional<uint64_t> isZero =
      decide(pc, n, one(TermOp::Eq, b, number(0, bits)));
  if (!isZero)
    return {Way::Stop};
  std::optional<uint64_t> isOver = 0;
  if (isSigned && !*isZero)
    isOver = decide(
        pc, n,
        one(TermOp::And, one(TermOp::Eq, b, number(~0ull, bits)),
            one(TermOp::Eq, a, number(1ull << (bits - 1), bits))));
  if (!isOver)
    return {Way::Stop};
  // The ordinary function raises the fault.
  if (*isZero || *isOver) {
    if (!fix(pc, n, r + pc->b) || (*isOver && !fix(pc, n, r + pc->a)))
      return {Way::Stop};
    return {Way::Plain};
  }
  const TermOp with = op == Op::SDiv   ? TermOp::SDiv
                      : op == Op::SRem ? TermOp::SRem
                      : op == Op::UDiv ? TermOp::UDiv
                                       : TermOp::URem;
  set(r + pc->dst, one(with, a, b));
  return {Way::Next};
}

Symbolic::Executed Symbolic::branch(Op op, const Insn *pc, uint64_t *r,
                                    uint64_t n) {
  const std::optional<uint64_t> holds = decide(pc, n, *compare(op, pc, r));
  if (!holds)
    return {Way::Stop};
  return {Way::Jump, *holds ? pc->imm : int32_t(pc->c)};
}

Symbolic::Executed Symbolic::switchOn(const Insn *pc, uint64_t *r,
                                      uint64_t n) {
  const SwitchTable &table = core_.top->fn->switches[pc->c];
  std::vector<SwitchTable::Case> cases = table.cases;
  for (size_t i = 0; i < table.dense.size(); ++i)
    cases.push_back({table.low + i, table.dense[i]});
  const TermRef value = valueOf(r + pc->a, 64);
  // Which case it is, counted from 1; 0 is none of them.
  constexpr unsigned kBits = 32;
  TermRef which = number(0, kBits);
  for (size_t i = cases.size(); i > 0; --i)
    which = term::ite(one(TermOp::Eq, value, number(cases[i - 1].value, 64)),
                      number(i, kBits), which);
  const std::optional<uint64_t> chosen =
      decide(pc, n, which, uint32_t(cases.size()) + 1);
  if (!chosen)
    return {Way::Stop};
  return {Way::Jump,
          *chosen ? cases[*chosen - 1].target : table.defaultTarget};
}

Symbolic::Executed Symbolic::execute(Op op, const Insn *pc, uint64_t *r,
                                     uint64_t n) {
  if (isReturning_)
    deliver(pc, r);
  if (!resume(pc, n))
    return {Way::Stop};
  if ((op == Op::JmpBack || op == Op::IndirectBr) && hasDecided_ &&
      core_.state.scalars().live > 1) {
    // Others must not wait for a loop of decisions.
    hasDecided_ = false;
    core_.pause(pc, n);
    return {Way::Stop};
  }
  if (!hasRegisters() && !hasBytes() && op != Op::CallModel &&
      op != Op::CallIndirect)
    return {Way::Plain};
  switch (op) {
  case Op::Call: return hasRegisters() ? call(pc, r, n) : Executed{};
  case Op::CallModel:
  case Op::CallIndirect: return callModel(op, pc, r, n);
  case Op::Ret: return hasRegisters() ? ret(pc, r, n) : Executed{};
  case Op::Invoked: return {Way::Plain}; // writes when it is unwound to only
  case Op::ExtractAt:
    if (std::optional<Executed> done = element(op, pc, r, n))
      return *done;
    break;
  case Op::InsertAt: // keeps the other elements
    if (std::optional<Executed> done = element(op, pc, r, n))
      return *done;
    if (!fix(pc, n, r + pc->dst, pc->c * uint32_t(pc->imm)) ||
        !fixReads(pc, n, r))
      return {Way::Stop};
    return {Way::Plain};
  case Op::Mov:
    return hasRegisters() ? move(pc, r, r + pc->a, 1) : Executed{};
  case Op::Mov2:
    return hasRegisters() ? move(pc, r, r + pc->a, 2) : Executed{};
  case Op::MovN:
    return hasRegisters() ? move(pc, r, r + pc->a, pc->c) : Executed{};
  case Op::MemSet: return fill(pc, r, n);
  case Op::LeaX:
    if (isUndefined(r + pc->a) || isUndefined(r + pc->b))
      break;
    if (!fixIndex(pc, n, r, 0, /*isUsed=*/false))
      return {Way::Stop};
    clearWrites(pc, r);
    return {Way::Plain};
  case Op::Select:
  case Op::SelectN: {
    if (!hasRegisters())
      return {};
    const uint32_t count = op == Op::Select ? 1 : uint32_t(pc->imm);
    if (isUndefined(r + pc->a)) {
      for (uint32_t i = 0; i < count; ++i)
        set(r + pc->dst + i, term::ite(valueOf(r + pc->a, 1),
                                       valueOf(r + pc->b + i, 64),
                                       valueOf(r + pc->c + i, 64)));
      return {Way::Next};
    }
    if (op == Op::Select)
      if (const std::optional<Executed> chosen = choose(pc, r))
        return *chosen;
    const std::optional<uint64_t> holds =
        decide(pc, n, valueOf(r + pc->a, 1));
    if (!holds)
      return {Way::Stop};
    return move(pc, r, r + (*holds ? pc->b : pc->c), count);
  }
  case Op::Load8: case Op::Load16: case Op::Load32: case Op::Load64:
  case Op::LoadX8: case Op::LoadX16: case Op::LoadX32: case Op::LoadX64:
  case Op::LoadL: case Op::AtomicLoad:
    return load(op, pc, r, n);
  case Op::Store8: case Op::Store16: case Op::Store32: case Op::Store64:
  case Op::StoreX8: case Op::StoreX16: case Op::StoreX32: case Op::StoreX64:
  case Op::StoreL: case Op::AtomicStore:
    return store(op, pc, r, n);
  case Op::AtomicRmw: return update(pc, r, n);
  case Op::CmpXchg: return exchange(pc, r, n);
  default:
    break;
  }
  if (!hasRegisters())
    return {Way::Plain};
  if (!readsOpen(pc, r)) {
    clearWrites(pc, r);
    return {Way::Plain};
  }
  if (reports() && !settleMixed(pc, n, r))
    return {Way::Stop};
  switch (op) {
  case Op::UDiv: case Op::URem: case Op::SDiv: case Op::SRem:
    return divide(op, pc, r, n);
  case Op::Br: case Op::BrEq: case Op::BrNe: case Op::BrULt: case Op::BrULe:
  case Op::BrSLt32: case Op::BrSLe32: case Op::BrSLt64: case Op::BrSLe64:
    return branch(op, pc, r, n);
  case Op::Switch: return switchOn(pc, r, n);
  case Op::IntOvf:
    if (overflow(pc, r))
      return {Way::Next};
    break;
  default:
    if (isPointerInvolved(op, pc, r))
      break;
    if (std::optional<TermRef> value = binary(op, pc, r)) {
      set(r + pc->dst, *value);
      return {Way::Next};
    }
    break;
  }
  if (spread(op, pc, r))
    return {Way::Next};
  if (!fixReads(pc, n, r))
    return {Way::Stop};
  clearWrites(pc, r);
  return {Way::Plain};
}

/// Arithmetic with the address of an object: terms hold no pointers.
bool Symbolic::isPointerInvolved(Op op, const Insn *pc,
                                 const uint64_t *r) const {
  switch (op) {
  case Op::Add64: case Op::Sub64: case Op::And: case Op::Or: case Op::Xor:
    break;
  default:
    return false;
  }
  for (const uint64_t *slot : {r + pc->a, r + pc->b})
    if (!isOpen(slot) && *slot >> kOffsetBits && core_.extentAt(*slot))
      return true;
  return false;
}

} // namespace rbcheck
