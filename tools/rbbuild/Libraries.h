//===- tools/rbbuild/Libraries.h - The shared libraries of a program ------===//
//
// Finds the project's own shared libraries that a linked program needs, in the
// order in which the dynamic linker looks symbols up: breadth first. A library
// counts as the project's own if it carries bitcode.
// Tested by test/build/cmake.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/CommandLine.h"
#include "tools/rbbuild/Records.h"

#include "llvm/ADT/StringSet.h"

namespace rbcheck {

struct SharedLibrary {
  std::string path;
  std::vector<Bitcode> records;
  llvm::StringSet<> exported; ///< what other files can refer to
};

/// The libraries that `program`, linked by `line`, needs.
llvm::Expected<std::vector<SharedLibrary>>
findLibraries(llvm::StringRef program, const CommandLine &line);

/// True for a program, false for shared libraries and objects.
bool isProgram(const llvm::object::ObjectFile &file);

} // namespace rbcheck
