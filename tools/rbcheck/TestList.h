//===- tools/rbcheck/TestList.h - The tests that a program has ------------===//
//
// What the frameworks' command lines are like: how a program lists its tests,
// and how it is told to run one of them.
// Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/TestHooks.h"

#include <string>
#include <vector>

namespace rbcheck {

using Arguments = std::vector<std::string>;

struct ListedTest {
  std::string suite, name;
  bool isDisabled = false; ///< by its name
  Arguments arguments;     ///< for the program, to run this one alone
};

/// The arguments that make the program list its tests. `given`, the user's, may
/// select some.
Arguments argumentsToList(Framework framework, const Arguments &given);

/// Reads the list that the program printed.
std::vector<ListedTest> readTestList(Framework framework, llvm::StringRef text,
                                     const Arguments &given);

} // namespace rbcheck
