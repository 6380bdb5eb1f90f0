//===- interp/exec/Atomics.cpp - Atomic accesses --------------------------===//
//
// Each is one visible operation if the memory is shared. Executed as sequentially
// consistent here, whatever the order asked for; weaker ones in Weak.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"
#include "interp/program/OperandInfo.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>

namespace rbcheck {

namespace {

constexpr int32_t kWeakExchange = 1 << 8; ///< of CmpXchg's imm

uint64_t addressOf(Core *m, const Insn *pc, const uint64_t *r) {
  return m->stepPointer(r[pc->a], uint64_t(int64_t(pc->imm)));
}

/// What the instruction does, with the values of these slots.
template <typename Slots>
AtomicAct actOf(const Insn &insn, Op op, uint64_t address, Slots slots) {
  AtomicAct act;
  act.address = address;
  act.order = orderOf(insn.c);
  switch (op) {
  case Op::AtomicStore:
    act.kind = AtomicAct::Store;
    act.size = insn.b;
    act.operand = slots(insn.dst, act.size);
    break;
  case Op::AtomicRmw:
    act.kind = AtomicAct::Update;
    act.size = insn.imm & 0xff;
    act.op = RmwOp(insn.imm >> 8);
    act.operand = slots(insn.b, act.size);
    break;
  case Op::CmpXchg:
    act.kind = AtomicAct::Exchange;
    act.size = insn.imm & 0xff;
    act.isWeak = insn.imm & kWeakExchange;
    act.failure = failureOrderOf(insn.c);
    act.expected = slots(insn.b, act.size);
    act.operand = slots(insn.c & 0xffff, act.size);
    break;
  case Op::Fence:
    act.kind = AtomicAct::Fence;
    break;
  default:
    act.size = insn.b;
    break;
  }
  return act;
}

Wide getValue(const uint64_t *slots, unsigned size) {
  return size > 8 ? Wide(slots[1]) << 64 | slots[0] : Wide(slots[0]);
}

/// Weak memory: parks, or executes the instruction. False = not executed, or
/// `isWeak` says that it goes the ordinary way.
bool executeWeakly(Core *m, const Insn *pc, uint64_t n, const uint64_t *r,
                   uint64_t address, bool write, bool &isWeak,
                   AtomicResult &result) {
  const AtomicAct act =
      actOf(*pc, unwatched(pc->op), address, [&](uint32_t slot, uint32_t size) {
        return lowBytes(getValue(r + slot, size), size);
      });
  Place place;
  if (!m->resolve(address, act.size, write, place)) {
    m->failAt(pc, n);
    isWeak = true;
    return false;
  }
  isWeak = m->isWeakAt(place, pc->c);
  return isWeak &&
         !m->mustPark(pc, n, pc->c, place, address, act.size, write, true) &&
         m->executeWeakly(pc, n, act, place, result);
}

void setValue(uint64_t *slots, Wide value, unsigned size) {
  slots[0] = uint64_t(value);
  if (size > 8)
    slots[1] = uint64_t(value >> 64);
}

// If a cache has the operand, it is an ordinary access that nobody sees.

/// Base and address of a load or store are in the same object, if in any.
bool isNear(const Insn *pc) {
  return pc->imm >= -int32_t(kGuard) && pc->imm <= int32_t(kGuard);
}
/// Pointers to locals are noted when they are stored (Lifetime.cpp).
bool isUnnoted(Wide value, unsigned size) {
  return size < 8 || (size == 8 && !isOnStack(uint64_t(value)));
}

bool atomicLoad(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  if (const uint8_t *host = m->cachedRead(r[pc->a] + int64_t(pc->imm), pc->b);
      host && isNear(pc)) {
    setValue(r + pc->dst, valueAt(host, pc->b), pc->b);
    return true;
  }
  if (m->isWeak()) {
    bool isWeak;
    AtomicResult result;
    const bool isDone = executeWeakly(m, pc, n, r, addressOf(m, pc, r), false,
                                      isWeak, result);
    if (isDone)
      setValue(r + pc->dst, result.old, pc->b);
    if (isWeak)
      return isDone;
  }
  const uint64_t address = addressOf(m, pc, r);
  Place place;
  if (!m->resolveLoad(pc, n, address, pc->b, pc->c, place, true))
    return false;
  setValue(r + pc->dst, m->valueAt(place, pc->b), pc->b);
  m->noteLoad(address, place);
  return true;
}

bool atomicStore(Core *m, const Insn *pc, uint64_t n, const uint64_t *r) {
  if (uint8_t *host = m->cachedWrite(r[pc->a] + int64_t(pc->imm), pc->b);
      host && isNear(pc) && isUnnoted(getValue(r + pc->dst, pc->b), pc->b)) {
    std::memcpy(host, r + pc->dst, pc->b);
    return true;
  }
  if (m->isWeak()) {
    bool isWeak;
    AtomicResult result;
    const bool isDone = executeWeakly(m, pc, n, r, addressOf(m, pc, r), true,
                                      isWeak, result);
    if (isWeak)
      return isDone;
  }
  return m->storeSlow(pc, n, addressOf(m, pc, r), pc->b, pc->c, r + pc->dst,
                      true);
}

double asFloat(Wide bits, unsigned size) {
  return size == 4 ? double(std::bit_cast<float>(uint32_t(bits)))
                   : std::bit_cast<double>(uint64_t(bits));
}
Wide fromFloat(double value, unsigned size) {
  return size == 4 ? Wide(std::bit_cast<uint32_t>(float(value)))
                   : Wide(std::bit_cast<uint64_t>(value));
}

__int128 asSigned(Wide value, unsigned size) {
  unsigned shift = 128 - 8 * size;
  return __int128(value << shift) >> shift;
}

} // namespace

Wide applyRmw(RmwOp op, Wide old, Wide value, unsigned size) {
  switch (op) {
  case RmwOp::Xchg:
    return value;
  case RmwOp::Add:
    return old + value;
  case RmwOp::Sub:
    return old - value;
  case RmwOp::And:
    return old & value;
  case RmwOp::Nand:
    return ~(old & value);
  case RmwOp::Or:
    return old | value;
  case RmwOp::Xor:
    return old ^ value;
  case RmwOp::Max:
    return asSigned(old, size) > asSigned(value, size) ? old : value;
  case RmwOp::Min:
    return asSigned(old, size) < asSigned(value, size) ? old : value;
  case RmwOp::UMax:
    return old > value ? old : value;
  case RmwOp::UMin:
    return old < value ? old : value;
  case RmwOp::FAdd:
    return size == 4 ? fromFloat(float(asFloat(old, 4)) +
                                     float(asFloat(value, 4)), 4)
                     : fromFloat(asFloat(old, 8) + asFloat(value, 8), 8);
  case RmwOp::FSub:
    return size == 4 ? fromFloat(float(asFloat(old, 4)) -
                                     float(asFloat(value, 4)), 4)
                     : fromFloat(asFloat(old, 8) - asFloat(value, 8), 8);
  case RmwOp::FMax:
    return asFloat(old, size) > asFloat(value, size) ? old : value;
  case RmwOp::FMin:
    return asFloat(old, size) < asFloat(value, size) ? old : value;
  case RmwOp::UIncWrap:
    return old >= value ? 0 : old + 1;
  case RmwOp::UDecWrap:
    return old == 0 || old > value ? value : old - 1;
  }
  return value;
}

namespace {

/// Common start of read-modify-writes: decides visibility, reads the old value.
bool beginUpdate(Core *m, const Insn *pc, uint64_t n, uint64_t address,
                 unsigned size, Place &place, Wide &old) {
  if (!m->resolve(address, size, true, place)) {
    m->failAt(pc, n);
    return false;
  }
  if (m->mustPark(pc, n, pc->c, place, address, size, true, true))
    return false;
  if (m->hasBuffered(m->current)) {
    m->drain(m->current);
    place.object = m->state.find(address);
  }
  old = m->valueAt(place, size);
  return true;
}

bool atomicRmw(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  const unsigned size = pc->imm & 0xff;
  if (uint8_t *host = m->cachedWrite(r[pc->a], size)) {
    const Wide old = valueAt(host, size);
    const Wide value =
        applyRmw(RmwOp(pc->imm >> 8), old, getValue(r + pc->b, size), size);
    if (isUnnoted(value, size)) {
      std::memcpy(host, &value, size);
      setValue(r + pc->dst, old, size);
      return true;
    }
  }
  if (m->isWeak()) {
    bool isWeak;
    AtomicResult result;
    const bool isDone =
        executeWeakly(m, pc, n, r, r[pc->a], true, isWeak, result);
    if (isDone)
      setValue(r + pc->dst, result.old, size);
    if (isWeak)
      return isDone;
  }
  Place place;
  Wide old;
  if (!beginUpdate(m, pc, n, r[pc->a], size, place, old))
    return false;
  Wide value =
      applyRmw(RmwOp(pc->imm >> 8), old, getValue(r + pc->b, size), size);
  m->writePlace(place, &value, size);
  if (m->usesCaches && m->isPrivate(place.object))
    m->fillWrite(r[pc->a], place);
  setValue(r + pc->dst, old, size);
  return true;
}

/// Of a weak compare-exchange that succeeds: true if it parked, since failing
/// for no reason is a choice, even of a lone thread; or sets that it fails.
bool choosesToFail(Core *m, const Insn *pc, uint64_t n, unsigned size,
                   const uint64_t *r, bool &equal) {
  if (n == m->visibleAt) {
    equal = m->choice == 0;
    return false;
  }
  m->park(pc, n, PendingKind::Access)
      .accesses.setOnly(r[pc->a], size, true, true);
  return true;
}

bool compareExchange(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  const unsigned size = pc->imm & 0xff;
  const bool mayFail = pc->imm & kWeakExchange && m->options.spurious;
  if (uint8_t *host = mayFail ? nullptr : m->cachedWrite(r[pc->a], size)) {
    const Wide old = valueAt(host, size);
    const bool equal = old == getValue(r + pc->b, size);
    const Wide value = getValue(r + (pc->c & 0xffff), size);
    if (!equal || isUnnoted(value, size)) {
      if (equal)
        std::memcpy(host, &value, size);
      setValue(r + pc->dst, old, size);
      r[pc->dst + (size > 8 ? 2 : 1)] = equal;
      return true;
    }
  }
  if (m->isWeak()) {
    bool isWeak;
    AtomicResult result;
    const bool isDone =
        executeWeakly(m, pc, n, r, r[pc->a], true, isWeak, result);
    if (isDone) {
      setValue(r + pc->dst, result.old, size);
      r[pc->dst + (size > 8 ? 2 : 1)] = result.exchanged;
    }
    if (isWeak)
      return isDone;
  }
  Place place;
  Wide old;
  if (!beginUpdate(m, pc, n, r[pc->a], size, place, old))
    return false;
  bool equal = old == getValue(r + pc->b, size);
  if (equal && pc->imm & kWeakExchange && m->options.spurious &&
      choosesToFail(m, pc, n, size, r, equal))
    return false;
  if (equal) {
    const Wide value = getValue(r + (pc->c & 0xffff), size);
    m->writePlace(place, &value, size);
    if (m->usesCaches && m->isPrivate(place.object))
      m->fillWrite(r[pc->a], place);
  }
  setValue(r + pc->dst, old, size);
  r[pc->dst + (size > 8 ? 2 : 1)] = equal;
  return true;
}

/// Slot `slot` of a parked thread's top frame; 0 if it is not live.
uint64_t slotOfParked(const Function &fn, const FrameNode &frame,
                      uint32_t slot) {
  if (slot >= fn.constBase && slot < fn.constBase + fn.constants.size())
    return fn.constants[slot - fn.constBase];
  uint32_t at = fn.liveIndex[frame.pc];
  if (at == kNoLive)
    return 0;
  const uint16_t *live = fn.livePool.data() + at + 1;
  for (uint32_t i = 0; i < frame.count; ++i)
    if (live[i] == slot)
      return frame.slots()[i];
  return 0;
}

} // namespace

std::optional<AtomicAct> Core::atomicOfParked(uint32_t id) {
  const ThreadNode &thread = state.thread(id);
  const Pending &pending = thread.pending;
  const bool isAtomic =
      pending.kind == PendingKind::Access && pending.accesses[0].atomic;
  if (!isAtomic && pending.kind != PendingKind::Pause)
    return std::nullopt;
  const Function &fn = program.functions[thread.top->function];
  const Insn &insn = fn.code[thread.top->pc];
  const Op op = unwatched(insn.op);
  if (isAtomic ? op < Op::AtomicLoad || op > Op::CmpXchg : op != Op::Fence)
    return std::nullopt;
  return actOf(insn, op, isAtomic ? pending.accesses[0].address : 0,
               [&](uint32_t slot, uint32_t size) {
                 const uint64_t slots[2] = {
                     slotOfParked(fn, *thread.top, slot),
                     slotOfParked(fn, *thread.top, slot + 1)};
                 return lowBytes(getValue(slots, size), size);
               });
}

bool Core::canFailSpuriously(uint32_t id) {
  const FrameNode &frame = *state.thread(id).top;
  const Insn &insn = program.functions[frame.function].code[frame.pc];
  return options.spurious && unwatched(insn.op) == Op::CmpXchg &&
         insn.imm & kWeakExchange && wouldExchange(id);
}

bool Core::wouldExchange(uint32_t id) {
  const FrameNode &frame = *state.thread(id).top;
  const Function &fn = program.functions[frame.function];
  const Insn &insn = fn.code[frame.pc];
  const unsigned size = insn.imm & 0xff;
  uint64_t expected[2] = {slotOfParked(fn, frame, insn.b),
                          slotOfParked(fn, frame, insn.b + 1)};
  const Access &access = state.thread(id).pending.accesses[0];
  if (symbolic && symbolic->hasBytesIn(access.address, size))
    return true; // for some inputs, or it may be
  const Object *object = state.find(access.address);
  if (!object || access.address - object->base + size > object->size)
    return false; // executing it will tell
  Wide old = 0;
  state.read(object, access.address - object->base, &old, size);
  if (isTso())
    overlay(id, access.address, &old, size);
  return old == getValue(expected, size);
}

Access Core::asExecuted(uint32_t id, Access access) {
  if (!access.atomic || !access.write)
    return access;
  const std::optional<AtomicAct> act = atomicOfParked(id);
  if (!act || act->kind != AtomicAct::Exchange)
    return access;
  if (!isWeak()) {
    access.write = wouldExchange(id);
    return access;
  }
  llvm::SmallVector<AtomicWay, 8> ways;
  weakWays(id, *act, ways);
  access.write = llvm::any_of(ways, [](const AtomicWay &way) {
    return !way.fails;
  });
  return access;
}

/// A lock is taken that is free, or given back by who has it. (Others may be
/// refused, and change nothing.)
static bool isAboutToHold(Core &core, uint32_t id) {
  const Pending &pending = core.state.thread(id).pending;
  const Role &role = core.modelOf(pending).role;
  const bool takes = role.act == Act::Lock || role.act == Act::WriteLock;
  if ((!takes && role.act != Act::Unlock) || role.object < 0)
    return false;
  const std::optional<uint32_t> owner =
      core.ownerOf(role.family, pending.args[role.object]);
  return takes ? !owner && core.ways(id) > 0 : owner == id;
}

bool Core::wouldStoreAnother(uint32_t id) {
  const Pending &pending = state.thread(id).pending;
  if (pending.kind == PendingKind::Model)
    return isAboutToHold(*this, id);
  if (pending.kind != PendingKind::Access || pending.accesses.size() != 1)
    return false;
  const FrameNode &frame = *state.thread(id).top;
  const Function &fn = program.functions[frame.function];
  const Insn &insn = fn.code[frame.pc];
  if (!storesSlot(insn.op))
    return false;
  const Access &access = pending.accesses[0];
  const Object *object = state.find(access.address);
  if (access.size > sizeof(uint64_t) || !object ||
      access.address - object->base + access.size > object->size)
    return false;
  if (symbolic && (symbolic->hasBytesIn(access.address, access.size) ||
                   symbolic->isOpenInParked(id, insn.dst)))
    return true; // for some inputs, or it may be
  uint64_t old = 0;
  state.read(object, access.address - object->base, &old, access.size);
  const uint64_t value = slotOfParked(fn, frame, insn.dst);
  return std::memcmp(&old, &value, access.size) != 0;
}

RB_DEFINE(AtomicLoad) {
  if (!atomicLoad(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(AtomicStore) {
  if (!atomicStore(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(AtomicRmw) {
  if (!atomicRmw(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(CmpXchg) {
  if (!compareExchange(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(Fence) {
  if (m->isWeak() && m->multi) {
    if (!m->fenceWeakly(pc, n))
      return;
    RB_NEXT();
  }
  if (m->hasBuffered(m->current) && orderOf(pc->c).isSeqCst) {
    if (n != m->visibleAt && !m->isInSection()) {
      m->park(pc, n, PendingKind::Pause).order = OrderTouch::Writes;
      return;
    }
    m->drain(m->current);
  }
  if (m->options.allVisible && m->multi && n != m->visibleAt) {
    m->park(pc, n, PendingKind::Pause);
    return;
  }
  RB_NEXT();
}

} // namespace rbcheck
