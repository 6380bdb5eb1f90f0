//===- search/guide/Callee.cpp - Which function a parked thread calls next ===//
#include "search/guide/Callee.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/StringRef.h"

#include <cstring>

namespace rbcheck {

namespace {

constexpr uint32_t kLookAhead = 16; ///< instructions up to the call

class Evaluator {
public:
  Evaluator(const Program &program, const OpenState &state,
            const FrameNode &top)
      : program_(program), state_(state), top_(top),
        function_(program.functions[top.function]) {}

  /// The value of a slot before the instruction at `pc` is executed.
  std::optional<uint64_t> value(uint16_t slot, uint32_t pc) const {
    while (pc > top_.pc) {
      const Insn &insn = function_.code[--pc];
      if (!writes(insn, slot))
        continue;
      if (insn.op == Op::Mov)
        return value(insn.a, pc);
      return insn.op == Op::Load64 ? entry(insn, pc) : std::nullopt;
    }
    return inFrame(slot);
  }

private:
  bool writes(const Insn &insn, uint16_t slot) const {
    bool found = false;
    forEachSlotUse(program_.layouts, function_, insn, [&](const SlotUse &use) {
      found |= use.writes && slot >= use.first &&
               slot < use.first + use.count;
    });
    return found;
  }

  /// What an instruction loads, if it is a pointer to a vtable or from one.
  std::optional<uint64_t> entry(const Insn &load, uint32_t pc) const {
    std::optional<uint64_t> base = value(load.a, pc);
    std::optional<uint64_t> loaded;
    if (base)
      loaded = read(*base + uint64_t(int64_t(load.imm)));
    if (!loaded || isInVtable(*base) || isInVtable(*loaded))
      return loaded;
    return std::nullopt;
  }

  bool isInVtable(uint64_t address) const {
    const Global *global = globalOf(address);
    if (!global || !global->constant)
      return false;
    llvm::StringRef name = global->name;
    name.consume_front("construction ");
    return name.starts_with("vtable for ");
  }

  const Global *globalOf(uint64_t address) const {
    return isCanonical(address) && regionOf(address) == RegionKind::Global
               ? program_.globalAt(globalIndexOf(address))
               : nullptr;
  }

  std::optional<uint64_t> read(uint64_t address) const {
    uint64_t word = 0;
    const Global *global = globalOf(address);
    if (global && global->constant) {
      uint64_t offset = address - globalAddress(global->index);
      if (offset + sizeof(word) > global->image.size())
        return std::nullopt;
      std::memcpy(&word, global->image.data() + offset, sizeof(word));
      return word;
    }
    const Object *object = isCanonical(address) ? state_.find(address) : nullptr;
    if (!object || address - object->base + sizeof(word) > object->size)
      return std::nullopt;
    state_.read(object, address - object->base, &word, sizeof(word));
    return word;
  }

  std::optional<uint64_t> inFrame(uint16_t slot) const {
    const std::vector<uint64_t> &constants = function_.constants;
    if (slot >= function_.constBase &&
        slot < function_.constBase + constants.size())
      return constants[slot - function_.constBase];
    if (top_.flags & kFreshFrame)
      return slot < top_.count ? std::optional(top_.slots()[slot])
                               : std::nullopt;
    uint32_t at = function_.liveIndex[top_.pc];
    if (at == kNoLive)
      return std::nullopt;
    const uint16_t *live = function_.livePool.data() + at + 1;
    for (uint32_t i = 0; i < top_.count; ++i)
      if (live[i] == slot)
        return top_.slots()[i];
    return std::nullopt;
  }

  const Program &program_;
  const OpenState &state_;
  const FrameNode &top_;
  const Function &function_;
};

} // namespace

std::optional<NextCall> nextIndirectCall(const Program &program,
                                         const OpenState &state,
                                         const FrameNode &top) {
  const std::vector<Insn> &code = program.functions[top.function].code;
  for (uint32_t pc = top.pc; pc < top.pc + kLookAhead && pc < code.size();
       ++pc) {
    const Insn &insn = code[pc];
    if (insn.op != Op::CallIndirect) {
      if (endsBlock(insn.op) || insn.op == Op::Call || insn.op == Op::CallModel)
        return std::nullopt;
      continue;
    }
    std::optional<uint64_t> target =
        Evaluator(program, state, top).value(insn.a, pc);
    if (!target || !isCanonical(*target) ||
        regionOf(*target) != RegionKind::Code || *target & (kSpan - 1) ||
        functionOf(*target) >= program.functions.size())
      return std::nullopt;
    return NextCall{pc, functionOf(*target)};
  }
  return std::nullopt;
}

} // namespace rbcheck
