//===- tools/rbcheck/CheckMode.h - Searches, replays and reports ----------===//
//
// The part of rbcheck behind the decoder: runs the search, replays every error
// it found, and writes the reports that were asked for.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"
#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Returns the exit code of the process. Under mpirun one process reports for
/// all; the others return 0.
int checkMode(const Program &program, const Options &options,
              const Installation &installation);

/// Reports that it was interrupted before there was anything to search.
int reportInterrupted(const Options &options);

} // namespace rbcheck
