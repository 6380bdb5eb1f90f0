//===- interp/models/Bytes.cpp - Strings in program memory ----------------===//
//
// See Bytes.h.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

#include <cstring>

namespace rbcheck {

std::optional<uint64_t> stringLength(ModelCall &call, uint64_t address,
                                     Mode mode, uint64_t limit) {
  // Mostly it lies ready, and ends there.
  uint64_t available;
  if (const uint8_t *ready = call.readyAt(address, available))
    if (const void *found = std::memchr(ready, 0, std::min(available, limit))) {
      const uint64_t n = uint64_t(static_cast<const uint8_t *>(found) - ready);
      call.noteRead(address, n + 1);
      return n;
    }
  ByteReader reader(call, address, mode);
  for (uint64_t n = 0; n != limit;) {
    const llvm::ArrayRef<uint8_t> ahead = reader.ahead().take_front(limit - n);
    if (ahead.empty())
      return mode == Mode::Quiet ? std::optional(n) : std::nullopt;
    if (const void *found = std::memchr(ahead.data(), 0, ahead.size())) {
      const uint64_t part =
          uint64_t(static_cast<const uint8_t *>(found) - ahead.data());
      reader.skip(part + 1);
      return n + part;
    }
    reader.skip(ahead.size());
    n += ahead.size();
  }
  return limit;
}

bool stringAt(ModelCall &call, uint64_t address, Mode mode, std::string &text,
              uint64_t limit) {
  text.clear();
  ByteReader reader(call, address, mode);
  for (uint64_t n = 0; n != limit; ++n) {
    int byte = reader.next();
    if (byte == 0)
      return true;
    if (byte < 0)
      return mode == Mode::Quiet;
    text.push_back(char(byte));
  }
  return true;
}

} // namespace rbcheck
