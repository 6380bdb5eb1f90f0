//===- tools/rbcheck/RunMode.h - rbcheck --run ----------------------------===//
//
// Executes the program once: its output as it comes, its exit status as ours.
// Tested by test/cli/run.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Returns the exit code of the process.
int runMode(const Program &program, const Options &options);

} // namespace rbcheck
