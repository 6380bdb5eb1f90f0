//===- tools/rbbuild/Process.h - Starting other programs ------------------===//
//
// Compilers are started with the words the build gave, and end with the code
// the build expects: that of the program, 128 and the signal if it was killed,
// 127 if there is no such program.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace rbcheck {

inline constexpr int kNoSuchCommand = 127; ///< as a shell says it

/// Starts `words[0]`, found on the path, and waits for it.
int runProgram(llvm::ArrayRef<std::string> words);

/// Becomes `words[0]`; returns, with 127, only if there is no such program.
int becomeProgram(llvm::ArrayRef<std::string> words);

} // namespace rbcheck
