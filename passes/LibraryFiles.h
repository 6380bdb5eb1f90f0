//===- passes/LibraryFiles.h - Whose code a source file is --------===//
//
// Names of source files, as debug information has them, that are not the
// user's: errors and notes are shown where the user's code called them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

/// True for code of rbcheck's runtime/.
inline bool isRuntimeFile(llvm::StringRef file) {
  return file.starts_with("runtime/libc/") ||
         file.starts_with("runtime/pthread/") ||
         file.starts_with("runtime/cxx/") ||
         file.starts_with("runtime/openmp/");
}

/// True for the sources of GoogleTest, Catch2 and doctest, wherever a project
/// keeps them.
inline bool isFrameworkFile(llvm::StringRef file) {
  const auto [folder, name] = file.rsplit('/');
  return (folder.ends_with("googletest/src") && name.starts_with("gtest")) ||
         (folder.ends_with("googlemock/src") && name.starts_with("gmock")) ||
         file.contains("/include/gtest/") || file.contains("/include/gmock/") ||
         file.contains("/catch2/catch") || file.contains("/catch2/internal/") ||
         file.contains("/catch2/reporters/") || name == "catch.hpp" ||
         name.starts_with("catch_amalgamated.") || name == "doctest.h";
}

/// True for those, for rbcheck's own and for headers of installed libraries.
inline bool isLibraryFile(llvm::StringRef file) {
  return isRuntimeFile(file) || file.starts_with("/usr/include/") ||
         file.contains("/include/c++/") ||
         file.ends_with("/rbcheck_parallel.h") || isFrameworkFile(file);
}

} // namespace rbcheck
