//===- tools/rbreplay/Evaluate.cpp - The value of a variable by its name --===//
#include "tools/rbreplay/Evaluate.h"

#include "interp/state/Address.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

constexpr unsigned kMostDepth = 4;     ///< of structs in structs
constexpr uint64_t kMostElements = 16; ///< of an array

template <typename... Args> Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// A place in memory and what lies there.
struct Memory {
  uint64_t address = 0;
  uint32_t type = 0;
  uint64_t size = 0;
};

class Evaluator {
public:
  Evaluator(Debugger &debugger, uint32_t thread)
      : debugger_(debugger), machine_(debugger.machine()),
        program_(machine_.program()), thread_(thread) {}

  Expected<std::string> run(StringRef text) {
    rest_ = text.trim();
    bool isAddress = rest_.consume_front("&");
    Expected<Memory> memory = unary();
    if (!memory)
      return memory.takeError();
    rest_ = rest_.trim();
    if (!rest_.empty())
      return bad("cannot read '{0}'", rest_);
    if (isAddress)
      return "&" + machine_.nameOf(memory->address, memory->size).name;
    return show(*memory, 0);
  }

private:
  const DataType &typeOf(uint32_t type) const {
    return program_.dataTypes[type];
  }

  Expected<Memory> unary() {
    if (!rest_.consume_front("*"))
      return postfix();
    rest_ = rest_.ltrim();
    Expected<Memory> pointer = unary();
    if (!pointer)
      return pointer;
    return follow(*pointer);
  }

  Expected<Memory> postfix() {
    StringRef name = word();
    if (name.empty())
      return bad("a variable is expected before '{0}'", rest_);
    std::optional<Memory> found = lookUp(name);
    if (!found)
      return bad("no variable '{0}' in memory here (locals that nobody else "
                 "can reach are kept in registers)",
                 name);
    Memory memory = *found;
    for (;;) {
      rest_ = rest_.ltrim();
      bool isArrow = rest_.consume_front("->");
      if (isArrow) {
        Expected<Memory> target = follow(memory);
        if (!target)
          return target;
        memory = *target;
      }
      if (isArrow || rest_.consume_front(".")) {
        Expected<Memory> part = field(memory, word());
        if (!part)
          return part;
        memory = *part;
      } else if (rest_.consume_front("[")) {
        Expected<Memory> part = element(memory);
        if (!part)
          return part;
        memory = *part;
      } else {
        return memory;
      }
    }
  }

  StringRef word() {
    rest_ = rest_.ltrim();
    size_t end = 0;
    while (end < rest_.size() && (llvm::isAlnum(rest_[end]) ||
                                  rest_[end] == '_' || rest_[end] == ':'))
      ++end;
    StringRef word = rest_.take_front(end);
    rest_ = rest_.drop_front(end);
    return word;
  }

  std::optional<Memory> lookUp(StringRef name) {
    std::optional<Memory> found = local(name, thread_);
    for (const Global &global : program_.globals)
      if (!found && global.name == name)
        found = {globalAddress(global.index), global.type, global.size};
    // A local of another thread, if there is one only.
    for (uint32_t id = 0; id < machine_.state().threadCount() && !found; ++id)
      found = local(name, id);
    return found;
  }

  /// The innermost local of that name.
  std::optional<Memory> local(StringRef name, uint32_t thread) {
    std::optional<Memory> found;
    for (const auto &[base, record] : debugger_.objects().all()) {
      if (regionOf(base) != RegionKind::Stack || threadOf(base) != thread)
        continue;
      const Object *object = machine_.state().find(base);
      const VariableNote *note =
          program_.functions[record.place.function].variableAt(
              record.place.pc);
      if (object && object->base == base && note && note->name &&
          program_.strings[note->name] == name)
        found = {base, note->type, record.size};
    }
    return found;
  }

  Expected<Memory> follow(const Memory &memory) {
    uint64_t target = 0;
    if (typeOf(memory.type).kind != DataKind::Pointer)
      return bad("it is no pointer");
    if (!machine_.peekBytes(memory.address, &target, sizeof(target)))
      return bad("it cannot be read");
    if (isNearNull(target))
      return bad("the pointer is null");
    uint32_t type = typeOf(memory.type).element;
    return Memory{target, type, typeOf(type).size};
  }

  Expected<Memory> field(const Memory &memory, StringRef name) {
    if (std::optional<Memory> found = findField(memory, name, 0))
      return *found;
    return bad("it has no field '{0}'", name);
  }

