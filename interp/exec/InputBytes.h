//===- interp/exec/InputBytes.h - What the program reads from outside -----===//
//
// The bytes of standard input. They are part of the input of a machine, like
// the arguments: the same for every schedule and every worker. Since most
// programs never read any, and to read a pipe may mean to wait for its writer,
// they are asked for when the program first reads. Only how far it has read is
// part of a state (runtime/libc/files.c).
// Tested by test/libc/stdin.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <string>

namespace rbcheck {

class InputBytes {
public:
  virtual ~InputBytes() = default;

  struct Bytes {
    std::string bytes;
    bool isCut = false;      ///< there was more than is kept
    std::string unsupported; ///< why they cannot be had, or ""
  };
  /// The same object at every call, from any thread.
  virtual const Bytes &bytes() = 0;
  /// The same; the program asks.
  virtual const Bytes &read() = 0;
  /// True if bytes() need not wait for anybody.
  virtual bool isReady() const = 0;
  /// True if the program asked.
  virtual bool wasRead() const = 0;
};

} // namespace rbcheck
