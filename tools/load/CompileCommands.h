//===- tools/load/CompileCommands.h - How a build compiles a file ---------===//
//
// Reads compile_commands.json, which CMake, Meson, Bear and others leave: for
// each source the command that compiles it. Of that the options are taken that
// shape the meaning of the source (CommandLine.h); their relative paths are
// those of the folder in which the command runs.
// Tested by test/cli/compile-commands.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

/// How the build compiles one source.
struct CompileCommand {
  std::string database; ///< the file that says it
  std::vector<std::string> options;
};

/// The command for `source` in `folder`/compile_commands.json, or in the file
/// `folder` itself; an error if there is none.
llvm::Expected<CompileCommand> readCompileCommand(llvm::StringRef folder,
                                                  llvm::StringRef source);

/// The same from the folders around `source`, and those named build in them;
/// none if no such file knows the source.
std::optional<CompileCommand> findCompileCommand(llvm::StringRef source);

} // namespace rbcheck