  std::optional<Memory> findField(const Memory &memory, StringRef name,
                                  unsigned depth) {
    if (depth > kMostDepth || typeOf(memory.type).kind != DataKind::Struct)
      return std::nullopt;
    for (const DataType::Field &field : typeOf(memory.type).fields) {
      Memory part{memory.address + field.offset, field.type,
                  typeOf(field.type).size};
      if (program_.strings[field.name] == name)
        return part;
      if (!field.name) // a base class, or a struct without a name
        if (std::optional<Memory> inner = findField(part, name, depth + 1))
          return inner;
    }
    return std::nullopt;
  }

  Expected<Memory> element(const Memory &memory) {
    uint64_t index = 0;
    if (rest_.consumeInteger(10, index) || !rest_.consume_front("]"))
      return bad("an index in brackets is expected");
    Memory whole = memory;
    if (typeOf(memory.type).kind == DataKind::Pointer) {
      Expected<Memory> target = follow(memory);
      if (!target)
        return target;
      return Memory{target->address + index * target->size, target->type,
                    target->size};
    }
    if (typeOf(memory.type).kind != DataKind::Array)
      return bad("it is no array");
    uint32_t type = typeOf(whole.type).element;
    uint64_t size = typeOf(type).size;
    if (!size || (index + 1) * size > whole.size)
      return bad("index {0} is out of bounds", index);
    return Memory{whole.address + index * size, type, size};
  }

  std::string show(const Memory &memory, unsigned depth) {
    const DataType &type = typeOf(memory.type);
    if (depth > kMostDepth)
      return "...";
    if (type.kind == DataKind::Struct && !type.fields.empty())
      return showStruct(memory, depth);
    if (type.kind == DataKind::Array)
      return showArray(memory, depth);
    uint64_t size = type.size ? type.size : memory.size;
    std::string text = machine_.valueText(memory.address, size);
    if (!text.empty())
      return text;
    uint8_t byte;
    return machine_.peekBytes(memory.address, &byte, 1)
               ? std::to_string(memory.size) + " bytes"
               : "<no longer there>";
  }

  std::string showStruct(const Memory &memory, unsigned depth) {
    std::string text;
    for (const DataType::Field &field : typeOf(memory.type).fields) {
      Memory part{memory.address + field.offset, field.type,
                  typeOf(field.type).size};
      StringRef name = program_.strings[field.name];
      if (name.starts_with("__"))
        continue;
      text += (text.empty() ? "" : ", ") + name.str() +
              (name.empty() ? "" : " = ") + show(part, depth + 1);
    }
    return "{" + text + "}";
  }

  std::string showArray(const Memory &memory, unsigned depth) {
    uint32_t type = typeOf(memory.type).element;
    uint64_t size = typeOf(type).size;
    uint64_t count = size ? memory.size / size : 0;
    if (typeOf(type).kind == DataKind::Character && size == 1)
      return showText(memory);
    std::string text;
    for (uint64_t i = 0; i < std::min(count, kMostElements); ++i)
      text += (i ? ", " : "") +
              show({memory.address + i * size, type, size}, depth + 1);
    return "{" + text + (count > kMostElements ? ", ..." : "") + "}";
  }

  std::string showText(const Memory &memory) {
    std::string text(size_t(std::min<uint64_t>(memory.size, 256)), '\0');
    if (!machine_.peekBytes(memory.address, text.data(), text.size()))
      return "<no longer there>";
    text.resize(std::strlen(text.c_str()));
    std::string shown = "\"";
    for (char c : text)
      shown += llvm::isPrint(c) ? c : '?';
    return shown + "\"";
  }

  Debugger &debugger_;
  Machine &machine_;
  const Program &program_;
  uint32_t thread_;
  StringRef rest_;
};

} // namespace

Expected<std::string> evaluate(Debugger &debugger, uint32_t thread,
                               StringRef expression) {
  return Evaluator(debugger, thread).run(expression);
}

std::vector<std::string> variableNames(Debugger &debugger, uint32_t thread) {
  std::vector<std::string> names;
  Machine &machine = debugger.machine();
  const Program &program = machine.program();
  for (const auto &[base, record] : debugger.objects().all()) {
    const Object *object = machine.state().find(base);
    const VariableNote *note =
        program.functions[record.place.function].variableAt(record.place.pc);
    if (regionOf(base) == RegionKind::Stack && threadOf(base) == thread &&
        object && object->base == base && note && note->name &&
        !isLibraryFile(
            program.files[program.functions[record.place.function]
                              .declared.file]))
      names.push_back(program.strings[note->name]);
  }
  for (const Global &global : program.globals)
    if (global.declared.line && global.isInState() &&
        !isLibraryFile(program.files[global.declared.file]))
      names.push_back(global.name);
  return names;
}

} // namespace rbcheck
