//===- tools/report/ObjectLog.cpp - Which objects a replay saw made -------===//
#include "tools/report/ObjectLog.h"

#include "tools/report/Source.h"

#include "interp/state/Address.h"

#include <algorithm>

namespace rbcheck {

/// What the library puts around an element, by the beginning of its name.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    kLibraryTypes[] = {
        {"_Sp_counted_", "shared_ptr-counts"}, {"_List_node", "list-node"},
        {"_Rb_tree_node", "map-node"},         {"_Hash_node", "hash-node"},
        {"_Fwd_list_node", "list-node"},       {"_State_impl", "thread-start"},
};

/// Without the arguments of a template, which can fill pages, and as one word.
static std::string shortType(llvm::StringRef type) {
  for (const auto &[beginning, word] : kLibraryTypes)
    if (type.starts_with(beginning))
      return word.str();
  auto [name, arguments] = type.split('<');
  std::string word = name.str() + (arguments.empty() ? "" : "<>");
  std::replace(word.begin(), word.end(), ' ', '-');
  return word;
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

/// Where the type of the memory is known: where it is allocated, or where the
/// function is called that passes it on.
CodePlace ObjectLog::notedPlace(Machine *machine, uint32_t thread,
                                CodePlace place, uint64_t size) const {
  constexpr unsigned kMostFrames = 4;
  auto isNoted = [&](CodePlace at) {
    if (at.function >= program_.functions.size())
      return false;
    const VariableNote *note =
        program_.functions[at.function].variableAt(at.pc);
    const uint64_t one = note ? program_.dataTypes[note->type].size : 0;
    return one && size % one == 0;
  };
  CodePlace noted = place;
  unsigned frames = 0;
  if (machine && !isNoted(place))
    machine->walkStack(thread, [&](CodePlace frame) {
      if (isNoted(frame))
        noted = frame;
      return noted == place && ++frames < kMostFrames;
    });
  return noted;
}

std::string ObjectLog::placeOf(const ObjectRecord &record) {
  return baseName(record.madeAt.file) + ":" +
         std::to_string(record.madeAt.line);
}

void ObjectLog::made(Machine *machine, uint64_t base, uint64_t size,
                     uint32_t thread, CodePlace place) {
  ObjectRecord record;
  record.base = base;
  record.size = size;
  record.thread = uint16_t(thread);
  record.place = record.noted = place;
  if (regionOf(base) == RegionKind::Heap) {
    record.madeAt = userLocation(machine, thread, place);
    record.noted = notedPlace(machine, thread, place, size);
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
  const Function &function = program_.functions[record.noted.function];
  const VariableNote *note = function.variableAt(record.noted.pc);
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
  // An array is known by who got it first, everything else by its type.
  const DataType &type = program_.dataTypes[name.type];
  const uint32_t variable = note ? note->name : 0;
  const bool isVariable = variable && type.name &&
                          type.kind != DataKind::Struct &&
                          record.size > type.size;
  const uint32_t word = isVariable ? variable : type.name;
  name.name = word ? shortType(program_.strings[word]) : "heap";
  name.name += "@" + placeOf(record);
  if (record.number > 1)
    name.name += "#" + std::to_string(record.number);
  return name;
}

} // namespace rbcheck
