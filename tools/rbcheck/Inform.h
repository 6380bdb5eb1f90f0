//===- tools/rbcheck/Inform.h - What this build can do --------------------===//
//
// --help, --version, --list-searches, --list-models, --list-checks,
// --explain. Tested by test/cli/lists.test and test/cli/explain.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"
#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// The text that `options.show` asks for.
std::string inform(const Options &options, const Installation &installation);

} // namespace rbcheck
