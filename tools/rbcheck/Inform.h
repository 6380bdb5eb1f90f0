//===- tools/rbcheck/Inform.h - What this build can do --------------------===//
//
// --help, --version, --list-searches, --list-models, --list-checks.
// Tested by test/cli/lists.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Load.h"
#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// The text that was asked for.
std::string inform(Show what, const Installation &installation);

} // namespace rbcheck
