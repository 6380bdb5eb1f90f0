//===- tools/rbcheck/Version.h - What was compiled in ---------------------===//
//
// The text of --version: a first line for scripts, `rbcheck X.Y.Z (LLVM ...)`,
// then what a report of a bug should say. Nothing in it depends on when or
// where rbcheck was built. Tested by test/cli/lists.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"

#include <string>

namespace rbcheck {

/// The commit that was built, or "" (made by tools/package/Commit.cmake).
extern const char *const kCommit;

std::string versionText(const Installation &installation);

} // namespace rbcheck
