//===- tools/rbcheck/TargetMode.h - Can this place be reached? ------------===//
//
// rbcheck PROGRAM --target=FILE:LINE: exit code 1 and a schedule if some
// execution comes there, 0 if none can, 2 if that was not found out.
// Tested by test/cli/target.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Returns the exit code.
int targetMode(const Program &program, const Options &options);

} // namespace rbcheck
