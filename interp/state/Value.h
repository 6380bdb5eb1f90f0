//===- interp/state/Value.h - Values of the program as they lie in memory -===//
//
// Those of common sizes go through registers: copying bytes by a loop, or to
// where they are read with another width, keeps the processor waiting until they
// have got there.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <cstring>

namespace rbcheck {

using Wide = unsigned __int128;

template <typename T> T loadAs(const void *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// The value of up to 16 bytes that lies there.
inline Wide valueAt(const void *from, unsigned size) {
  switch (size) {
  case 1:
    return loadAs<uint8_t>(from);
  case 2:
    return loadAs<uint16_t>(from);
  case 4:
    return loadAs<uint32_t>(from);
  case 8:
    return loadAs<uint64_t>(from);
  default:
    Wide value = 0;
    std::memcpy(&value, from, size);
    return value;
  }
}

/// As memcpy, for what mostly is one value.
inline void copyValue(void *to, const void *from, uint64_t size) {
  switch (size) {
  case 1:
    std::memcpy(to, from, 1);
    break;
  case 4:
    std::memcpy(to, from, 4);
    break;
  case 8:
    std::memcpy(to, from, 8);
    break;
  default:
    std::memcpy(to, from, size);
  }
}

} // namespace rbcheck
