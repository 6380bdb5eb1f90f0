//===- tools/load/ModuleFacts.h - What to know of a module ----------------===//
//
// What makes bitcode differ from its source: an optimiser may have moved and merged
// accesses; OpenMP pragmas may not have been compiled, parallel algorithms for one
// thread only.
// Asked before rbcheck's own library is linked, which is optimised.
// Tested by test/cli/optimised.test and test/cli/openmp.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace rbcheck {

struct ModuleFacts {
  bool isOptimised = false;
  /// A source with OpenMP pragmas, "FILE:LINE", though the bitcode of its
  /// functions makes no use of OpenMP's library, or for simd; or "".
  std::string ignoredOpenMp;
  /// Parallel algorithms of libstdc++ that were compiled for one thread.
  bool hasSerialAlgorithms = false;
};

ModuleFacts factsOf(const llvm::Module &module);

/// True if the source `file` itself has a pragma of OpenMP.
bool hasOpenMpPragma(llvm::StringRef file);

} // namespace rbcheck
