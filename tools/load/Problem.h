//===- tools/load/Problem.h - What is wrong with a file, in one line ------===//
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

#include <utility>

namespace rbcheck {

/// As llvm::formatv.
template <typename... Args>
llvm::Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

} // namespace rbcheck
