//===- tools/load/StandardInput.h - Where the program's input is from -----===//
//
// --stdin=FILE, or what is piped into rbcheck, read when the program first asks
// for it and kept: every schedule gets the same bytes, and a trace takes them
// along. A terminal counts as empty. At most kMostInput bytes are kept; if the
// program wants more that is an approximation.
// Tested by test/libc/stdin.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/InputBytes.h"

#include "llvm/Support/Error.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace rbcheck {

class StandardInput final : public InputBytes {
public:
  static constexpr size_t kMostInput = 16u << 20;

  /// What rbcheck itself gets.
  static std::shared_ptr<StandardInput> piped();
  /// A file, read now.
  static llvm::Expected<std::shared_ptr<StandardInput>>
  fromFile(const std::string &file);
  /// Bytes that a trace has kept.
  static std::shared_ptr<StandardInput> fixed(std::string bytes);

  const Bytes &bytes() override;
  const Bytes &read() override {
    wasRead_ = true;
    return bytes();
  }
  bool isReady() const override { return isReady_; }
  bool wasRead() const override { return wasRead_; }

  /// From now on a program that reads cannot be followed, for this reason:
  /// unless the bytes are at hand.
  void forbid(const std::string &why);
  /// The file, or "" if they are piped in.
  const std::string &file() const { return file_; }

private:
  std::mutex mutex_;
  Bytes bytes_;
  std::string file_;
  std::atomic<bool> isReady_{false}, wasRead_{false};
};

} // namespace rbcheck
