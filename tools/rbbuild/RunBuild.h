//===- tools/rbbuild/RunBuild.h - rbbuild COMMAND... ----------------------===//
//
// Runs a build so that every compiler it starts is the driver, and says at the
// end which programs have bitcode now. The build's files stay as they are.
// Tested by test/build.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace rbcheck {

/// The exit code is the command's.
int runBuild(const char *argv0, llvm::ArrayRef<const char *> command);

} // namespace rbcheck
