//===- tools/load/TestHooks.h - Failures inside test frameworks -----------===//
//
// A program of GoogleTest, Catch2 or doctest goes on after a failed assertion
// and tells it by its exit status. For a search the failure is to be an error
// of that step: calls of runtime/cxx/test-frameworks.cpp are put where the
// framework notes it, found by the names of its functions. As the frameworks
// differ between versions, the exit status counts in any case: what the hooks
// miss is found there.
//
// The frameworks look at clocks for what they print; there it is always the
// start of time, so that no result depends on it.
// Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

namespace rbcheck {

/// Catch3 is version 3 of Catch2, with another command line.
enum class Framework : uint8_t { None, GoogleTest, Catch2, Catch3, Doctest };

/// "GoogleTest", "Catch2", "doctest".
const char *frameworkName(Framework framework);

/// The framework whose tests the program has.
Framework frameworkOf(const llvm::Module &module);
/// False if the program only calls it.
bool definesFramework(const llvm::Module &module);

/// Before rbcheck's library is linked: puts in the calls, stops the clocks.
/// False if the program has no tests.
bool hookTests(llvm::Module &module);
/// After it: the exit status counts.
void hookStatus(llvm::Module &module);

} // namespace rbcheck
