//===- search/Driver.h - From a program and options to a result -----------===//
//
// Runs the search that was asked for, or the default: attempts with 0, 1 and 2
// preemptions and few states first, because most errors need few preemptions
// and such traces are short to read; then everything, depth-first. Statistics
// are those of the attempt that decided; time counts from the start.
//
// When the machine finds that an object it took for private is not, the search
// starts again from scratch without that optimisation.
// Tested by test/search/default.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

#include <optional>

namespace rbcheck {

struct CheckOptions {
  ContextOptions context;
  MachineOptions machine;
  std::optional<SearchSpec> search; ///< none = the default
};

Result runSearch(const Program &program, const CheckOptions &options);

} // namespace rbcheck
