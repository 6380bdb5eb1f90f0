//===- search/run/RunOnce.h - One execution under one schedule ------------===//
//
// `rbcheck --run`: no search, no states, no visited set, so that the machine
// is a fast interpreter. The default schedule lets a thread run as long as it
// can and then takes the lowest one that can; a seed makes every step random.
// Tested by test/cli/run.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Checks.h"
#include "search/run/Limits.h"

#include "interp/exec/Machine.h"

#include <optional>

namespace rbcheck {

struct RunOptions {
  std::optional<uint64_t> seed; ///< random schedule
  CheckSet checks;
  Limits limits;
};

struct RunOutcome {
  enum Kind : uint8_t {
    Exited,      ///< `status` is the exit status
    Violated,    ///< see `fault`
    Inconclusive ///< see `completeness`
  };
  Kind kind = Inconclusive;
  int status = 0;
  std::optional<Fault> fault;
  Completeness completeness;
};

RunOutcome runOnce(Machine &machine, const RunOptions &options);

} // namespace rbcheck
