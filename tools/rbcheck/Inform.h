//===- tools/rbcheck/Inform.h - What this build can do --------------------===//
//
// --help, --version, --list-searches, --list-models, --list-checks,
// --explain, --completion. Tested by test/cli/lists.test,
// test/cli/explain.test and test/cli/completion.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"
#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// The text that `options.show` asks for.
std::string inform(const Options &options, const Installation &installation);

} // namespace rbcheck
