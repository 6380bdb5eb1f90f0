//===- interp/models/Bytes.h - Reading program memory byte by byte --------===//
//
// For models of memory and string functions. They ask twice: once to say which
// memory the call is about to touch (quietly, nothing may change), once to do
// the work (a bad address is a fault). Both use the same code with a ByteReader
// in the one or the other mode.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"

#include <algorithm>

namespace rbcheck {

enum class Mode : uint8_t {
  Quiet, ///< a byte that cannot be read ends the text
  Loud   ///< a byte that cannot be read is a fault
};

/// Reads ahead in one object.
class ByteReader {
public:
  ByteReader(ModelCall &call, uint64_t address, Mode mode)
      : call_(call), start_(address), at_(address), mode_(mode) {}
  ~ByteReader() { call_.noteRead(start_, consumed()); }
  ByteReader(const ByteReader &) = delete;
  ByteReader &operator=(const ByteReader &) = delete;

  /// The next byte, or -1 if there is none (Loud: a fault was raised).
  int next() {
    if (here_ == end_ && !refill())
      return -1;
    return *here_++;
  }
  /// The next bytes, as many as lie together; empty if there are none.
  llvm::ArrayRef<uint8_t> ahead() {
    if (here_ == end_)
      refill();
    return {here_, end_};
  }
  /// Hands out `n` of them.
  void skip(uint64_t n) { here_ += n; }
  /// Bytes handed out so far.
  uint64_t consumed() const { return at_ - start_ - uint64_t(end_ - here_); }
  uint64_t start() const { return start_; }

private:
  bool refill() {
    uint64_t n = 0;
    if (const uint8_t *ready = call_.readyAt(at_, n)) {
      at_ += n;
      here_ = ready;
      end_ = ready + n;
      return true;
    }
    n = std::min<uint64_t>(call_.readable(at_), sizeof(buffer_));
    if (n == 0 && mode_ == Mode::Quiet)
      return false;
    n = std::max<uint64_t>(n, 1);
    if (!call_.readAhead(at_, buffer_, n))
      return false;
    at_ += n;
    here_ = buffer_;
    end_ = buffer_ + n;
    return true;
  }

  ModelCall &call_;
  uint64_t start_, at_;
  Mode mode_;
  uint8_t buffer_[64];
  const uint8_t *here_ = buffer_, *end_ = buffer_;
};

/// Length of the string at `address`, at most `limit`; nullopt after a fault.
/// Quiet: what can be read counts as the string.
std::optional<uint64_t> stringLength(ModelCall &call, uint64_t address,
                                     Mode mode, uint64_t limit = ~0ull);

/// The string at `address` without its end, at most `limit` bytes.
bool stringAt(ModelCall &call, uint64_t address, Mode mode, std::string &text,
              uint64_t limit = ~0ull);

} // namespace rbcheck
