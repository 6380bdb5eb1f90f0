//===- search/triage/static/CodeInfo.cpp - Functions, seen once -----------===//
#include "search/triage/static/CodeInfo.h"

#include "search/triage/SyncCalls.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/StringRef.h"

#include <cstring>

namespace rbcheck {

std::optional<uint32_t> functionAtAddress(const Program &program,
                                          uint64_t address) {
  if (!isCanonical(address) || regionOf(address) != RegionKind::Code ||
      functionOf(address) >= program.functions.size() ||
      address % kSpan) // a block in it: nobody can call that
    return std::nullopt;
  return functionOf(address);
}

void forEachTarget(const Function &function, uint32_t pc,
                   llvm::function_ref<void(uint32_t)> visit) {
  const Insn &insn = function.code[pc];
  auto go = [&](int64_t by) { visit(uint32_t(pc + by)); };
  if (insn.op == Op::Jmp || insn.op == Op::JmpBack)
    return go(insn.imm);
  if (insn.op == Op::Invoked || isConditionalJump(insn.op)) {
    go(insn.imm);
    return go(int32_t(insn.c));
  }
  if (insn.op == Op::Switch) {
    const SwitchTable &table = function.switches[insn.c];
    go(table.defaultTarget);
    for (const SwitchTable::Case &one : table.cases)
      go(one.target);
    return;
  }
  if (insn.op == Op::IndirectBr) {
    for (uint32_t target : function.blocks)
      visit(target);
    return;
  }
  if (!endsBlock(insn.op))
    go(1);
}

CodeInfo::CodeInfo(const Program &program)
    : program_(program), all_(program.functions.size()) {
  for (uint32_t f = 0; f < program.functions.size(); ++f) {
    findBlocks(f);
    findLive(f);
    const Role role = roleOf(program.functions[f]);
    hasCancelling_ |= role.act == Act::Cancel;
    hasUnwinding_ |= program.functions[f].name == "__rb_unwind_land";
  }
  findCalls();
  findEntered();
}

void CodeInfo::findBlocks(uint32_t number) {
  const Function &function = program_.functions[number];
  llvm::BitVector &isLeader = all_[number].isLeader;
  isLeader.resize(function.code.size());
  for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
    const Op op = function.code[pc].op;
    if (endsBlock(op) || isConditionalJump(op))
      forEachTarget(function, pc,
                    [&](uint32_t target) { isLeader.set(target); });
  }
  if (!function.code.empty())
    isLeader.set(0);
}

/// The usual equations, from the last instruction to the first.
void CodeInfo::findLive(uint32_t number) {
  const Function &function = program_.functions[number];
  std::vector<llvm::BitVector> &live = all_[number].liveSlots;
  live.resize(function.code.size());
  for (llvm::BitVector &slots : live)
    slots.resize(function.frameSlots);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t pc = uint32_t(function.code.size()); pc-- > 0;) {
      llvm::BitVector slots(function.frameSlots);
      forEachTarget(function, pc,
                    [&](uint32_t target) { slots |= live[target]; });
      auto mark = [&](const SlotUse &use, bool isLive) {
        for (uint32_t s = use.first; s < use.first + use.count; ++s)
          if (s < slots.size())
            slots[s] = isLive;
      };
      forEachSlotUse(program_.layouts, function, function.code[pc],
                     [&](const SlotUse &use) {
                       if (use.writes && !use.reads)
                         mark(use, false);
                     });
      forEachSlotUse(program_.layouts, function, function.code[pc],
                     [&](const SlotUse &use) {
                       if (use.reads)
                         mark(use, true);
                     });
      if (slots != live[pc]) {
        live[pc] = std::move(slots);
        changed = true;
      }
    }
  }
  for (uint32_t pc = 0; pc < function.code.size(); ++pc)
    if (!all_[number].isLeader[pc])
      live[pc] = {};
}

