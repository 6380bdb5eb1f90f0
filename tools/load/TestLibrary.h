//===- tools/load/TestLibrary.h - The framework that a program tests with -===//
//
// A program that includes a header of GoogleTest, Catch2 or doctest lacks the
// framework itself, unless it was compiled with it. Its sources are then looked
// for beside the header, where GTEST_ROOT or CATCH2_ROOT say, and where
// Debian's package googletest puts them, and its bitcode is linked, with its
// main if the program has none. Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <atomic>

namespace rbcheck {

/// Adds what is missing, if anything. An error if the sources are not found or
/// do not compile.
llvm::Error supplyFramework(llvm::Module &module,
                            const std::atomic<bool> &interrupted);

} // namespace rbcheck
