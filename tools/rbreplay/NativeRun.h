//===- tools/rbreplay/NativeRun.h - Runs what NativeBuild built -----------===//
#pragma once

#include "tools/rbreplay/NativeBuild.h"

namespace rbcheck {

/// Runs the program along its schedule, with the environment that rbcheck gave
/// it. Returns its exit code: 1 if it came to the error, 5 if it
/// diverged (both with a message on standard error).
llvm::Expected<int> runNative(const NativeFolder &folder,
                              const std::vector<std::string> &arguments,
                              const std::vector<std::string> &variables);

/// Runs it in gdb up to the error and shows the stacks of all threads there.
/// `more` are arguments for gdb. Returns gdb's exit code.
llvm::Expected<int> debugNative(const NativeFolder &folder,
                                const std::vector<std::string> &arguments,
                                const std::vector<std::string> &variables,
                                const std::vector<std::string> &more);

} // namespace rbcheck
