//===- interp/exec/Describe.cpp - States in words -------------------------===//
//
// Names for addresses and pending operations, for reports.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Handles.h"
#include "interp/exec/ValueText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>

namespace rbcheck {

namespace {

/// "memory behind `name`" for what is no part of it.
std::string quoted(const std::string &name, uint64_t offset, uint64_t size) {
  return (offset >= size && size ? "memory behind `" : "`") + name + "`";
}

const Global *globalOf(const Program &program, uint64_t address) {
  return program.globalAt(globalIndexOf(address));
}

/// Of an argument that is a pointer: "&" and its name, else "...".
std::string argumentText(MachineNames &machine, uint64_t argument) {
  if (isNearNull(argument) || !isCanonical(argument))
    return "";
  ObjectName name = machine.nameOf(argument, 1);
  return name.name.empty() ? "..." : "&" + name.name;
}

} // namespace

std::string MachineNames::describeAddress(uint64_t address, uint64_t size) {
  Core &core = *core_;
  if (isNearNull(address))
    return "a null pointer";
  if (!isCanonical(address))
    return "an address that no object can have";
  switch (regionOf(address)) {
  case RegionKind::Global: {
    const Global *global = globalOf(core.program, address);
    if (!global) {
      ObjectName name = nameOf(address, size);
      return name.name.empty() ? "memory without an object"
                               : "`" + name.name + "`";
    }
    uint64_t offset = address - globalAddress(global->index);
    if (offset >= global->size)
      return quoted(global->name, offset, global->size);
    return quoted(nameOf(address, size).name, 0, 0);
  }
  case RegionKind::Heap: {
    const Object *object = core.state.find(address);
    if (object && object->kind == ObjectKind::Tls)
      return "thread-local `" + nameOf(address, size).name + "`";
    ObjectName name = nameOf(address, size);
    if (!name.name.empty())
      return (object ? "`" : "freed memory `") + name.name + "`";
    if (!object)
      return "freed heap memory";
    uint64_t offset = address - object->base;
    std::string text = "heap object of " + std::to_string(object->size) +
                       (object->size == 1 ? " byte" : " bytes");
    return offset ? "byte " + std::to_string(offset) + " of a " + text
                  : "a " + text;
  }
  case RegionKind::Stack: {
    ObjectName name = nameOf(address, size);
    if (!name.name.empty())
      return "`" + name.name + "`";
    return "a local variable of thread " + std::to_string(threadOf(address));
  }
  case RegionKind::Code:
    if (functionOf(address) < core.program.functions.size())
      return "function " + core.program.functions[functionOf(address)].name;
    return "memory without an object";
  }
  return "memory without an object";
}

std::vector<std::string> MachineNames::checkedValues(uint32_t thread) {
  Core &core = *core_;
  std::vector<std::string> texts;
  if (core.current != thread || core.end == StepEnd::Parked || !core.top)
    return texts;
  // The check may be a function of its own: its caller's values then.
  constexpr size_t kMostFrames = 3;
  const Frame *frame = core.top;
  for (size_t i = 0; i < kMostFrames && frame >= core.bottom; ++i, --frame) {
    const uint32_t pc = uint32_t(frame->pc - frame->fn->code.data());
    for (const CheckedValue &checked : frame->fn->checked) {
      const uint64_t value = frame->base[checked.slot];
      if (checked.pc != pc || value == kLostValue)
        continue;
      uint8_t bytes[kMostValueBytes] = {};
      std::memcpy(bytes, &value, sizeof(value));
      std::string text = core.program.strings[checked.name] + " was " +
                         textOfType(*this, checked.type, checked.size, bytes);
      if (!llvm::is_contained(texts, text))
        texts.push_back(std::move(text));
    }
    if (!texts.empty())
      break;
  }
  return texts;
}

std::string MachineNames::describePending(uint32_t id) {
  Core &core = *core_;
  const ThreadNode &thread = core.state.thread(id);
  const Pending &pending = thread.pending;
  switch (pending.kind) {
  case PendingKind::None:
    return "finished";
  case PendingKind::Decide:
  case PendingKind::Pause:
    return pending.order == OrderTouch::None ? "long computation" : "fence";
  case PendingKind::Access: {
    const Access &access = pending.accesses[0];
    std::string text = access.atomic ? "atomic " : "";
    text += access.write ? "write of " : "read of ";
    text += describeAddress(access.address, access.size);
    if (pending.accesses.size() > 1)
      text += " and read of " + describeAddress(pending.accesses[1].address,
                                                pending.accesses[1].size);
    return text;
  }
  case PendingKind::Model: {
    const Function &callee = core.program.functions[pending.callee];
    std::string text = callee.name + "(";
    const Model &model = allModels()[callee.model];
    ModelCall call = core.pendingCall(id);
    if (std::string words; model.isWorded &&
                           call.readString(pending.args[0], words, 200))
      return words;
    // Joins name the thread, whatever the handle is.
    if (joins(model.role.act)) {
      if (std::optional<uint32_t> other = threadOfHandle(call, pending.args[0]))
        text += "T" + std::to_string(*other);
    } else {
      text += argumentText(*this, pending.args[0]);
    }
    return text + ")";
  }
  }
  return "";
}

} // namespace rbcheck
