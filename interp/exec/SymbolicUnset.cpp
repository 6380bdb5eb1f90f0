//===- interp/exec/SymbolicUnset.cpp - What nobody wrote ------------------===//
//
// Bytes of an object that were not written since its life began are ranges of
// the state (UnsetRange). With Unset::Report they are undefined when they are
// read: values may be copied and computed with; what is done because of one is
// an error (blame()). With Unset::Inputs they become inputs when they are read.
// Tested by test/symbolic/uninitialised*.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void shadowProgram(std::shared_ptr<const Inputs> &inputs,
                   const Program &program) {
  if (!areShadowed(inputs.get()) || inputs->program)
    return;
  auto copy = std::make_shared<Inputs>(*inputs);
  copy->program = shadowed(program);
  inputs = std::move(copy);
}

/// Where values are given, the bytes have them from the beginning.
static void fillGiven(Core &core, uint64_t from, uint64_t n) {
  std::vector<uint32_t> &taken = core.state.ownShadows().taken;
  if (taken.size() <= core.current)
    taken.resize(core.current + 1);
  const uint64_t first = taken[core.current];
  taken[core.current] += uint32_t(n);
  Object *object = core.state.find(from);
  for (const InputValue &input : core.options.inputs->given)
    if (input.thread == core.current && input.number >= first &&
        input.number - first < n)
      core.state.write(object, from - object->base + input.number - first,
                       &input.value, input.bits / 8);
}

void beginUnset(Core &core, uint64_t from, uint64_t n) {
  if (n == 0 || core.options.inputs->unset == Unset::Fill)
    return;
  if (core.symbolic)
    core.symbolic->addUnset(from, n);
  else
    fillGiven(core, from, n);
}

void Symbolic::addUnset(uint64_t from, uint64_t n) {
  Shadows &shadows = core_.state.ownShadows();
  UnsetRange range{from, from + n};
  if (options_.keepsAll && !reports()) {
    if (shadows.taken.size() <= core_.current)
      shadows.taken.resize(core_.current + 1);
    range.isNumbered = true;
    range.thread = core_.current;
    range.number = shadows.taken[core_.current];
    shadows.taken[core_.current] += uint32_t(n);
  }
  shadows.addUnset(range);
}

/// "uninitialised heap memory at 4"
static std::string nameOfUnset(const Core &core, uint64_t address) {
  const Object *object = core.state.find(address);
  const bool isHeap = regionOf(address) == RegionKind::Heap;
  const uint64_t offset = address - object->base;
  return std::string("uninitialised ") + (isHeap ? "heap memory" : "local") +
         (offset ? " at " + std::to_string(offset) : "");
}

void Symbolic::giveValue(const UnsetRange &range) {
  Shadows &shadows = core_.state.ownShadows();
  const unsigned bytes = unsigned(range.to - range.from);
  if (options_.keepsAll) {
    made_.resize(shadows.inputs);
    made_.push_back({range.thread, range.number, nameOfUnset(core_, range.from),
                     uint8_t(8 * bytes), 0});
  }
  const TermRef value = term::input(shadows.inputs++, 8 * bytes);
  for (unsigned i = 0; i < bytes; ++i)
    shadows.setByte(range.from + i, term::extract(value, 8 * i, 8));
}

void Symbolic::giveValues(uint64_t from, uint64_t to) {
  const Shadows &shadows = *core_.state.shadows();
  if (shadows.unset.empty() || !shadows.hasUnset(from, to))
    return;
  for (UnsetRange range : shadows.unsetIn(from, to)) {
    const bool isWhole = range.to - range.from == to - from && to - from <= 8;
    while (range.from < range.to) {
      UnsetRange part = range;
      part.to = isWhole ? range.to : range.from + 1;
      giveValue(part);
      range.number += uint32_t(part.to - part.from);
      range.from = part.to;
    }
  }
}

bool Symbolic::hasUndefinedIn(uint64_t from, uint64_t n) const {
  if (!reports())
    return false;
  const Shadows &shadows = *core_.state.shadows();
  return shadows.hasUnset(from, from + n) ||
         llvm::any_of(
             shadows.bytesIn(from, from + n),
             [](const ByteShadow &byte) { return byte.term->hasUndefined; });
}

bool Symbolic::isUndefined(const uint64_t *slot, uint32_t count) const {
  for (uint32_t i = 0; hasRegisters_ && i < count; ++i)
    if (TermRef term = shadow(slot + i); term && term->hasUndefined)
      return true;
  return false;
}

void Symbolic::blame(const Insn *pc, uint64_t n) {
  const Function &fn = *core_.top->fn;
  std::string what = "what is done here";
  switch (unwatched(pc->op)) {
  case Op::Br:
  case Op::BrEq:
  case Op::BrNe:
  case Op::BrULt:
  case Op::BrULe:
  case Op::BrSLt32:
  case Op::BrSLe32:
  case Op::BrSLt64:
  case Op::BrSLe64:
  case Op::Switch:
  case Op::IndirectBr:
    what = "a branch";
    break;
  case Op::UDiv:
  case Op::URem:
  case Op::SDiv:
  case Op::SRem:
    what = "whether a division faults";
    break;
  case Op::Load8:
  case Op::Load16:
  case Op::Load32:
  case Op::Load64:
  case Op::LoadX8:
  case Op::LoadX16:
  case Op::LoadX32:
  case Op::LoadX64:
  case Op::LoadL:
  case Op::Store8:
  case Op::Store16:
  case Op::Store32:
  case Op::Store64:
  case Op::StoreX8:
  case Op::StoreX16:
  case Op::StoreX32:
  case Op::StoreX64:
  case Op::StoreL:
  case Op::MemCpy:
  case Op::MemMove:
    what = "which memory is accessed";
    break;
  case Op::Call:
  case Op::CallModel:
    what =
        "a call of " + core_.program.functions[fn.callSites[pc->c].callee].name;
    break;
  case Op::CallIndirect:
    what = "a call";
    break;
  default:
    break;
  }
  core_.raiseAt(pc, n, FaultKind::Uninitialised,
                what + " depends on a value that was never written");
}

