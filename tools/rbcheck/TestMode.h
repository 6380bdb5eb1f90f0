//===- tools/rbcheck/TestMode.h - rbcheck --gtest -------------------------===//
//
// Lists the tests of a program by running it once, and checks each in a search
// of its own, from a fresh start, with the limits that the user gave.
// Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Prints and writes what was asked for; the exit code.
int testMode(const Program &program, const Options &options);

} // namespace rbcheck
