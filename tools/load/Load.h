//===- tools/load/Load.h - From a file name to a prepared module ----------===//
//
// Reads bitcode or textual IR, or compiles a C or C++ file, links what it
// needs of rbcheck's runtime, and runs the pipeline. All that can be wrong
// with the input is found here and becomes one message; no input crashes.
// Tested by test/cli/bad-input.test and test/cli/compile.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Compile.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace rbcheck {

/// Where an installation keeps its parts, from the place of the executable.
struct Installation {
  std::string runtime;    ///< lib/rbcheck/runtime.a
  std::string runtimeCxx; ///< lib/rbcheck/runtime-cxx.a
  std::string include;    ///< lib/rbcheck/include
  std::string mpi;        ///< lib/rbcheck/rbcheck-mpi.so, if it was built

  static Installation find(const char *argv0);
};

/// The bitcode that rbbuild left beside the native program `file`; `file`
/// itself if there is none, or if it is no native program.
std::string findBitcode(llvm::StringRef file);

/// Reads one file of a program, or compiles it as `how` says.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadPart(llvm::StringRef file, llvm::LLVMContext &context,
         const Installation &installation, const CompileOptions &how);

/// Loads a whole program, with a main. Warnings go to standard error.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadModule(llvm::StringRef program, llvm::LLVMContext &context,
           const Installation &installation, const CompileOptions &how = {});

/// Links the runtime and prepares the module for decoding. What a test framework
/// finds out becomes an error, if `hooks` says so (TestHooks.h). `keepsUnset`:
/// Pipeline.h.
llvm::Error prepareModule(llvm::Module &module,
                          const Installation &installation,
                          bool hooks = true, bool keepsUnset = false);

} // namespace rbcheck
