//===- tools/report/ObjectLog.cpp - Which objects a replay saw made -------===//
#include "tools/report/ObjectLog.h"

#include "tools/report/Source.h"

#include "interp/state/Address.h"

namespace rbcheck {

/// Without the arguments of a template, which can fill pages.
static std::string shortType(llvm::StringRef type) {
  auto [name, arguments] = type.split('<');
  return name.str() + (arguments.empty() ? "" : "<>");
}

Location ObjectLog::userLocation(Machine *machine, uint32_t thread,
                                 CodePlace place) const {
  Location location = locate(program_, place);
  if (!machine || (location.isKnown() && !isLibraryFile(location.file)))
    return location;
  machine->walkStack(thread, [&](CodePlace frame) {
    Location outer = locate(program_, frame);
    if (!outer.isKnown() || isLibraryFile(outer.file))
      return true;
    location = std::move(outer);
    return false;
  });
  return location;
}

void ObjectLog::made(Machine *machine, uint64_t base, uint64_t size,
                     uint32_t thread, CodePlace place) {
  ObjectRecord record;
  record.base = base;
  record.size = size;
  record.thread = uint16_t(thread);
  record.place = place;
  if (regionOf(base) == RegionKind::Heap) {
    record.madeAt = userLocation(machine, thread, place);
    record.number = ++counts_[{record.madeAt.file, record.madeAt.line}];
  }
  objects_[base] = std::move(record);
}

void ObjectLog::freed(Machine *machine, uint64_t base, uint32_t thread,
                      CodePlace place) {
  ObjectRecord &record = objects_[base];
  record.base = base;
  record.isFreed = true;
  record.freer = uint16_t(thread);
  record.freedAt = userLocation(machine, thread, place);
}

const ObjectRecord *ObjectLog::find(uint64_t address) const {
  auto next = objects_.upper_bound(address);
  if (!address || next == objects_.begin())
    return nullptr;
  const ObjectRecord &record = std::prev(next)->second;
  return address - record.base <= record.size + kSpan ? &record : nullptr;
}

ObjectName ObjectLog::nameOf(uint64_t base) const {
  ObjectName name;
  auto found = objects_.find(base);
  if (found == objects_.end() ||
      found->second.place.function >= program_.functions.size())
    return name;
  const ObjectRecord &record = found->second;
  name.size = record.size;
  const Function &function = program_.functions[record.place.function];
  const VariableNote *note = function.variableAt(record.place.pc);
  if (note)
    name.type = note->type;
  if (regionOf(base) == RegionKind::Stack) {
    if (!note || !note->name)
      return name;
    name.name = program_.strings[note->name];
    name.suffix = " in " + locate(program_, record.place).function;
    if (uint32_t at = function.declared.function)
      name.suffix = " in " + program_.strings[at];
    if (record.thread)
      name.suffix += " of T" + std::to_string(record.thread);
    return name;
  }
  if (!record.madeAt.isKnown())
    return name;
  uint32_t typeName = program_.dataTypes[name.type].name;
  name.name = typeName ? shortType(program_.strings[typeName]) : "heap";
  name.name += "@" + baseName(record.madeAt.file) + ":" +
               std::to_string(record.madeAt.line);
  if (record.number > 1)
    name.name += "#" + std::to_string(record.number);
  return name;
}

} // namespace rbcheck
