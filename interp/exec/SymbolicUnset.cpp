//===- interp/exec/SymbolicUnset.cpp - What nobody wrote ------------------===//
//
// Bytes of an object that were not written since its life began are ranges of
// the state (UnsetRange). With Unset::Report they are undefined when they are
// read: values may be copied and computed with; what is done because of one is
// an error (blame()). With Unset::Inputs they become inputs when they are read
// or copied.
//
// Where the object began to live goes with what is copied (Origin): it is what
// an error names. Tested by test/uninitialised and test/unit/UndefinedTest.cpp.
// Background: docs/errors/uninitialised.md.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"
#include "interp/state/symbolic/Raw.h"

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

namespace {

/// The instruction and the thread that an object began to live with, as the
/// number that goes with undefined terms.
struct Origin {
  static constexpr unsigned kPcBits = 24, kThreadBits = 12;
  uint32_t thread = 0;
  CodePlace place;

  uint64_t number() const {
    return (uint64_t(place.function) << kPcBits | place.pc) << kThreadBits |
           thread;
  }
  static Origin of(uint64_t number) {
    const uint64_t pc = number >> kThreadBits;
    return {uint32_t(number & ((1u << kThreadBits) - 1)),
            {uint32_t(pc >> kPcBits), uint32_t(pc & ((1u << kPcBits) - 1))}};
  }
};

/// Where the object is declared if it begins to live later, in a scope.
CodePlace declarationOf(const Program &program, CodePlace place) {
  const Function &function = program.functions[place.function];
  const Insn &insn = function.code[place.pc];
  if (unwatched(insn.op) != Op::ScopeStart)
    return place;
  for (size_t i = 0; i < function.code.size(); ++i)
    if (unwatched(function.code[i].op) == Op::Reserve &&
        function.code[i].dst == insn.a)
      return {place.function, uint32_t(i)};
  return place;
}

bool isLocal(const Program &program, CodePlace place) {
  const Op op =
      unwatched(program.functions[place.function].code[place.pc].op);
  return op == Op::Alloca || op == Op::Reserve || op == Op::ScopeStart;
}

/// "`level`, which was never written"
std::string subjectOf(const Program &program, CodePlace place,
                      std::string &name) {
  const VariableNote *note =
      program.functions[place.function].variableAt(place.pc);
  if (note && note->name)
    name = "`" + program.strings[note->name] + "` ";
  if (name.empty() && isLocal(program, place))
    return "a local value that was never written";
  if (name.empty())
    return "memory that was never written";
  const DataKind kind = program.dataTypes[note->type].kind;
  if (isLocal(program, place) && kind != DataKind::Array &&
      kind != DataKind::Struct)
    return name.substr(0, name.size() - 1) + ", which was never written";
  return "a part of " + name + "that was never written";
}

/// Where values are given, the bytes have them from the beginning.
void fillGiven(Core &core, uint64_t from, uint64_t n) {
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

} // namespace

void beginUnset(Core &core, uint64_t from, uint64_t n, const Insn *pc) {
  if (n == 0 || core.options.inputs->unset == Unset::Fill)
    return;
  if (!core.symbolic)
    return fillGiven(core, from, n);
  const CodePlace place = pc ? core.placeOf(pc) : core.placeOfUser();
  core.symbolic->addUnset(from, n, Origin{core.current, place}.number());
}

void Symbolic::addUnset(uint64_t from, uint64_t n, uint64_t origin) {
  Shadows &shadows = core_.state.ownShadows();
  UnsetRange range{from, from + n, origin};
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

void Symbolic::settleUnset(uint64_t from, uint64_t to) {
  const Shadows &shadows = *core_.state.shadows();
  if (reports() || shadows.unset.empty() || !shadows.hasUnset(from, to))
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

// What is undefined ------------------------------------------------------------

bool Symbolic::hasInputsIn(uint64_t from, uint64_t n) const {
  return llvm::any_of(
      core_.state.shadows()->bytesIn(from, from + n),
      [](const ByteShadow &byte) { return !byte.term->hasUndefined; });
}

std::optional<uint64_t> Symbolic::undefinedIn(uint64_t from, uint64_t n) const {
  if (!reports() || !hasBytesIn(from, n))
    return std::nullopt;
  const Shadows &shadows = *core_.state.shadows();
  auto isWritten = [&](uint64_t address) {
    return core_.isOnItsWay(core_.current, address);
  };
  for (const UnsetRange &range : shadows.unsetIn(from, from + n))
    for (uint64_t at = range.from; at < range.to; ++at)
      if (!isWritten(at))
        return range.origin;
  for (const ByteShadow &byte : shadows.bytesIn(from, from + n))
    if (byte.term->hasUndefined && !isWritten(byte.address))
      return term::originOf(byte.term);
  return std::nullopt;
}

bool Symbolic::isUndefined(const uint64_t *slot, uint32_t count) const {
  for (uint32_t i = 0; hasRegisters() && i < count; ++i)
    if (TermRef term = shadow(slot + i); term && term->hasUndefined)
      return true;
  return false;
}

std::optional<uint64_t> Symbolic::undefinedIn(const Insn *pc,
                                              const uint64_t *r) {
  for (const SlotUse &use : usesOf(pc))
    for (uint32_t i = 0; use.reads && i < use.count; ++i)
      if (isUndefined(r + use.first + i))
        return term::originOf(shadow(r + use.first + i));
  return std::nullopt;
}

static std::string whatDepends(const Core &core, const Insn *pc) {
  switch (unwatched(pc->op)) {
  case Op::Br: case Op::BrEq: case Op::BrNe: case Op::BrULt: case Op::BrULe:
  case Op::BrSLt32: case Op::BrSLe32: case Op::BrSLt64: case Op::BrSLe64:
  case Op::Switch: case Op::IndirectBr:
    return "a branch";
  case Op::UDiv: case Op::URem: case Op::SDiv: case Op::SRem:
    return "whether a division faults";
  case Op::Load8: case Op::Load16: case Op::Load32: case Op::Load64:
  case Op::LoadX8: case Op::LoadX16: case Op::LoadX32: case Op::LoadX64:
  case Op::LoadL:
  case Op::Store8: case Op::Store16: case Op::Store32: case Op::Store64:
  case Op::StoreX8: case Op::StoreX16: case Op::StoreX32: case Op::StoreX64:
  case Op::StoreL: case Op::MemCpy: case Op::MemMove: case Op::MemSet:
    return "which memory is accessed";
  case Op::AtomicLoad: case Op::AtomicStore: case Op::AtomicRmw:
  case Op::CmpXchg:
    return "an atomic operation";
  case Op::CallModel:
    return "a call of " +
           core.program.functions[core.top->fn->callSites[pc->c].callee].name;
  case Op::CallIndirect:
    return "a call";
  case Op::Ret:
    return "the exit status";
  default:
    return "what is done here";
  }
}

void Symbolic::blame(const Insn *pc, uint64_t n, uint64_t origin) {
  const auto [thread, place] = Origin::of(origin);
  const CodePlace declared = declarationOf(core_.program, place);
  std::string name;
  const std::string subject = subjectOf(core_.program, declared, name);
  core_.raiseAt(pc, n, FaultKind::Uninitialised,
                whatDepends(core_, pc) + " depends on " + subject);
  core_.fault->hasRelated = true;
  core_.fault->related = {
      thread, declared,
      name + (isLocal(core_.program, declared) ? "declared" : "allocated")};
}

/// The program prints something undefined.
bool Symbolic::blamesCall(const Model &model, const CallSite &site,
                          uint32_t callee, const Insn *pc, uint64_t *r,
                          uint64_t n) {
  std::optional<uint64_t> origin = undefinedIn(pc, r);
  if (!origin && hasBytes()) {
    ModelCall call(core_, core_.current, site, r, callee, 0);
    Effects effects;
    core_.stopAt(pc, n);
    probe([&] { model.collectAccesses(call, effects); });
    for (const Access &access : effects.accesses)
      if (!origin && !access.write)
        origin = undefinedIn(access.address, access.size);
  }
  if (origin)
    blame(pc, n, *origin);
  return origin.has_value();
}

bool Symbolic::settleMixed(const Insn *pc, uint64_t n, uint64_t *r) {
  if (!solver_ || !undefinedIn(pc, r))
    return true;
  for (const SlotUse &use : usesOf(pc))
    for (uint32_t i = 0; use.reads && i < use.count; ++i) {
      const TermRef value = shadow(r + use.first + i);
      llvm::SmallVector<TermRef, 8> pieces;
      if (value)
        term::collectPieces(value, pieces);
      for (TermRef piece : pieces)
        if (!piece->isConstant() && !piece->hasUndefined) {
          const std::optional<uint64_t> known = decide(pc, n, piece);
          if (!known)
            return false;
          commit(piece, *known);
        }
    }
  return true;
}

bool Symbolic::spread(Op op, const Insn *pc, uint64_t *r) {
  switch (op) {
  case Op::Add64: case Op::Sub64: case Op::And: case Op::Or: case Op::Xor:
  case Op::Lea: case Op::LeaX: case Op::LeaMul:
  case Op::WideBin: case Op::WideCmp: case Op::WideExt: case Op::WideTrunc:
  case Op::FAdd32: case Op::FSub32: case Op::FMul32: case Op::FDiv32:
  case Op::FAdd64: case Op::FSub64: case Op::FMul64: case Op::FDiv64:
  case Op::FBin: case Op::FUn: case Op::FTern: case Op::FCmp: case Op::FConv:
  case Op::FToInt: case Op::IntToF:
  case Op::IntUn: case Op::IntBin: case Op::IntOvf: case Op::FunnelShift:
  case Op::Bitcast:
    break;
  default:
    return false;
  }
  const std::optional<uint64_t> origin = undefinedIn(pc, r);
  if (!origin)
    return false;
  for (const SlotUse &use : usesOf(pc))
    for (uint32_t i = 0; use.writes && i < use.count; ++i)
      set(r + use.first + i, term::undefined(64, *origin));
  return true;
}

// Memory that others see late ----------------------------------------------------

/// With MemoryModel::C11 what atomics hold is in messages, and known.
bool Symbolic::isHeldByMessages(uint64_t address, uint64_t size) const {
  if (!core_.isWeak() || !core_.multi)
    return false;
  bool clashes = false;
  return core_.state.weak()->findCell(address, uint32_t(size), clashes) ||
         clashes;
}

bool Symbolic::settleStored(const Insn *pc, uint64_t n, uint64_t *r,
                            uint64_t address, uint64_t size) {
  const bool hasUndefinedValue = undefinedIn(pc, r).has_value();
  // Others may still read what was there before.
  const bool remains = core_.isWeak() && !isHeldByMessages(address, size) &&
                       undefinedIn(address, size);
  if (!hasUndefinedValue && !remains)
    return true;
  if (!settleMixed(pc, n, r))
    return false;
  addTo(core_.approximations, {ApproximationKind::Uninitialised,
                               "what other threads may see late",
                               "", core_.placeOf(pc)});
  for (const SlotUse &use : usesOf(pc))
    for (uint32_t i = 0; use.reads && i < use.count; ++i)
      if (uint64_t *slot = r + use.first + i; isUndefined(slot))
        set(slot, term::constant(
                      term::evaluate(shadow(slot), [](uint32_t) { return 0; }),
                      64));
  return true;
}

// Values of several registers ----------------------------------------------------

/// ExtractAt, InsertAt: the index has to be known, the elements need not.
std::optional<Symbolic::Executed> Symbolic::element(Op op, const Insn *pc,
                                                    uint64_t *r, uint64_t n) {
  if (!hasRegisters())
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
    for (unsigned at = 0; at < leaf.bytes; at += 8)
      image(valueOf(slot + at / 8, 64), bytes.data() + leaf.offset + at,
            std::min(8u, unsigned(leaf.bytes) - at));
    slot += leaf.slots;
  }
  if (!core_.storeSlow(pc, n, address, layout.size, pc->c, bytes.data()))
    return {Way::Stop};
  if (core_.isOnItsWay(core_.current, address))
    return {Way::Next};
  placeBytes(address, address, layout.size, before);
  slot = r + pc->dst;
  for (const LayoutLeaf &leaf : layout.leaves) {
    for (unsigned at = 0; at < leaf.bytes; at += 8)
      setBytes(address + leaf.offset + at, valueOf(slot + at / 8, 64),
               std::min(8u, unsigned(leaf.bytes) - at));
    slot += leaf.slots;
  }
  return {Way::Next};
}

} // namespace rbcheck
