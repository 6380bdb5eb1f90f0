//===- interp/exec/Names.cpp - Variables by their names -------------------===//
//
// From an address to `accounts[1].lock`, from bytes to a value as the source
// would write it. Globals are known from the program; what a stack or heap
// object is called only an observer knows that saw it made.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/ValueText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

namespace rbcheck {

namespace {

/// A field of the library's own, which no user writes.
bool isHidden(llvm::StringRef name) {
  return name.empty() || name.starts_with("_M_") || name.starts_with("__") ||
         name.starts_with("_vptr");
}

/// A type of the library's own.
bool isInternal(llvm::StringRef name) { return name.starts_with("_"); }

/// Heap memory is called TYPE@PLACE (tools/report/ObjectLog.cpp). If its type
/// is the library's own, as that around what make_shared makes, and the part
/// that is meant is of a type of the user's, it is called by that.
void nameByPart(const Program &program, std::string &name, uint32_t whole,
                uint32_t part) {
  const DataType &inner = program.dataTypes[part];
  if (inner.kind != DataKind::Struct || !inner.name ||
      isInternal(program.strings[inner.name]) ||
      !isInternal(program.strings[program.dataTypes[whole].name]))
    return;
  const size_t place = name.find('@'), line = name.rfind(':');
  if (place == std::string::npos || line == std::string::npos ||
      name.find_first_not_of("0123456789#", line + 1) != std::string::npos)
    return; // no heap memory, or some part of it has a name already
  name = llvm::StringRef(program.strings[inner.name]).split('<').first.str() +
         name.substr(place);
}

/// The field of `whole` that holds bytes offset .. offset+size-1.
const DataType::Field *fieldAt(const Program &program, const DataType &whole,
                               uint64_t offset, uint64_t size) {
  const DataType::Field *best = nullptr;
  for (const DataType::Field &field : whole.fields) {
    uint64_t bytes = program.dataTypes[field.type].size;
    if (offset < field.offset || offset + size > field.offset + bytes)
      continue;
    if (!whole.isUnion)
      return &field;
    // Of a union the member that fits best.
    if (!best || bytes < program.dataTypes[best->type].size)
      best = &field;
  }
  return best;
}

/// Adds to `name` which part of a variable of `type` is meant.
void addPart(const Program &program, std::string &name, uint32_t &type,
             uint64_t &offset, uint64_t size) {
  for (unsigned depth = 0; depth < 32; ++depth) {
    const DataType &whole = program.dataTypes[type];
    if (whole.kind == DataKind::Array) {
      uint64_t bytes = program.dataTypes[whole.element].size;
      if (!bytes || offset % bytes + size > bytes)
        return;
      name += "[" + std::to_string(offset / bytes) + "]";
      offset %= bytes;
      type = whole.element;
    } else if (whole.kind == DataKind::Struct) {
      const DataType::Field *field = fieldAt(program, whole, offset, size);
      if (!field)
        return;
      if (!isHidden(program.strings[field->name]))
        name += (name.empty() ? "" : ".") + program.strings[field->name];
      else
        nameByPart(program, name, type, field->type);
      offset -= field->offset;
      type = field->type;
    } else {
      return;
    }
  }
}

std::string integerText(uint64_t value, uint64_t size, bool isSigned) {
  if (!isSigned || size >= 8)
    return isSigned ? std::to_string(int64_t(value)) : std::to_string(value);
  unsigned shift = unsigned(64 - 8 * size);
  return std::to_string(int64_t(value << shift) >> shift);
}

std::string characterText(uint64_t value, uint64_t size) {
  std::string text = integerText(value, size, true);
  if (size == 1 && llvm::isPrint(char(value)))
    text += " '" + std::string(1, char(value)) + "'";
  return text;
}

/// A string constant by its text: compilers call them .str, .str.1, ...
std::string literalText(const Global &global) {
  constexpr size_t kMost = 24;
  std::string text = "\"";
  for (uint8_t byte : global.image) {
    if (!byte)
      break;
    if (text.size() > kMost)
      return text + "...\"";
    text += llvm::isPrint(char(byte)) ? char(byte) : '?';
  }
  return text + "\"";
}

/// An element of argv, or a character of its strings: globals behind those of
/// the program (Machine.cpp). "" for anything else.
std::string argumentName(const Core &core, uint64_t address) {
  uint32_t index = core.program.globalIndexEnd;
  const std::vector<std::string> &strings = core.options.arguments;
  for (size_t i = 0; i <= strings.size(); ++i) {
    const bool isArray = i == strings.size();
    const uint64_t offset = address - globalAddress(index);
    index += indicesFor(isArray ? (i + 1) * sizeof(uint64_t)
                                : strings[i].size() + 1);
    if (globalIndexOf(address) >= index)
      continue;
    return isArray ? "argv[" + std::to_string(offset / sizeof(uint64_t)) + "]"
                   : "argv[" + std::to_string(i) + "][" +
                         std::to_string(offset) + "]";
  }
  return "";
}

} // namespace

ObjectName MachineNames::nameOf(uint64_t address, uint64_t size) {
  Core &core = *core_;
  ObjectName name;
  if (isNearNull(address) || !isCanonical(address))
    return name;
  uint64_t base = 0, bytes = 0;
  if (regionOf(address) == RegionKind::Global) {
    const Global *global = core.program.globalAt(globalIndexOf(address));
    if (!global) {
      name.name = argumentName(core, address);
      return name;
    }
    bool isLiteral =
        global->constant && llvm::StringRef(global->name).starts_with(".str");
    name.name = isLiteral ? literalText(*global) : global->name;
    name.type = global->type;
    base = globalAddress(global->index);
    bytes = global->size;
  } else if (regionOf(address) == RegionKind::Code) {
    if (functionOf(address) < core.program.functions.size())
      name.name = core.program.functions[functionOf(address)].name;
    return name;
  } else {
    const Object *object = core.state.find(address);
    base = object ? object->base : address & ~(kSpan - 1);
    bytes = object ? object->size : 0;
    if (object && object->kind == ObjectKind::Tls) {
      for (size_t i = 0; i < core.tlsIndex.size(); ++i)
        if (indexOf(base) == core.tlsIndex[i]) {
          name.name = core.program.tls[i].name;
          name.type = core.program.tls[i].type;
          name.suffix = " of T" + std::to_string(threadOf(address));
        }
    } else if (core.observer) {
      name = core.observer->objectName(base);
      // One past the end of an object is not its part.
      if (!bytes)
        bytes = name.size;
    }
  }
  if (name.name.empty())
    return name;
  uint64_t offset = address - base;
  if (bytes && offset >= bytes) {
    name.name += "+" + std::to_string(offset);
    name.type = 0;
    name.name += name.suffix;
    return name;
  }
  if (size == 0 && offset == 0) {
    name.name += name.suffix;
    return name;
  }
  // Several of them, one after the other.
  uint64_t one = core.program.dataTypes[name.type].size;
  if (one && bytes > one) {
    name.name += "[" + std::to_string(offset / one) + "]";
    offset %= one;
  }
  addPart(core.program, name.name, name.type, offset,
          std::max<uint64_t>(size, 1));
  if (offset) {
    name.name += "+" + std::to_string(offset);
    name.type = 0;
  }
  name.name += name.suffix;
  return name;
}

bool MachineNames::peekBytes(uint64_t address, void *to, uint64_t size) {
  Core &core = *core_;
  if (isNearNull(address) || !isCanonical(address))
    return false;
  if (regionOf(address) == RegionKind::Global) {
    const Global *global = core.program.globalAt(globalIndexOf(address));
    uint64_t offset =
        global ? address - globalAddress(global->index) : uint64_t(0);
    if (global && global->constant) {
      if (offset + size > global->size)
        return false;
      std::memset(to, 0, size);
      if (!global->image.empty())
        std::memcpy(to, global->image.data() + offset, size);
      return true;
    }
  }
  const Object *object = core.state.find(address);
  if (!object || address - object->base > object->size ||
      size > object->size - (address - object->base))
    return false;
  core.state.read(object, address - object->base, to, size);
  return true;
}

std::string MachineNames::valueText(uint64_t address, uint64_t size) {
  uint8_t bytes[kMostValueBytes] = {};
  if (size == 0 || size > sizeof(bytes) || !peekBytes(address, bytes, size))
    return "";
  return textOfValue(*this, address, size, bytes);
}

std::string textOfValue(MachineNames &machine, uint64_t address, uint64_t size,
                        const uint8_t (&bytes)[kMostValueBytes]) {
  bool isFresh = llvm::all_of(llvm::ArrayRef<uint8_t>(bytes, size),
                              [](uint8_t byte) { return byte == kFreshByte; });
  if (isFresh && size > 1 && regionOf(address) != RegionKind::Global)
    return "uninitialised";
  return textOfType(machine, machine.nameOf(address, size).type, size, bytes);
}

std::string textOfType(MachineNames &machine, uint32_t number, uint64_t size,
                       const uint8_t (&bytes)[kMostValueBytes]) {
  const Program &program = machine.program();
  const DataType &type = program.dataTypes[number];
  uint64_t value;
  std::memcpy(&value, bytes, sizeof(value));
  DataKind kind = type.size == size ? type.kind : DataKind::Unknown;
  switch (kind) {
  case DataKind::Boolean:
    return value == 0 ? "false" : value == 1 ? "true" : std::to_string(value);
  case DataKind::Character:
    return characterText(value, size);
  case DataKind::Unsigned:
    return size > 8 ? "" : integerText(value, size, false);
  case DataKind::Enum:
    for (const DataType::Field &field : type.fields)
      if (std::memcmp(&field.offset, bytes, std::min<size_t>(size, 8)) == 0)
        return program.strings[field.name];
    return integerText(value, size, true);
  case DataKind::Float: {
    double real = 0;
    float single = 0;
    if (size == 4)
      std::memcpy(&single, bytes, 4), real = single;
    else if (size == 8)
      std::memcpy(&real, bytes, 8);
    else
      return "";
    char text[32];
    std::snprintf(text, sizeof(text), "%.9g", real);
    return text;
  }
  case DataKind::Pointer: {
    if (value == 0)
      return "null";
    // Of a whole object its own name, not that of its first part.
    uint64_t whole = program.dataTypes[type.element].size;
    ObjectName target = machine.nameOf(value, std::max<uint64_t>(whole, 1));
    if (target.name.empty())
      return llvm::formatv("{0:x}", value);
    return (regionOf(value) == RegionKind::Code ? "" : "&") + target.name;
  }
  case DataKind::Unknown:
  case DataKind::Signed:
  case DataKind::Struct:
  case DataKind::Array:
    break;
  }
  if (size > 8)
    return "";
  // Without a type, what looks like an address of the program is one.
  if (size == 8 && kind == DataKind::Unknown && !isNearNull(value) &&
      isCanonical(value)) {
    ObjectName target = machine.nameOf(value, 1);
    if (!target.name.empty())
      return "&" + target.name;
  }
  return integerText(value, size, true);
}

} // namespace rbcheck
