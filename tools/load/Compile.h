//===- tools/load/Compile.h - Compiles one source file to bitcode ---------===//
//
// Runs clang-19 as the user would: `clang-19 -g -O0 -emit-llvm -c`, with
// rbcheck.h on the include path, as C++20 or C17, or as the user or the
// project's compile_commands.json says. The compiler's messages go to standard
// error; if it fails, one line says what would help.
// Tested by test/cli/compile*.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/ClangRun.h"

namespace rbcheck {

/// How the user wants sources to be compiled.
struct CompileOptions {
  /// Of --std, --cflags, -I and -D, for the compiler, in their order.
  std::vector<std::string> flags;
  /// Of -p: where compile_commands.json is; "" = look around the source.
  std::string buildFolder;
};

/// True for the names that compilers take for C or C++.
bool isSourceFile(llvm::StringRef file);

/// Once `interrupted` is set the compiler is ended, which is an error.
llvm::Expected<TemporaryFile> compile(llvm::StringRef file,
                                      const CompileOptions &options,
                                      llvm::StringRef include,
                                      const std::atomic<bool> &interrupted);

} // namespace rbcheck
