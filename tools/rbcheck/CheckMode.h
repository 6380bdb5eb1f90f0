//===- tools/rbcheck/CheckMode.h - Searches, replays and reports ----------===//
//
// The part of rbcheck behind the decoder: runs the search, replays every error
// it found, and writes the reports that were asked for.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Returns the exit code of the process.
int checkMode(const Program &program, const Options &options);

/// `code`, unless standard output could not be written.
int finishOutput(int code);

} // namespace rbcheck