void CodeInfo::findCalls() {
  auto releases = [](Act act) {
    return isOneOf(act, {Act::Unlock, Act::Wait, Act::TimedWait, Act::Init,
                         Act::Destroy, Act::EndAtomic});
  };
  std::vector<std::vector<uint32_t>> callers(all_.size());
  std::vector<uint32_t> open;
  for (uint32_t f = 0; f < all_.size(); ++f)
    for (const Insn &insn : program_.functions[f].code) {
      if (insn.op == Op::CallIndirect)
        all_[f].mayRelease = all_[f].mayThread = true;
      if (insn.op != Op::Call && insn.op != Op::CallModel)
        continue;
      uint32_t callee = program_.functions[f].callSites[insn.c].callee;
      if (insn.op == Op::Call)
        callers[callee].push_back(f);
      const Act act = roleOf(program_.functions[callee]).act;
      const bool isUnknown =
          program_.functions[callee].kind == FunctionKind::Unknown;
      hasUnknownCode_ |= isUnknown;
      all_[f].mayRelease |= releases(act) || isUnknown;
      all_[f].mayThread |= isUnknown || releases(act) || takesLock(act) ||
                           joins(act) || act == Act::Create;
    }
  for (uint32_t f = 0; f < all_.size(); ++f)
    if (all_[f].mayRelease || all_[f].mayThread)
      open.push_back(f);
  while (!open.empty()) {
    const uint32_t f = open.back();
    open.pop_back();
    for (uint32_t caller : callers[f]) {
      OfFunction &up = all_[caller];
      bool isMore = (all_[f].mayRelease && !up.mayRelease) ||
                    (all_[f].mayThread && !up.mayThread);
      up.mayRelease |= all_[f].mayRelease;
      up.mayThread |= all_[f].mayThread;
      if (isMore)
        open.push_back(caller);
    }
  }
}

void CodeInfo::findEntered() {
  std::vector<bool> isEntered(all_.size());
  auto enter = [&](uint64_t value) {
    if (std::optional<uint32_t> f = functionAtAddress(program_, value))
      isEntered[*f] = true;
  };
  auto scan = [&](const Global &global) {
    for (size_t at = 0; at + 8 <= global.image.size(); ++at) {
      uint64_t value;
      std::memcpy(&value, global.image.data() + at, sizeof(value));
      enter(value);
    }
  };
  for (const Global &global : program_.globals)
    scan(global);
  for (const Global &global : program_.tls)
    scan(global);
  for (uint32_t f = 0; f < all_.size(); ++f) {
    const Function &function = program_.functions[f];
    // The machine calls these by their names.
    llvm::StringRef name = function.name;
    const bool isCallback =
        name == "__rb_file_write" || name == "_ZSt17__throw_bad_allocv";
    if (f != program_.entry && function.kind == FunctionKind::Defined &&
        (name.starts_with("__rb_") || isCallback))
      isEntered[f] = true;
    if (isCallback)
      callbackMayRelease_ |= all_[f].mayRelease;
    // A constant that is only given to a call that makes a thread of it
    // enters nothing else.
    for (const Insn &insn : function.code) {
      std::optional<uint16_t> started;
      if (insn.op == Op::CallModel) {
        const CallSite &site = function.callSites[insn.c];
        const Role role = roleOf(program_.functions[site.callee]);
        if (role.act == Act::Create && size_t(role.function) < site.args.size())
          started = site.args[size_t(role.function)].slot;
        for (size_t a = 0; started && a < site.args.size(); ++a)
          if (a != size_t(role.function) && site.args[a].slot == *started)
            started = std::nullopt;
      }
      forEachSlotUse(program_.layouts, function, insn, [&](const SlotUse &use) {
        for (uint32_t s = use.first; s < use.first + use.count; ++s)
          if (use.reads && s >= function.constBase &&
              s - function.constBase < function.constants.size() &&
              s != started)
            enter(function.constants[s - function.constBase]);
      });
    }
  }
  for (uint32_t f = 0; f < all_.size(); ++f)
    if (isEntered[f])
      hasUnknownCode_ |= program_.functions[f].kind == FunctionKind::Unknown;
  for (uint32_t f = 0; f < all_.size(); ++f)
    if (isEntered[f])
      (program_.functions[f].kind == FunctionKind::Defined ? entered_ : models_)
          .push_back(f);
}

} // namespace rbcheck
