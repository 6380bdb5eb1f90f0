//===- tools/load/Supply.h - Definitions that a program lacks -------------===//
//
// --link=FILE adds the definitions of another module, --stub=NAME=VALUE gives a
// function a result. Both come before rbcheck's own library, so they replace
// what it has of the same name; what the program defines itself stays.
// Tested by test/cli/supply.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"

#include <vector>

namespace rbcheck {

/// A function that only returns a constant.
struct Stub {
  std::string name, value;

  /// How reports name it.
  std::string text() const { return name + " always returns " + value; }
};

struct Supplies {
  std::vector<std::string> files; ///< of --link
  std::vector<Stub> stubs;
};

/// Adds `supplies` to the program, sources compiled as `how` says. Warnings go to
/// standard error.
llvm::Error supply(llvm::Module &module, const Supplies &supplies,
                   const Installation &installation, const CompileOptions &how);

} // namespace rbcheck
