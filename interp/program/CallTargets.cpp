//===- interp/program/CallTargets.cpp - What calls through pointers enter -===//
#include "interp/program/CallTargets.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstring>

namespace rbcheck {

namespace {

constexpr unsigned kLookBack = 64; ///< instructions before a call
constexpr unsigned kWord = sizeof(uint64_t);

std::vector<uint64_t> wordsOf(const std::vector<uint8_t> &image) {
  std::vector<uint64_t> words(image.size() / kWord);
  if (!words.empty())
    std::memcpy(words.data(), image.data(), words.size() * kWord);
  return words;
}

/// By instruction: some jump leads here, so that what is before it need not
/// run before it.
std::vector<bool> jumpTargets(const Function &function) {
  std::vector<bool> isTarget(function.code.size());
  auto note = [&](int64_t pc) {
    if (pc >= 0 && size_t(pc) < isTarget.size())
      isTarget[size_t(pc)] = true;
  };
  for (int64_t i = 0; i < int64_t(function.code.size()); ++i) {
    const Insn &insn = function.code[size_t(i)];
    bool isEither = isConditionalJump(insn.op);
    if (isEither || insn.op == Op::Jmp || insn.op == Op::JmpBack)
      note(i + insn.imm);
    if (isEither)
      note(i + int32_t(insn.c));
    if (insn.op != Op::Switch)
      continue;
    const SwitchTable &table = function.switches[insn.c];
    note(i + table.defaultTarget);
    for (const SwitchTable::Case &one : table.cases)
      note(i + one.target);
  }
  return isTarget;
}

} // namespace

CallTargets::CallTargets(const Program &program)
    : program_(program), isTaken_(program.functions.size()) {
  for (const Function &function : program.functions) {
    for (uint64_t value : function.constants)
      noteTaken(value);
    jumpTargets_.push_back(jumpTargets(function));
  }
  readTables();
}

void CallTargets::readTables() {
  for (const Global &global : program_.tls)
    for (uint64_t word : wordsOf(global.image))
      noteTaken(word);
  for (const Global &global : program_.globals) {
    std::vector<uint64_t> words = wordsOf(global.image);
    for (uint64_t word : words)
      noteTaken(word);
    llvm::StringRef name = global.name;
    name.consume_front("construction ");
    if (!global.constant || !name.starts_with("vtable for "))
      continue;
    // A group: distance to the whole object, type information, functions.
    VTable table{&global, std::move(words), {}};
    for (size_t i = 2; i < table.words.size(); ++i) {
      uint64_t type = table.words[i - 1];
      const Global *info = type && regionOf(type) == RegionKind::Global
                               ? program_.globalAt(globalIndexOf(type))
                               : nullptr;
      if (i == 2 ||
          (info && llvm::StringRef(info->name).starts_with("typeinfo for ")))
        table.points.push_back(i);
    }
    table.points.push_back(table.words.size());
    vtables_.push_back(std::move(table));
  }
}

std::optional<uint32_t> CallTargets::functionAt(uint64_t address) const {
  if (!isCanonical(address) || regionOf(address) != RegionKind::Code ||
      address & (kSpan - 1) ||
      functionOf(address) >= program_.functions.size())
    return std::nullopt;
  return functionOf(address);
}

void CallTargets::noteTaken(uint64_t value) {
  if (std::optional<uint32_t> function = functionAt(value))
    isTaken_[*function] = true;
}

bool CallTargets::fits(uint32_t function, uint32_t type) const {
  uint32_t own = program_.functions[function].type;
  return !type || !own || type == own;
}

std::optional<uint64_t> CallTargets::constant(const Function &function,
                                              uint16_t slot) const {
  if (slot < function.constBase ||
      slot >= function.constBase + function.constants.size())
    return std::nullopt;
  return function.constants[slot - function.constBase];
}

const Insn *CallTargets::definition(const Function &function, uint32_t pc,
                                    uint16_t &slot) const {
  const std::vector<bool> &isTarget =
      jumpTargets_[size_t(&function - program_.functions.data())];
  for (unsigned i = 0; i < kLookBack && pc > 0; ++i) {
    if (isTarget[pc] || endsBlock(function.code[pc - 1].op))
      return nullptr;
    const Insn &insn = function.code[--pc];
    bool isWritten = false;
    forEachSlotUse(program_.layouts, function, insn, [&](const SlotUse &use) {
      isWritten |= use.writes && slot >= use.first &&
                   slot < use.first + use.count;
    });
    if (!isWritten)
      continue;
    if (insn.op != Op::Mov)
      return &insn;
    slot = insn.a;
    if (constant(function, slot))
      return nullptr;
  }
  return nullptr;
}

std::optional<uint64_t>
CallTargets::virtualOffset(const Function &function, uint32_t pc) const {
  const Insn &call = function.code[pc];
  uint16_t slot = call.a;
  const Insn *entry = definition(function, pc, slot);
  if (!entry || entry->op != Op::Load64 || entry->imm < 0)
    return std::nullopt;
  uint16_t table = entry->a;
  const Insn *pointer =
      definition(function, uint32_t(entry - function.code.data()), table);
  if (!pointer || pointer->op != Op::Load64)
    return std::nullopt;
  // The object is the first argument, or the second behind a result's place.
  const std::vector<uint16_t> &slots = function.callSites[call.c].slots;
  bool isThis = llvm::any_of(llvm::ArrayRef(slots).take_front(2),
                             [&](uint16_t arg) { return arg == pointer->a; });
  if (!isThis && pointer->imm == 0)
    return std::nullopt;
  return uint64_t(entry->imm);
}

std::vector<uint32_t> CallTargets::atOffset(uint64_t offset,
                                            uint32_t type) const {
  std::vector<uint32_t> found;
  for (const VTable &table : vtables_)
    for (size_t i = 0; i + 1 < table.points.size(); ++i) {
      size_t at = table.points[i] + offset / kWord;
      bool isLast = i + 2 == table.points.size();
      if (at >= table.points[i + 1] - (isLast ? 0 : 2))
        continue;
      std::optional<uint32_t> function = functionAt(table.words[at]);
      if (function && fits(*function, type))
        found.push_back(*function);
    }
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<uint32_t> CallTargets::ofIndirect(const Function &function,
                                              uint32_t pc) const {
  const Insn &call = function.code[pc];
  uint16_t slot = call.a;
  definition(function, pc, slot);
  if (std::optional<uint64_t> value = constant(function, slot)) {
    std::optional<uint32_t> callee = functionAt(*value);
    return callee ? std::vector<uint32_t>{*callee} : std::vector<uint32_t>();
  }
  uint32_t type = function.callSites[call.c].type;
  if (std::optional<uint64_t> offset = virtualOffset(function, pc))
    if (std::vector<uint32_t> found = atOffset(*offset, type); !found.empty())
      return found;
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < isTaken_.size(); ++i)
    if (isTaken_[i] && fits(i, type))
      found.push_back(i);
  return found;
}

void CallTargets::findStates(const Function &function, unsigned depth,
                             std::vector<uint32_t> &out) const {
  constexpr unsigned kRun = 2; // behind the two destructors
  for (uint64_t value : function.constants) {
    if (regionOf(value) != RegionKind::Global)
      continue;
    const Global *global = program_.globalAt(globalIndexOf(value));
    if (!global || !llvm::StringRef(global->name)
                        .starts_with("vtable for std::thread::_State_impl<"))
      continue;
    uint64_t at = (value & (kSpan - 1)) / kWord + kRun;
    std::vector<uint64_t> words = wordsOf(global->image);
    if (at < words.size())
      if (std::optional<uint32_t> run = functionAt(words[at]))
        out.push_back(*run);
  }
  for (const Insn &insn : function.code)
    if (depth && insn.op == Op::Call)
      findStates(program_.functions[function.callSites[insn.c].callee],
                 depth - 1, out);
}

std::vector<uint32_t> CallTargets::ofSpawn(const Function &function,
                                           uint32_t pc) const {
  const Insn &call = function.code[pc];
  const CallSite &site = function.callSites[call.c];
  const std::string &name = program_.functions[site.callee].name;
  std::vector<uint32_t> found;
  if (llvm::StringRef(name).starts_with("_ZNSt6thread15_M_start_threadE")) {
    constexpr unsigned kLevels = 2;
    findStates(function, kLevels, found);
    llvm::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  size_t argument = name == "pthread_create" ? 2 : name == "thrd_create";
  if (!argument || argument >= site.args.size())
    return found;
  uint16_t slot = site.args[argument].slot;
  definition(function, pc, slot);
  if (std::optional<uint64_t> value = constant(function, slot)) {
    if (std::optional<uint32_t> callee = functionAt(*value))
      found.push_back(*callee);
    return found;
  }
  for (uint32_t i = 0; i < isTaken_.size(); ++i)
    if (isTaken_[i] && program_.functions[i].paramSlots == 1 &&
        !program_.functions[i].variadic)
      found.push_back(i);
  return found;
}

} // namespace rbcheck
