//===- interp/exec/SymbolicMemory.cpp - Accesses to memory with shadows ---===//
//
// Addresses have to be known (SymbolicIndex.cpp), values need not. What other
// threads can see is decided by the same functions as for ordinary values
// (loadSlow, storeSlow), so that races and scheduling points are the same.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"

namespace rbcheck {

namespace {

struct Accessed {
  uint64_t address = 0;
  uint64_t size = 0;
  bool isAtomic = false;
  bool isByLayout = false;
};

bool isIndexed(Op op) {
  return (op >= Op::LoadX8 && op <= Op::LoadX64) ||
         (op >= Op::StoreX8 && op <= Op::StoreX64);
}

uint64_t sizeOf(Core &core, Op op, const Insn *pc) {
  switch (op) {
  case Op::Load8: case Op::LoadX8: case Op::Store8: case Op::StoreX8:
    return 1;
  case Op::Load16: case Op::LoadX16: case Op::Store16: case Op::StoreX16:
    return 2;
  case Op::Load32: case Op::LoadX32: case Op::Store32: case Op::StoreX32:
    return 4;
  case Op::AtomicLoad: case Op::AtomicStore:
    return pc->b;
  case Op::LoadL: case Op::StoreL:
    return core.program.layouts[pc->b].size;
  default:
    return 8;
  }
}

/// Of a load or store whose address is known.
Accessed accessOf(Core &core, Op op, const Insn *pc, const uint64_t *r) {
  Accessed access;
  access.size = sizeOf(core, op, pc);
  access.isAtomic = op == Op::AtomicLoad || op == Op::AtomicStore;
  access.isByLayout = op == Op::LoadL || op == Op::StoreL;
  uint64_t delta = uint64_t(int64_t(pc->imm));
  if (isIndexed(op))
    delta += r[pc->b] * (pc->c & kScaleMask);
  access.address = core.stepPointer(r[pc->a], delta);
  return access;
}

} // namespace

/// Values that other threads may see late are known ones (docs/inputs.md).
bool Symbolic::isWeakAccess(const Insn *pc) const {
  const Op op = unwatched(pc->op);
  if (reports() && core_.options.memory == MemoryModel::C11 &&
      op != Op::AtomicLoad && op != Op::AtomicStore)
    return false; // nobody sees these late
  return core_.options.memory != MemoryModel::Sc && core_.multi &&
         pc->c & kMarked;
}

TermRef Symbolic::bytesAt(uint64_t address, const uint8_t *bytes,
                          unsigned count) const {
  TermRef value = nullptr;
  const Shadows &shadows = *core_.state.shadows();
  const llvm::ArrayRef<ByteShadow> open =
      shadows.bytesIn(address, address + count);
  const std::vector<UnsetRange> unset =
      shadows.unsetIn(address, address + count);
  const bool hasBuffered = core_.hasBuffered(core_.current);
  if (!hasBuffered && !unset.empty() && unset[0].to - unset[0].from == count)
    return term::undefined(8 * count, unset[0].origin);
  size_t next = 0;
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t at = address + i;
    TermRef byte = nullptr;
    if (next < open.size() && open[next].address == at)
      byte = open[next++].term;
    for (const UnsetRange &range : unset)
      if (range.from <= at && at < range.to)
        byte = term::undefined(8, range.origin);
    if (!byte || (hasBuffered && core_.isOnItsWay(core_.current, at)))
      byte = term::constant(bytes[i], 8);
    value = value ? term::concat(byte, value) : byte;
  }
  return value;
}

Symbolic::Executed Symbolic::load(Op op, const Insn *pc, uint64_t *r,
                                  uint64_t n) {
  if (isIndexed(op) && isOpen(r + pc->b) && !isUndefined(r + pc->b)) {
    const unsigned size = unsigned(sizeOf(core_, op, pc));
    if (!fix(pc, n, r + pc->a))
      return {Way::Stop};
    const Executed looked = lookUp(pc, r, n, size);
    if (looked.way != Way::Plain)
      return looked;
    if (!fixIndex(pc, n, r, size, /*isUsed=*/true))
      return {Way::Stop};
  }
  if (hasRegisters() && !fixReads(pc, n, r))
    return {Way::Stop};
  const Accessed access = accessOf(core_, op, pc, r);
  const uint64_t end = access.address + access.size;
  if (!hasBytesIn(access.address, access.size) ||
      (reports() && isWeakAccess(pc) &&
       isHeldByMessages(access.address, access.size))) {
    clearWrites(pc, r);
    return {Way::Plain};
  }
  settleUnset(access.address, end);
  // What is undefined in the memory of MemoryModel::Tso is so for all who do not
  // have a store of their own on its way there.
  const bool isWeak =
      isWeakAccess(pc) && !(reports() && core_.isTso() &&
                            !hasInputsIn(access.address, access.size));
  if (access.isByLayout && !isWeak && !core_.program.layouts[pc->b].bitPacked)
    return loadByLayout(pc, r, n, access.address);
  if (access.isByLayout || access.size > 8 || isWeak) {
    if (!fixBytes(pc, n, access.address, end))
      return {Way::Stop};
    clearWrites(pc, r);
    return {Way::Plain};
  }
  uint8_t bytes[8] = {};
  if (!core_.loadSlow(pc, n, access.address, unsigned(access.size), pc->c,
                      bytes, access.isAtomic))
    return {Way::Stop};
  // The step may have become known meanwhile: what is there now counts.
  set(r + pc->dst, bytesAt(access.address, bytes, unsigned(access.size)));
  return {Way::Next};
}

