//===- interp/models/Bytes.cpp - Strings in program memory ----------------===//
//
// See Bytes.h.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"

namespace rbcheck {

std::optional<uint64_t> stringLength(ModelCall &call, uint64_t address,
                                     Mode mode, uint64_t limit) {
  ByteReader reader(call, address, mode);
  for (uint64_t n = 0; n != limit; ++n) {
    int byte = reader.next();
    if (byte == 0)
      return n;
    if (byte < 0)
      return mode == Mode::Quiet ? std::optional(n) : std::nullopt;
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
