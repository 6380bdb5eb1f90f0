//===- tools/load/KeptBitcode.h - Libraries that are compiled once --------===//
//
// Bitcode of libraries that come as sources is kept in $XDG_CACHE_HOME/rbcheck,
// or ~/.cache/rbcheck, and may be deleted at any time. Two kinds of files:
//
//   NAME-KEY.files  what a compilation reads, one path per line. KEY is a hash
//                   of the command and of rbcheck's version.
//   NAME-SUM.bc     its result. SUM is a hash of KEY and of the contents of all
//                   these files, taken anew every time: bitcode of sources that
//                   have changed is not found.
//
// Files appear whole, by renaming, so that any number of runs can share the
// folder. Without a folder to write to, every run compiles.
// Tested by test/frameworks/kept.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <atomic>
#include <string>
#include <vector>

namespace rbcheck {

struct Recipe {
  std::string name;  ///< of the files, e.g. "gtest"
  std::string title; ///< for people, e.g. "GoogleTest"
  /// For the compiler: options, and sources as -include FILE.
  std::vector<std::string> words;
};

/// The bitcode of `recipe`, compiled if it is not kept, with a note on standard
/// error. `isDistrusted`: what is kept was found broken.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
keptBitcode(const Recipe &recipe, const std::atomic<bool> &interrupted,
            bool isDistrusted = false);

} // namespace rbcheck