bool Symbolic::spread(Op op, const Insn *pc, uint64_t *r) {
  switch (op) {
  case Op::Add64:
  case Op::Sub64:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Lea:
  case Op::LeaX:
  case Op::LeaMul:
  case Op::WideBin:
  case Op::WideCmp:
  case Op::WideExt:
  case Op::WideTrunc:
  case Op::FAdd32:
  case Op::FSub32:
  case Op::FMul32:
  case Op::FDiv32:
  case Op::FAdd64:
  case Op::FSub64:
  case Op::FMul64:
  case Op::FDiv64:
  case Op::FBin:
  case Op::FUn:
  case Op::FTern:
  case Op::FCmp:
  case Op::FConv:
  case Op::FToInt:
  case Op::IntToF:
  case Op::IntUn:
  case Op::IntBin:
  case Op::IntOvf:
  case Op::FunnelShift:
  case Op::Bitcast:
    break;
  default:
    return false;
  }
  const std::vector<SlotUse> &uses = usesOf(pc);
  if (llvm::none_of(uses, [&](const SlotUse &use) {
        return use.reads && isUndefined(r + use.first, use.count);
      }))
    return false;
  for (const SlotUse &use : uses)
    for (uint32_t i = 0; use.writes && i < use.count; ++i)
      set(r + use.first + i, term::undefined(64));
  return true;
}

// Values of several registers
// ------------------------------------------------------

/// ExtractAt, InsertAt: the index has to be known, the elements need not.
std::optional<Symbolic::Executed> Symbolic::element(Op op, const Insn *pc,
                                                    uint64_t *r, uint64_t n) {
  if (!hasRegisters_)
    return Executed{Way::Plain};
  if (!fix(pc, n, r + pc->b))
    return Executed{Way::Stop};
  const uint32_t slots = uint32_t(pc->imm);
  const uint64_t index = r[pc->b];
  if (op == Op::ExtractAt)
    return move(pc, r, r + pc->a + (index < pc->c ? index : 0) * slots, slots);
  if (index >= pc->c)
    return std::nullopt;
  for (uint32_t i = 0; i < slots; ++i) {
    uint64_t *to = r + pc->dst + index * slots + i;
    const uint64_t *from = r + pc->a + i;
    set(to, isOpen(from) ? shadow(from) : term::constant(*from, 64));
  }
  return Executed{Way::Next};
}

Symbolic::Executed Symbolic::loadByLayout(const Insn *pc, uint64_t *r,
                                          uint64_t n, uint64_t address) {
  const Layout &layout = core_.program.layouts[pc->b];
  std::vector<uint8_t> bytes(layout.size);
  if (!core_.loadSlow(pc, n, address, layout.size, pc->c, bytes.data()))
    return {Way::Stop};
  uint64_t *slot = r + pc->dst;
  for (const LayoutLeaf &leaf : layout.leaves)
    for (unsigned i = 0; i < leaf.slots; ++i) {
      const unsigned at = 8 * i, size = std::min(8u, leaf.bytes - at);
      const unsigned bits = std::min<unsigned>(8 * size, leaf.bits - 8 * at);
      set(slot++, term::fit(bytesAt(address + leaf.offset + at,
                                    bytes.data() + leaf.offset + at, size),
                            bits));
    }
  return {Way::Next};
}

Symbolic::Executed Symbolic::storeByLayout(const Insn *pc, uint64_t *r,
                                           uint64_t n, uint64_t address) {
  const Layout &layout = core_.program.layouts[pc->b];
  std::vector<uint8_t> bytes(layout.size);
  Place place;
  if (!core_.resolve(address, layout.size, true, place)) {
    core_.failAt(pc, n);
    return {Way::Stop};
  }
  // Padding keeps what it was.
  core_.readPlace(place, bytes.data(), layout.size);
  const Shadows &shadows = *core_.state.shadows();
  const Copied before{shadows.bytesIn(address, address + layout.size).vec(),
                      shadows.unsetIn(address, address + layout.size)};
  const uint64_t *slot = r + pc->dst;
  for (const LayoutLeaf &leaf : layout.leaves) {
    std::memcpy(bytes.data() + leaf.offset, slot, leaf.bytes);
    slot += leaf.slots;
  }
  if (!core_.storeSlow(pc, n, address, layout.size, pc->c, bytes.data()))
    return {Way::Stop};
  placeBytes(address, address, layout.size, before);
  slot = r + pc->dst;
  for (const LayoutLeaf &leaf : layout.leaves) {
    forgetBytes(address + leaf.offset, leaf.bytes);
    for (unsigned i = 0; i < leaf.bytes; ++i)
      if (isOpen(slot + i / 8)) {
        const TermRef value = term::fit(shadow(slot + i / 8), 64);
        setByte(address + leaf.offset + i,
                term::extract(value, 8 * (i % 8), 8));
      }
    slot += leaf.slots;
  }
  return {Way::Next};
}

} // namespace rbcheck
