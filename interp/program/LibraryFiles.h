//===- interp/program/LibraryFiles.h - Whose code a source file is --------===//
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

/// True for that and for headers of installed libraries.
inline bool isLibraryFile(llvm::StringRef file) {
  return isRuntimeFile(file) || file.starts_with("/usr/include/") ||
         file.contains("/include/c++/") ||
         file.ends_with("/rbcheck_parallel.h");
}

} // namespace rbcheck
