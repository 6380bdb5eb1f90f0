//===- tools/rbcheck/Preferences.h - Names of --function and --var --------===//
//
// Finds the functions and variables that the user prefers in the program.
// Tested by test/cli/prefer.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// A name that is not in the program is an error with the nearest one.
llvm::Expected<Preference> findPreference(const Program &program,
                                          const Options &options);

} // namespace rbcheck
