//===- tools/rbcheck/WarningsMode.h - What --locs was understood as -------===//
//
// Reads the reports that the user named, says what could not be read, and
// prints the rest in the native format (--emit=warnings).
// Tested by test/warnings.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Reads all of --locs. What cannot be read, and how things are understood, is
/// said on standard error.
llvm::Expected<ImportedWarnings> readReports(const Options &options);

/// --emit=warnings: returns the exit code. With --json, the normal form as JSON
/// lines goes there.
int warningsMode(const Options &options);

} // namespace rbcheck
