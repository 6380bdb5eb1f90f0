//===- interp/exec/Fault.h - What can go wrong in the checked program -----===//
//
// A Fault is a value: the program under test is wrong. `faultWord` gives the
// fixed word of the JSON contract for each kind.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace rbcheck {

enum class FaultKind : uint8_t {
#define RB_FAULT(name, word, check, aftermath) name,
#include "interp/exec/Faults.def"
#undef RB_FAULT
};

/// The fixed word of the kind, e.g. "use-after-free".
const char *faultWord(FaultKind kind);
/// The property of --check that a kind belongs to, e.g. "memory".
const char *faultCheck(FaultKind kind);

/// What comes after a fault in a real program.
enum class Aftermath : uint8_t {
  Ends,   ///< nothing: the process is gone, or the thread blocked for good
  Skips,  ///< it may go on. Nobody knows how; it can be tried without the
          ///< operation. Models know better of some (ModelCall::survives)
  Unknown ///< it may go on, and there is no way to try
};
Aftermath aftermathOf(FaultKind kind);

/// A place in the code: Program::functions[function].code[pc].
struct CodePlace {
  uint32_t function = 0;
  uint32_t pc = 0;
  friend auto operator<=>(const CodePlace &, const CodePlace &) = default;
};

/// A second place that takes part in a fault.
struct RelatedPlace {
  uint32_t thread = 0;
  CodePlace place;
  std::string message;
};

struct Fault {
  FaultKind kind;
  std::string message;
  uint32_t thread = 0;
  CodePlace place;
  uint64_t address = 0;          ///< memory concerned, or 0
  bool hasRelated = false;
  RelatedPlace related;
};

} // namespace rbcheck
