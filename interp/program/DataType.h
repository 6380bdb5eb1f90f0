//===- interp/program/DataType.h - Types of variables, for their names ----===//
//
// What reports need of the debug info's types: which part of a variable an
// address means (`accounts[1].lock`), and how its bytes read as a value. The
// machine never looks at it.
// Tested by test/trace/names.c and test/trace/names-cxx.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <vector>

namespace rbcheck {

enum class DataKind : uint8_t {
  Unknown,
  Signed,
  Unsigned,
  Boolean,
  Character,
  Float,
  Enum,
  Pointer,
  Struct, ///< classes and unions, too
  Array
};

struct DataType {
  struct Field {
    uint32_t name = 0;   ///< index into Program::strings; 0: a base or unnamed
    uint32_t type = 0;   ///< index into Program::dataTypes; enumerator: 0
    uint64_t offset = 0; ///< bytes from the start; enumerator: its value
    bool isBits = false; ///< a bit-field: shares its bytes with others
  };
  DataKind kind = DataKind::Unknown;
  bool isUnion = false;
  uint32_t name = 0;    ///< index into Program::strings; 0 = none
  uint32_t element = 0; ///< Pointer, Array: type of what it leads to or holds
  uint64_t size = 0;    ///< bytes; 0 = unknown
  std::vector<Field> fields;
};

/// The variable that an instruction makes: a local, or the type of what an
/// allocation is for.
struct VariableNote {
  uint32_t pc = 0;
  /// Index into Program::strings; of heap memory the variable that it is first
  /// given to.
  uint32_t name = 0;
  uint32_t type = 0; ///< index into Program::dataTypes
};

/// A value that decided whether the call at `pc`, which ends the program, is
/// made: the operands of the condition of an assertion.
struct CheckedValue {
  uint32_t pc = 0;
  uint32_t name = 0; ///< index into Program::strings
  uint32_t type = 0; ///< index into Program::dataTypes
  uint16_t slot = 0; ///< of the frame
  uint8_t size = 0;  ///< bytes
};

} // namespace rbcheck