Symbolic::Executed Symbolic::store(Op op, const Insn *pc, uint64_t *r,
                                   uint64_t n) {
  // All but the value has to be known.
  if (isIndexed(op)
          ? !fixIndex(pc, n, r, sizeOf(core_, op, pc), /*isUsed=*/true)
          : !fix(pc, n, r + pc->a))
    return {Way::Stop};
  const Accessed access = accessOf(core_, op, pc, r);
  if (reports() && isWeakAccess(pc) &&
      !settleStored(pc, n, r, access.address, access.size))
    return {Way::Stop};
  const bool isWeak = isWeakAccess(pc) &&
                      !(reports() && core_.isTso() &&
                        !hasInputsIn(access.address, access.size));
  if (access.isByLayout && !isWeak &&
      !core_.program.layouts[pc->b].bitPacked) {
    if (!readsOpen(pc, r) && !hasBytesIn(access.address, access.size))
      return {Way::Plain};
    return storeByLayout(pc, r, n, access.address);
  }
  if ((access.isByLayout || access.size > 8 || isWeak) && !fixReads(pc, n, r))
    return {Way::Stop};
  const bool isOpenValue = !access.isByLayout && isOpen(r + pc->dst);
  if (!isOpenValue && !hasBytesIn(access.address, access.size))
    return {Way::Plain};
  if (access.isByLayout || access.size > 8 || isWeak) {
    // Padding keeps what it was: known, since it is read. So is what others
    // may still see of it later. What was never written is lost with it.
    if ((!reports() || hasInputsIn(access.address, access.size)) &&
        !fixBytes(pc, n, access.address, access.address + access.size))
      return {Way::Stop};
    return {Way::Plain};
  }
  const TermRef value = valueOf(r + pc->dst, unsigned(8 * access.size));
  uint8_t bytes[8] = {};
  image(value, bytes, unsigned(access.size));
  if (!core_.storeSlow(pc, n, access.address, unsigned(access.size), pc->c,
                       bytes, access.isAtomic))
    return {Way::Stop};
  if (!core_.isOnItsWay(core_.current, access.address))
    setBytes(access.address, value, unsigned(access.size));
  return {Way::Next};
}

/// Of MemSet only the byte need not be known.
Symbolic::Executed Symbolic::fill(const Insn *pc, uint64_t *r, uint64_t n) {
  if (!fix(pc, n, r + pc->dst) || !fix(pc, n, r + pc->b))
    return {Way::Stop};
  if (!isOpen(r + pc->a))
    return {Way::Plain};
  const TermRef byte = valueOf(r + pc->a, 8);
  const uint64_t to = r[pc->dst], size = r[pc->b];
  if (!setMemory(&core_, pc, n, r))
    return {Way::Stop};
  for (uint64_t i = 0; i < size; ++i)
    setByte(to + i, byte);
  return {Way::Next};
}

Symbolic::Executed Symbolic::update(const Insn *pc, uint64_t *r, uint64_t n) {
  const unsigned size = pc->imm & 0xff;
  if (!fix(pc, n, r + pc->a))
    return {Way::Stop};
  const uint64_t address = r[pc->a];
  const bool hasOpen =
      isOpen(r + pc->b, size > 8 ? 2 : 1) || hasBytesIn(address, size);
  if (!hasOpen) {
    clearWrites(pc, r);
    return {Way::Plain};
  }
  TermOp with = TermOp::Constant;
  switch (RmwOp(pc->imm >> 8)) {
  case RmwOp::Add: with = TermOp::Add; break;
  case RmwOp::Sub: with = TermOp::Sub; break;
  case RmwOp::And: with = TermOp::And; break;
  case RmwOp::Or: with = TermOp::Or; break;
  case RmwOp::Xor: with = TermOp::Xor; break;
  case RmwOp::Xchg: with = TermOp::Eq; break; // stands for itself
  default: break;
  }
  if (with == TermOp::Constant || size > 8 ||
      core_.options.memory != MemoryModel::Sc) {
    if (!fixReads(pc, n, r) ||
        (!isHeldByMessages(address, size) &&
         !fixBytes(pc, n, address, address + size)))
      return {Way::Stop};
    clearWrites(pc, r);
    return {Way::Plain};
  }
  Place place;
  if (!core_.resolve(address, size, true, place)) {
    core_.failAt(pc, n);
    return {Way::Stop};
  }
  if (core_.mustPark(pc, n, pc->c, place, address, size, true, true))
    return {Way::Stop};
  settleUnset(address, address + size);
  uint8_t bytes[8] = {};
  core_.readPlace(place, bytes, size);
  const TermRef old = bytesAt(address, bytes, size);
  const TermRef operand = valueOf(r + pc->b, 8 * size);
  const TermRef value =
      with == TermOp::Eq ? operand : term::binary(with, old, operand);
  image(value, bytes, size);
  core_.writePlace(place, bytes, size);
  setBytes(address, value, size);
  set(r + pc->dst, old);
  return {Way::Next};
}

/// Compares known values: who is parked there is asked whether it would succeed.
Symbolic::Executed Symbolic::exchange(const Insn *pc, uint64_t *r,
                                      uint64_t n) {
  if (!fixReads(pc, n, r))
    return {Way::Stop};
  const unsigned size = pc->imm & 0xff;
  if (!isHeldByMessages(r[pc->a], size) &&
      !fixBytes(pc, n, r[pc->a], r[pc->a] + size))
    return {Way::Stop};
  clearWrites(pc, r);
  return {Way::Plain};
}

} // namespace rbcheck
