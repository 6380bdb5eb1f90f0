//===- tools/load/Compile.h - Compiles one source file to bitcode ---------===//
//
// Runs clang-19 as the user would: `clang-19 -g -O0 -emit-llvm -c`, with
// rbcheck.h on the include path. The compiler's messages go to standard error.
// Tested by test/cli/compile.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <string>

namespace rbcheck {

/// A file that is removed with its owner.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  TemporaryFile(TemporaryFile &&other) noexcept
      : path_(std::exchange(other.path_, {})) {}
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();
  llvm::StringRef path() const { return path_; }

private:
  std::string path_;
};

/// The clang-19 that rbcheck was built with, else one on the path.
llvm::Expected<std::string> findClang();

/// True for the endings .c .cc .cpp .cxx .C.
bool isSourceFile(llvm::StringRef file);

/// With `openMp` its pragmas are compiled, too.
/// Once `interrupted` is set the compiler is ended, which is an error.
llvm::Expected<TemporaryFile> compile(llvm::StringRef file,
                                      llvm::StringRef include, bool openMp,
                                      const std::atomic<bool> &interrupted);

} // namespace rbcheck
