//===- tools/rbbuild/CompileBitcode.h - The bitcode of one source ---------===//
//
// Compiles a source that the build's own compiler has compiled already once
// more, with clang-19 and to bitcode: the same macros, include folders and
// language, but -O0 -g and with the marks of the pass plug-in. Options that
// only gcc knows are left out, and clang is made as lenient as gcc is.
// Tested by test/build.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/CommandLine.h"
#include "tools/rbbuild/Records.h"

namespace rbcheck {

/// Where rbbuild finds what it needs, from the place of the executable.
struct Parts {
  std::string clang;     ///< clang-19
  std::string driver;    ///< bin/rbcc
  std::string intercept; ///< lib/rbcheck/rbbuild-intercept.so
  std::string plugin;    ///< lib/RbCheckPass.so
  std::string prelude;   ///< include/rbcheck_prelude.h; "" = there is none

  static llvm::Expected<Parts> find(const char *argv0);
};

/// An error if clang-19 does not take the source; its message is one line.
llvm::Expected<Bitcode> compileBitcode(const Parts &parts,
                                       const CommandLine &line,
                                       const SourceFile &source);

} // namespace rbcheck
