//===- search/reduce/Allowed.h - Where a reduction loses nothing ----------===//
//
// What the arguments of docs/reduction.md do not cover is not reduced.
// Tested by test/reduce/refused.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

namespace rbcheck {

/// Why searches of this program must take every choice: "a bound is set"; "" if
/// they need not.
std::string reasonNotToReduce(const Program &program,
                              const ContextOptions &context,
                              const MachineOptions &machine);

} // namespace rbcheck
