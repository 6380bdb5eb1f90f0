//===- search/triage/static/WalkValues.cpp - Slots and memory -------------===//
#include "search/triage/static/Walk.h"

#include "search/triage/static/Touched.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

namespace rbcheck {

using Kind = Value::Kind;

Value Walk::get(const Function &function, const StaticState &state,
                uint32_t slot) const {
  if (slot >= function.constBase &&
      slot - function.constBase < function.constants.size())
    return Value::of(function.constants[slot - function.constBase]);
  return slot < state.slots.size() ? state.slots[slot] : Value::any();
}

void Walk::set(const Function &function, StaticState &state, uint32_t slot,
               const Value &value) {
  if (slot < state.slots.size())
    state.slots[slot] = value;
}

void Walk::doAnything(const Function &function, const Insn &insn,
                      StaticState &state) {
  auto forEach = [&](bool isRead, auto act) {
    forEachSlotUse(program_.layouts, function, insn, [&](const SlotUse &use) {
      for (uint32_t s = use.first; s < use.first + use.count; ++s)
        if (isRead ? use.reads : use.writes)
          act(s);
    });
  };
  forEach(true, [&](uint32_t slot) {
    state.show(get(function, state, slot), facts_);
  });
  forEach(false,
          [&](uint32_t slot) { set(function, state, slot, Value::any()); });
}

// Computing ------------------------------------------------------------------

/// A known result of known operands. An address that is hidden in the result
/// could be found again by anybody.
Value Walk::fold(StaticState &state, const Value &a, const Value &b,
                 uint64_t result) {
  for (const Value &operand : {a, b}) {
    std::optional<uint32_t> global = facts_.globalAt(operand.number);
    if (global && facts_.globalAt(result) != global)
      state.show(operand, facts_);
  }
  return Value::of(result);
}

Value Walk::add(const Value &base, const Value &index, uint64_t scale,
                int64_t offset, StaticState &state) {
  const bool isKnown = index.is(Kind::Number);
  const uint64_t by = isKnown ? index.number * scale + uint64_t(offset) : 0;
  if (!isKnown)
    state.show(index, facts_);
  if (base.is(Kind::InLocal))
    return Value::inLocal(base.id, isKnown && base.number != kSomewhere
                                       ? base.number + by
                                       : kSomewhere);
  if (base.is(Kind::InHeap))
    return Value::inHeap(base.id, base.which,
                         isKnown && base.number != kSomewhere ? base.number + by
                                                              : kSomewhere,
                         base.mayBeNull);
  if (base.is(Kind::InGlobal))
    return base;
  if (!base.is(Kind::Number))
    return Value::any();
  std::optional<uint32_t> global = facts_.globalAt(base.number);
  if (!isKnown)
    return global ? Value::inGlobal(*global) : Value::any();
  // Out of its variable it may become another address, or none.
  if (global && facts_.globalAt(base.number + by) != global) {
    state.show(base, facts_);
    return Value::any();
  }
  return Value::of(base.number + by);
}

static uint64_t lowBits(uint64_t value, uint32_t width) {
  return width >= 64 ? value : value & llvm::maskTrailingOnes<uint64_t>(width);
}

static std::optional<uint64_t> resultOf(const Insn &insn, uint64_t a,
                                        uint64_t b) {
  switch (insn.op) {
  case Op::Add32:
    return uint32_t(a + b);
  case Op::Add64:
    return a + b;
  case Op::AddN:
    return lowBits(a + b, insn.c);
  case Op::Sub32:
    return uint32_t(a - b);
  case Op::Sub64:
    return a - b;
  case Op::SubN:
    return lowBits(a - b, insn.c);
  case Op::Mul32:
    return uint32_t(a * b);
  case Op::Mul64:
    return a * b;
  case Op::MulN:
    return lowBits(a * b, insn.c);
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

/// Compares as the opcode of a comparison or a conditional jump says.
std::optional<bool> Walk::decide(Op op, const Value &a, const Value &b,
                                 uint32_t width) const {
  const bool areKnown = a.is(Kind::Number) && b.is(Kind::Number);
  const uint64_t x = a.number, y = b.number;
  switch (op) {
  case Op::Br:
    if (a.isNonZero())
      return true;
    return a.isNumber(0) ? std::optional(false) : std::nullopt;
  case Op::CmpEq:
  case Op::BrEq:
  case Op::CmpNe:
  case Op::BrNe: {
    const bool isEq = op == Op::CmpEq || op == Op::BrEq;
    if (areKnown)
      return (x == y) == isEq;
    if ((a.isNonZero() && b.isNumber(0)) || (b.isNonZero() && a.isNumber(0)))
      return !isEq;
    // Each handle is that of one thread.
    if (a.is(Kind::Handle) && b.is(Kind::Handle))
      return (a == b) == isEq;
    return std::nullopt;
  }
  default:
    break;
  }
  if (!areKnown)
    return std::nullopt;
  switch (op) {
  case Op::CmpULt:
  case Op::BrULt:
    return x < y;
  case Op::CmpULe:
  case Op::BrULe:
    return x <= y;
  case Op::CmpSLt32:
  case Op::BrSLt32:
    return int32_t(x) < int32_t(y);
  case Op::CmpSLe32:
  case Op::BrSLe32:
    return int32_t(x) <= int32_t(y);
  case Op::CmpSLt64:
  case Op::BrSLt64:
    return int64_t(x) < int64_t(y);
  case Op::CmpSLe64:
  case Op::BrSLe64:
    return int64_t(x) <= int64_t(y);
  default:
    return std::nullopt;
  }
}

Value Walk::compare(Op op, const Value &a, const Value &b,
                    uint32_t width) const {
  if (std::optional<bool> known = decide(op, a, b, width))
    return Value::of(*known);
  // The result of an attempt, compared with zero, is one, too.
  if ((op == Op::CmpEq || op == Op::CmpNe) &&
      (b.isNumber(0) || a.isNumber(0))) {
    Value tried = b.isNumber(0) ? a : b;
    if (tried.is(Kind::TryResult)) {
      if (op == Op::CmpEq)
        tried.isZeroIfHeld = !tried.isZeroIfHeld;
      tried.isBool = true;
      return tried;
    }
  }
  return Value::any();
}

bool Walk::computes(const Function &function, const Insn &insn,
                    StaticState &state) {
  auto in = [&](uint32_t slot) { return get(function, state, slot); };
  auto out = [&](const Value &value) {
    set(function, state, insn.dst, value);
    return true;
  };
  auto move = [&](uint32_t from, uint32_t count) {
    std::vector<Value> values;
    for (uint32_t i = 0; i < count; ++i)
      values.push_back(in(from + i));
    for (uint32_t i = 0; i < count; ++i)
      set(function, state, insn.dst + i, values[i]);
    return true;
  };
  switch (insn.op) {
  case Op::Mov:
    return move(insn.a, 1);
  case Op::Mov2:
    return move(insn.a, 2);
  case Op::MovN:
    return move(insn.a, insn.c);
  case Op::LoadImm:
    return out(Value::of(uint64_t(int64_t(insn.imm))));
  case Op::Lea:
    return out(add(in(insn.a), Value::of(0), 0, insn.imm, state));
  case Op::LeaX:
    return out(
        add(in(insn.a), in(insn.b), insn.c & kScaleMask, insn.imm, state));
  case Op::Select: {
    std::optional<bool> known = decide(Op::Br, in(insn.a), {}, 0);
    return known ? move(*known ? insn.b : insn.c, 1) : false;
  }
  case Op::Trunc: {
    Value value = in(insn.a);
    if (value.is(Kind::TryResult) && value.isBool)
      return out(value);
    return value.is(Kind::Number)
               ? out(fold(state, value, value, lowBits(value.number, insn.c)))
               : false;
  }
  case Op::SExt:
  case Op::SExt32: {
    Value value = in(insn.a);
    if (!value.is(Kind::Number) || insn.b == 0 || insn.b > 64)
      return false;
    uint64_t wide = uint64_t(llvm::SignExtend64(value.number, insn.b));
    return out(fold(state, value, value, lowBits(wide, insn.c)));
  }
  case Op::CmpEq:
  case Op::CmpNe:
  case Op::CmpULt:
  case Op::CmpULe:
  case Op::CmpSLt32:
  case Op::CmpSLe32:
  case Op::CmpSLt64:
  case Op::CmpSLe64:
  case Op::CmpSLtN:
  case Op::CmpSLeN:
    return out(compare(insn.op, in(insn.a), in(insn.b), insn.c));
  case Op::Xor:
    if (Value tried = in(insn.a);
        tried.is(Kind::TryResult) && tried.isBool && in(insn.b).isNumber(1)) {
      tried.isZeroIfHeld = !tried.isZeroIfHeld;
      return out(tried);
    }
    break;
  default:
    break;
  }
  const Value a = in(insn.a), b = in(insn.b);
  if (!a.is(Kind::Number) || !b.is(Kind::Number))
    return false;
  std::optional<uint64_t> result = resultOf(insn, a.number, b.number);
  return result ? out(fold(state, a, b, *result)) : false;
}

void Walk::learn(StaticState &state, const Value &value, bool isZero,
                 CodePlace where) {
  if (!value.is(Kind::TryResult) || value.isZeroIfHeld != isZero)
    return;
  state.held.add({value.number, !value.isRead, Family(value.family), where});
}

// Memory ---------------------------------------------------------------------

Value Walk::addressOf(const Function &function, const Insn &insn,
                      StaticState &state) {
  const Value base = get(function, state, insn.a);
  if (!isIndexed(insn.op))
    return add(base, Value::of(0), 0, insn.imm, state);
  return add(base, get(function, state, insn.b), insn.c & kScaleMask, insn.imm,
             state);
}

/// What is in a variable that never changes.
std::optional<uint64_t> Walk::constantAt(uint64_t address,
                                         uint32_t size) const {
  const std::optional<uint32_t> number = facts_.globalAt(address);
  if (!number || !program_.globals[*number].constant)
    return std::nullopt;
  const Global &global = program_.globals[*number];
  const uint64_t offset = address - globalAddress(global.index);
  if (global.external || size > global.size || offset > global.size - size)
    return std::nullopt;
  // What the image does not have is zero.
  uint64_t value = 0;
  if (offset < global.image.size())
    std::memcpy(&value, global.image.data() + offset,
                std::min<uint64_t>(size, global.image.size() - offset));
  return value;
}

Value Walk::loadFrom(StaticState &state, const Value &from, uint32_t size) {
  const Value address = state.followed(from);
  if (address.is(Kind::InHeap))
    return facts_.field(address.id, address.number, size);
  if (!address.is(Kind::Number))
    return state.load(address, 0, size, facts_);
  const std::optional<uint64_t> constant = constantAt(address.number, size);
  return constant ? Value::of(*constant) : Value::any();
}

void Walk::storeTo(StaticState &state, const Value &to, uint32_t size,
                   const Value &value) {
  const Value address = state.followed(to);
  if (address.is(Kind::InLocal) && state.find(address.id))
    return state.store(address.id, address.number, size, value, facts_);
  state.show(value, facts_);
  if (address.is(Kind::InHeap))
    return overwriteObject(address, size, value);
  overwrite(state, address, size);
}

/// In an object that others know of.
void Walk::overwriteObject(const Value &address, uint64_t size,
                           const Value &value) {
  facts_.writeField({address.id, address.number, size}, value);
  // A lock that was there is none any longer, for any of its holders.
  const bool isKnown = size != kSomewhere && address.number < kHeapLockBytes;
  facts_.spoil(heapLock(address.id, Which::Some, isKnown ? address.number : 0),
               isKnown ? std::min(size, kHeapLockBytes) : kHeapLockBytes);
}

void Walk::overwrite(StaticState &state, const Value &to, uint64_t size) {
  const Value address = state.followed(to);
  if (address.is(Kind::InHeap))
    return overwriteObject(address, size, Value::any());
  if (address.is(Kind::InLocal))
    return state.store(address.id,
                       size == kSomewhere ? kSomewhere : address.number, size,
                       Value::any(), facts_);
  const bool isAlone = this->isAlone(state);
  auto forget = [&](auto isMeant) {
    state.held.removeIf([&](const Hold &hold) {
      return hold.lock != kAtomicSection && !isHeapLock(hold.lock) &&
             isMeant(hold);
    });
  };
  std::optional<uint32_t> global;
  if (address.is(Kind::InGlobal))
    global = address.id;
  else if (address.is(Kind::Number))
    global = facts_.globalAt(address.number);
  if (address.is(Kind::Number) && global && size != kSomewhere) {
    if (isAlone)
      facts_.setAttributes(address.number, size);
    else
      facts_.spoil(address.number, size);
    return forget([&](const Hold &hold) {
      return hold.lock < address.number + size &&
             address.number < hold.lock + bytesOf(hold.family);
    });
  }
  if (address.is(Kind::Number) && !global)
    return; // no address of a variable: nothing that could be followed
  if (isAlone && global)
    facts_.setAttributes(globalAddress(program_.globals[*global].index),
                         program_.globals[*global].size);
  else if (isAlone)
    facts_.setAttributesOfShown();
  else
    global ? facts_.spoilGlobal(*global) : facts_.spoilShown();
  forget([&](const Hold &hold) {
    std::optional<uint32_t> its = facts_.globalAt(hold.lock);
    return global ? its == global : !its || facts_.isShown(*its);
  });
}

/// Eight bytes each, of a variable that never changes.
std::vector<Local::Word> Walk::constantWords(uint64_t address,
                                             uint64_t size) const {
  constexpr uint64_t kMost = 256;
  std::vector<Local::Word> words;
  for (uint64_t at = 0; at + 8 <= std::min(size, kMost); at += 8)
    if (std::optional<uint64_t> value = constantAt(address + at, 8))
      words.push_back({at, 8, Value::of(*value)});
  return words;
}

void Walk::copy(StaticState &state, const Value &target, const Value &source,
                const Value &size) {
  const Value to = state.followed(target), from = state.followed(source);
  if (to.is(Kind::InLocal) && to.number != kSomewhere &&
      from.is(Kind::Number) && size.is(Kind::Number)) {
    overwrite(state, to, size.number);
    for (const Local::Word &word : constantWords(from.number, size.number))
      state.store(to.id, to.number + word.offset, word.size, word.value,
                  facts_);
    return;
  }
  bool isExact = to.is(Kind::InLocal) && from.is(Kind::InLocal) &&
                 to.number != kSomewhere && from.number != kSomewhere &&
                 size.is(Kind::Number) && state.find(from.id) &&
                 state.find(to.id) && to.id != from.id;
  const uint64_t bytes = size.is(Kind::Number) ? size.number : kSomewhere;
  std::vector<Local::Word> words;
  if (isExact)
    for (const Local::Word &word : state.find(from.id)->words) {
      const uint64_t end = word.offset + word.size;
      if (word.value.is(Kind::Lock))
        continue; // a copy of a lock is none
      if (word.offset >= from.number && end <= from.number + bytes)
        words.push_back(word);
      else if (word.offset < from.number + bytes && from.number < end)
        isExact = false; // a part of a word
    }
  if (!isExact && from.is(Kind::InLocal))
    state.showContents(from.id, from.number, bytes, facts_);
  overwrite(state, to, bytes);
  for (const Local::Word &word : words)
    if (isExact)
      state.store(to.id, to.number + (word.offset - from.number), word.size,
                  word.value, facts_);
}

bool Walk::accesses(const Function &function, const Insn &insn,
                    StaticState &state) {
  auto in = [&](uint32_t slot) { return get(function, state, slot); };
  auto load = [&](uint32_t size) {
    set(function, state, insn.dst,
        loadFrom(state, addressOf(function, insn, state), size));
    return true;
  };
  auto store = [&](uint32_t size) {
    storeTo(state, addressOf(function, insn, state), size, in(insn.dst));
    return true;
  };
  // Of several slots, or in one step with what is there: not followed.
  auto touch = [&](const Value &at, uint64_t size, bool isWrite) {
    const Value address = state.followed(at);
    if (address.is(Kind::InLocal))
      state.showContents(address.id, address.number, size, facts_);
    if (isWrite)
      overwrite(state, address, size);
    forEachSlotUse(program_.layouts, function, insn, [&](const SlotUse &use) {
      for (uint32_t s = use.first; s < use.first + use.count; ++s) {
        // An address that is only used does not leave.
        if (use.reads &&
            (s != insn.a || insn.dst == insn.a || insn.b == insn.a))
          state.show(in(s), facts_);
        if (use.writes)
          set(function, state, s, Value::any());
      }
    });
    return true;
  };
  switch (insn.op) {
  case Op::Load8:
  case Op::LoadX8:
    return load(1);
  case Op::Load16:
  case Op::LoadX16:
    return load(2);
  case Op::Load32:
  case Op::LoadX32:
    return load(4);
  case Op::Load64:
  case Op::LoadX64:
    return load(8);
  case Op::Store8:
  case Op::StoreX8:
    return store(1);
  case Op::Store16:
  case Op::StoreX16:
    return store(2);
  case Op::Store32:
  case Op::StoreX32:
    return store(4);
  case Op::Store64:
  case Op::StoreX64:
    return store(8);
  case Op::LoadL:
    return touch(addressOf(function, insn, state),
                 program_.layouts[insn.b].size, false);
  case Op::StoreL:
    return touch(addressOf(function, insn, state),
                 program_.layouts[insn.b].size, true);
  case Op::AtomicLoad:
    return touch(addressOf(function, insn, state), insn.b, false);
  case Op::AtomicStore:
    return touch(addressOf(function, insn, state), insn.b, true);
  case Op::AtomicRmw:
  case Op::CmpXchg:
    return touch(in(insn.a), uint32_t(insn.imm) & 0xff, true);
  case Op::MemCpy:
  case Op::MemMove:
    copy(state, in(insn.dst), in(insn.a), in(insn.b));
    return true;
  case Op::MemSet:
    overwrite(state, in(insn.dst),
              in(insn.b).is(Kind::Number) ? in(insn.b).number : kSomewhere);
    return true;
  case Op::Alloca:
  case Op::Reserve: {
    // Made again in the same frame it is not followed any longer.
    uint32_t id = localId(uint32_t(active_.size() - 1),
                          uint32_t(&insn - function.code.data()));
    state.begin(id, facts_, active_.back());
    set(function, state, insn.dst, Value::inLocal(id, 0));
    return true;
  }
  case Op::ScopeStart:
  case Op::ScopeEnd:
    if (in(insn.a).is(Kind::InLocal))
      state.reset(in(insn.a).id);
    return true;
  default:
    return false;
  }
}

} // namespace rbcheck
