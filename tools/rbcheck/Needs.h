//===- tools/rbcheck/Needs.h - What a program calls and nobody has --------===//
//
// Lists the functions and variables that are used but neither defined nor
// modelled, before a search runs into one. Looked at is what main and the
// constructors can reach: by calls, and by every address that code or data they
// reach refers to. A search may still never come there. Places are those of the
// program: of what a library needs, the call that leads into the library.
// Tested by test/cli/needs.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace rbcheck {

struct Need {
  std::string name;
  std::string firstPlace; ///< file:line:column, in the program
  size_t count = 0;       ///< call sites there; of variables, instructions
  bool isUsedByLibrary = false; ///< by a system header, or rbcheck's library
  std::string libraryPlace;     ///< where the program calls that, if known
  bool isFunction = true;
};

/// What the prepared `module` lacks, by name.
std::vector<Need> findNeeds(const llvm::Module &module);

/// rbcheck --needs: prints them; the exit code says whether there are any.
int needsMode(const llvm::Module &module);

} // namespace rbcheck
