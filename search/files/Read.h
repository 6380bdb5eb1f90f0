//===- search/files/Read.h - Files that are read up to a limit -----------===//
//
// The one way in which rbcheck's tools read a file that a user names. However
// the file is made, reading ends: at a number of bytes, at a time, or at
// Ctrl-C.
//
// - An ordinary file is mapped, so that a large one costs no memory.
// - A pipe is read to its end; who waits for one that stays silent is told.
// - Devices are refused: /dev/zero has no end. /dev/null is empty.
//
// Tested by test/unit/FilesTest.cpp and test/cli/files/read.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace rbcheck {

struct ReadRules {
  uint64_t mostBytes = uint64_t(1) << 30;
  /// Set to end the reading of a pipe; may be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// The reading of a pipe ends then.
  std::optional<std::chrono::steady_clock::time_point> until;
  /// Told once if a pipe is silent for more than a second; may be empty.
  std::function<void(const std::string &text)> note;
};

/// All of `file`, with a zero behind it. An error begins with the file's name.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(const std::string &file, const ReadRules &rules);

/// A source file that a program's debug information or a report names, not the
/// user: null if it is not there, is no ordinary file or larger than 64 MB.
std::unique_ptr<llvm::MemoryBuffer> readSourceFile(const std::string &file);

enum class ReadEnd : uint8_t { Whole, TooLarge, Interrupted, Late, Failed };

/// What comes from an open pipe, file or terminal, behind what `bytes` has; at
/// most `rules.mostBytes` are kept. errno says why it Failed.
ReadEnd readStream(int fd, const std::string &name, const ReadRules &rules,
                   std::string &bytes);

/// "1 GB", "16 MB", "20 kB": a limit as messages name it.
std::string sizeText(uint64_t bytes);

} // namespace rbcheck
