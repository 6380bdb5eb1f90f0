//===- search/reduce/Allowed.h - Where a reduction loses nothing ----------===//
//
// What the arguments of docs/reduction.md do not cover is not reduced.
// Tested by test/reduce/refused.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

namespace rbcheck {

/// Why searches must take every choice: "it needs --visited=fp128"; "" if they
/// need not.
std::string reasonNotToReduce(const ContextOptions &context,
                              const MachineOptions &machine);

} // namespace rbcheck
