//===- search/triage/static/Touched.h - What an instruction can touch -----===//
//
// The memory that an access or a library call is about to touch, as far as the
// instruction itself says it: a range of a global variable, or unknown. Enough
// to see that two of them never conflict, whoever executes them: both read,
// both are atomic, or they touch different memory.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"
#include "interp/program/Program.h"

#include <optional>
#include <vector>

namespace rbcheck {

struct TouchedRange {
  std::optional<uint64_t> address; ///< none = anywhere
  uint64_t size = 0;
  bool isWrite = false;
  bool isAtomic = false;
};

/// A load or store whose address has an index.
bool isIndexed(Op op);

/// None for a call of a function of the program: anything.
std::optional<std::vector<TouchedRange>> touchedBy(const Program &program,
                                                   CodePlace place);

/// Why two threads that are about to execute these are not in conflict.
enum class Harmless : uint8_t { BothRead, BothAtomic, Elsewhere };
std::optional<Harmless> whyHarmless(const Program &program, CodePlace first,
                                    CodePlace second);
inline bool mayConflict(const Program &program, CodePlace first,
                        CodePlace second) {
  return !whyHarmless(program, first, second);
}

} // namespace rbcheck
