//===- interp/state/Stray.h - Pointers that must not be used --------------===//
//
// A pointer that points to some object by its number but must not be used for
// it is kept as a *stray* pointer: bit 63 is set, bits 55..62 are a code, the
// rest is the plain address. No object has such an address, so every access
// through it is found. There are two ways to become one:
//
// - Arithmetic led from one object into another. The code has the low bits of
//   the index at which the object starts that the pointer belongs to: later
//   arithmetic that leads back there makes it an address again. From further
//   away than 30 indices it is just known to be wrong (kFar).
// - It pointed to a local variable whose life has ended (kReturned, kScopeEnded).
//
// Tested by test/unit/AddressTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Address.h"

#include <algorithm>
#include <optional>

namespace rbcheck {

/// The addresses of an object: base .. base + size, one past its end included.
struct Extent {
  uint64_t base = 1;
  uint64_t size = 0;
  bool holds(uint64_t address) const { return address - base <= size; }
};

/// Codes below it name an index. Fresh memory (0xa5a5...) has a larger one: it
/// is no stray pointer.
constexpr uint32_t kStrayWindow = 64;
enum StrayCode : uint32_t { kFar = kStrayWindow, kReturned, kScopeEnded };

inline uint64_t plainOf(uint64_t p) { return p & ((1ull << kAddressBits) - 1); }
inline uint32_t strayCode(uint64_t p) { return uint32_t(p >> kAddressBits) & 255; }
inline bool isStray(uint64_t p) {
  return p >> 63 && strayCode(p) <= kScopeEnded;
}
/// It pointed to a local variable that is dead.
inline bool isDeadLocal(uint64_t p) { return isStray(p) && strayCode(p) > kFar; }

inline uint64_t strayPointer(uint64_t plain, uint32_t code) {
  return 1ull << 63 | uint64_t(code) << kAddressBits | plainOf(plain);
}

/// A pointer to `plain` that belongs to the object that starts at `origin`.
inline uint64_t strayFrom(uint64_t origin, uint64_t plain) {
  constexpr int64_t kNear = kStrayWindow / 2 - 2;
  const int64_t spans =
      int64_t(plain >> kOffsetBits) - int64_t(origin >> kOffsetBits);
  const uint32_t code = uint32_t(origin >> kOffsetBits) % kStrayWindow;
  return strayPointer(plain, spans >= -kNear && spans <= kNear ? code : kFar);
}

/// Where the object starts that a stray pointer belongs to, or 0 if that is not
/// known: the nearest index with the low bits of the code.
inline uint64_t originOf(uint64_t p) {
  if (strayCode(p) >= kStrayWindow)
    return 0;
  constexpr uint32_t kHalf = kStrayWindow / 2;
  const uint64_t here = plainOf(p) >> kOffsetBits;
  const uint32_t ahead = (strayCode(p) - uint32_t(here) + kHalf) % kStrayWindow;
  return (here + ahead - kHalf) << kOffsetBits;
}

/// from + delta as a pointer of the program: stray if it leads from one live
/// object into another, an address again if it leads back. From outside of all
/// live objects (`a - 1`) it is a plain sum. So it is if the program did not
/// promise to stay `inBounds` and nothing could undo it. `extentAt` gives the
/// live object that holds an address, if any.
template <typename ExtentAt>
uint64_t stepPointer(uint64_t from, uint64_t delta, bool inBounds,
                     ExtentAt extentAt) {
  const bool wasStray = isStray(from);
  if (!wasStray && (from ^ (from + delta)) >> kOffsetBits == 0)
    return from + delta;
  const uint64_t to = wasStray ? plainOf(from) + delta : from + delta;
  const uint64_t origin = wasStray ? originOf(from) : from;
  std::optional<Extent> own = origin ? extentAt(origin) : std::nullopt;
  if (!own)
    return wasStray ? strayPointer(to, std::max<uint32_t>(strayCode(from), kFar))
                    : to;
  if (own->holds(to) || !extentAt(to))
    return to;
  const uint64_t stray = strayFrom(own->base, to);
  return inBounds || strayCode(stray) != kFar ? stray : to;
}

} // namespace rbcheck
