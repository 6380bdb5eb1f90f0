//===- tools/load/ModuleFacts.h - What to know of a module ----------------===//
//
// Two things that make bitcode differ from its source: an optimiser may have
// moved and merged accesses, and OpenMP pragmas may not have been compiled.
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
};

ModuleFacts factsOf(const llvm::Module &module);

} // namespace rbcheck
