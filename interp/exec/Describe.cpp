//===- interp/exec/Describe.cpp - States in words -------------------------===//
//
// Names for addresses and pending operations, for reports.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"

#include "llvm/ADT/Twine.h"

namespace rbcheck {

namespace {

std::string withOffset(const std::string &name, uint64_t offset,
                       uint64_t size) {
  if (offset == 0)
    return "`" + name + "`";
  if (offset >= size)
    return "memory behind `" + name + "`";
  return "`" + name + "` (byte " + std::to_string(offset) + ")";
}

const Global *globalOf(const Program &program, uint64_t address) {
  return program.globalAt(globalIndexOf(address));
}

} // namespace

std::string Machine::describeAddress(uint64_t address) {
  Core &core = *core_;
  if (isNearNull(address))
    return "a null pointer";
  if (!isCanonical(address))
    return "an address that no object can have";
  switch (regionOf(address)) {
  case RegionKind::Global: {
    const Global *global = globalOf(core.program, address);
    if (!global)
      return "memory without an object";
    return withOffset(global->name, address - globalAddress(global->index),
                      global->size);
  }
  case RegionKind::Heap: {
    for (size_t i = 0; i < core.tlsIndex.size(); ++i)
      if (indexOf(address) == core.tlsIndex[i])
        return "thread-local " +
               withOffset(core.program.tls[i].name, address & (kSpan - 1),
                          core.program.tls[i].size) +
               " of thread " + std::to_string(threadOf(address));
    const Object *object = core.state.find(address);
    if (!object)
      return "freed heap memory";
    uint64_t offset = address - object->base;
    std::string text = "heap object of " + std::to_string(object->size) +
                       (object->size == 1 ? " byte" : " bytes");
    return offset ? "byte " + std::to_string(offset) + " of a " + text
                  : "a " + text;
  }
  case RegionKind::Stack:
    return "a local variable of thread " + std::to_string(threadOf(address));
  case RegionKind::Code:
    if (functionOf(address) < core.program.functions.size())
      return "function " + core.program.functions[functionOf(address)].name;
    return "memory without an object";
  }
  return "memory without an object";
}

std::string Machine::describePending(uint32_t id) {
  Core &core = *core_;
  const ThreadNode &thread = core.state.thread(id);
  const Pending &pending = thread.pending;
  switch (pending.kind) {
  case PendingKind::None:
    return "finished";
  case PendingKind::Pause:
    return "long computation";
  case PendingKind::Access: {
    const Access &access = pending.access[0];
    std::string text = access.atomic ? "atomic " : "";
    text += access.write ? "write of " : "read of ";
    text += describeAddress(access.address);
    if (pending.accesses > 1)
      text += " and read of " + describeAddress(pending.access[1].address);
    return text;
  }
  case PendingKind::Model: {
    const Function &callee = core.program.functions[pending.callee];
    std::string text = callee.name + "(";
    if (!isNearNull(pending.args[0]) && isCanonical(pending.args[0])) {
      const Global *global =
          regionOf(pending.args[0]) == RegionKind::Global
              ? globalOf(core.program, pending.args[0])
              : nullptr;
      if (global) {
        uint64_t offset = pending.args[0] - globalAddress(global->index);
        text += "&" + global->name;
        if (offset)
          text += "+" + std::to_string(offset);
      } else {
        text += "...";
      }
    }
    return text + ")";
  }
  }
  return "";
}

} // namespace rbcheck
