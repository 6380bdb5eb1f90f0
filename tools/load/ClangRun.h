//===- tools/load/ClangRun.h - One run of clang-19 ------------------------===//
//
// Runs the compiler and keeps its messages, and makes it as lenient as gcc for
// commands that were written for gcc. Shared by rbcheck, which compiles a
// source file, and rbbuild, which compiles those of a build once more.
// Tested by test/cli/compile.test and test/build.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace rbcheck {

/// A file that is removed with its owner.
class TemporaryFile {
public:
  static llvm::Expected<TemporaryFile> make(llvm::StringRef ending);
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  TemporaryFile(TemporaryFile &&other) noexcept
      : path_(std::exchange(other.path_, {})) {}
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();
  llvm::StringRef path() const { return path_; }
  /// All of it; "" if it cannot be read.
  std::string content() const;

private:
  std::string path_;
};

/// The clang-19 that rbcheck was built with, else one on the path.
llvm::Expected<std::string> findClang();

/// How a run ended, and what was said in it.
struct ClangRun {
  bool isDone = false; ///< without an error
  std::string messages;
};

/// Runs `words`, the compiler first. An error if it cannot be run at all. Once
/// `interrupted` is set the compiler is ended.
llvm::Expected<ClangRun> runClang(llvm::ArrayRef<std::string> words,
                                  const std::atomic<bool> *interrupted);

/// Meets the complaints in `messages`, as far as they are only that gcc is less
/// strict; false if there is none of that kind. Options that clang does not
/// know are dropped ("unknown argument: '-fx'", "invalid value '3' in
/// '-fx=3'"), and what is an error by default only ("... [-Wreturn-mismatch]")
/// becomes a warning.
bool giveWay(std::vector<std::string> &words, llvm::StringRef messages);

} // namespace rbcheck
