//===- search/triage/static/Touched.cpp - What an instruction can touch ---===//
#include "search/triage/static/Touched.h"

#include "search/triage/SyncCalls.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

namespace rbcheck {

namespace {

std::optional<uint64_t> constantOf(const Function &function, uint32_t slot) {
  if (slot < function.constBase ||
      slot - function.constBase >= function.constants.size())
    return std::nullopt;
  return function.constants[slot - function.constBase];
}

/// Width of a plain load or store; 0 for anything else.
uint32_t widthOf(Op op) {
  switch (op) {
  case Op::Load8:
  case Op::LoadX8:
  case Op::Store8:
  case Op::StoreX8:
    return 1;
  case Op::Load16:
  case Op::LoadX16:
  case Op::Store16:
  case Op::StoreX16:
    return 2;
  case Op::Load32:
  case Op::LoadX32:
  case Op::Store32:
  case Op::StoreX32:
    return 4;
  case Op::Load64:
  case Op::LoadX64:
  case Op::Store64:
  case Op::StoreX64:
    return 8;
  default:
    return 0;
  }
}

bool isLoad(Op op) {
  switch (op) {
  case Op::Load8:
  case Op::Load16:
  case Op::Load32:
  case Op::Load64:
  case Op::LoadX8:
  case Op::LoadX16:
  case Op::LoadX32:
  case Op::LoadX64:
  case Op::LoadL:
  case Op::AtomicLoad:
    return true;
  default:
    return false;
  }
}

std::vector<TouchedRange> ofModel(const Function &caller, const CallSite &site,
                                  const Function &callee) {
  if (callee.kind != FunctionKind::Model)
    return {{std::nullopt, 0, true, false}};
  const Model &model = allModels()[callee.model];
  // Some call back, when there is no memory or the thread is asked to end.
  if (model.effects || model.cancels || model.role.act == Act::Allocate)
    return {{std::nullopt, 0, true, false}};
  std::vector<TouchedRange> all;
  auto add = [&](int argument, uint64_t size, bool isWrite, bool isAtomic) {
    if (argument < 0 || size_t(argument) >= site.args.size())
      return;
    std::optional<uint64_t> address =
        constantOf(caller, site.args[size_t(argument)].slot);
    if (address != 0)
      all.push_back({address, size, isWrite, isAtomic});
  };
  const Role &role = model.role;
  // Making an object is a plain write (Acts.def).
  if (bytesOf(role.family))
    add(role.object, bytesOf(role.family), true, role.act != Act::Init);
  add(role.mutex, bytesOf(Family::Mutex), true, true);
  for (const Touch &touch : role.touches)
    add(touch.argument, touch.size, touch.write, false);
  // What has neither, but is visible by what it touches.
  if (model.visible == Visible::Access && all.empty())
    all.push_back({std::nullopt, 0, true, false});
  return all;
}

} // namespace

bool isIndexed(Op op) {
  switch (op) {
  case Op::LoadX8:
  case Op::LoadX16:
  case Op::LoadX32:
  case Op::LoadX64:
  case Op::StoreX8:
  case Op::StoreX16:
  case Op::StoreX32:
  case Op::StoreX64:
    return true;
  default:
    return false;
  }
}

std::optional<std::vector<TouchedRange>> touchedBy(const Program &program,
                                                   CodePlace place) {
  const Function &function = program.functions[place.function];
  const Insn &insn = function.code[place.pc];
  if (insn.op == Op::Call || insn.op == Op::CallIndirect)
    return std::nullopt;
  if (insn.op == Op::CallModel)
    return ofModel(function, function.callSites[insn.c],
                   program.functions[function.callSites[insn.c].callee]);
  if (!hasAccessFlags(insn.op) || insn.op == Op::Fence)
    return std::vector<TouchedRange>();
  TouchedRange range;
  range.isWrite = !isLoad(insn.op);
  range.size = widthOf(insn.op);
  std::optional<uint64_t> base = constantOf(function, insn.a);
  switch (insn.op) {
  case Op::LoadL:
  case Op::StoreL:
    range.size = program.layouts[insn.b].size;
    break;
  case Op::AtomicLoad:
  case Op::AtomicStore:
    range.size = insn.b;
    range.isAtomic = true;
    break;
  case Op::AtomicRmw:
  case Op::CmpXchg:
    return std::vector<TouchedRange>{
        {base, uint32_t(insn.imm) & 0xff, true, true}};
  default:
    if (!range.size) // bulk functions
      return std::vector<TouchedRange>{{std::nullopt, 0, true, false}};
    break;
  }
  if (base && isIndexed(insn.op)) {
    // Somewhere in that variable.
    const Global *global = program.globalAt(globalIndexOf(*base));
    if (global && *base >> 45 == 0)
      range.address = globalAddress(global->index), range.size = global->size;
  } else if (base) {
    range.address = *base + uint64_t(int64_t(insn.imm));
  }
  return std::vector<TouchedRange>{range};
}

static std::optional<Harmless> whyHarmless(const TouchedRange &a,
                                           const TouchedRange &b) {
  if (!a.isWrite && !b.isWrite)
    return Harmless::BothRead;
  if (a.isAtomic && b.isAtomic)
    return Harmless::BothAtomic;
  if (a.address && b.address &&
      (*a.address >= *b.address + b.size || *b.address >= *a.address + a.size))
    return Harmless::Elsewhere;
  return std::nullopt;
}

std::optional<Harmless> whyHarmless(const Program &program, CodePlace first,
                                    CodePlace second) {
  const auto a = touchedBy(program, first), b = touchedBy(program, second);
  if (!a || !b)
    return std::nullopt;
  Harmless why = Harmless::Elsewhere; // if one of them touches nothing at all
  for (const TouchedRange &x : *a)
    for (const TouchedRange &y : *b) {
      std::optional<Harmless> one = whyHarmless(x, y);
      if (!one)
        return std::nullopt;
      why = *one;
    }
  return why;
}

} // namespace rbcheck
