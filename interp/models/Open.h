//===- interp/models/Open.h - Terms that openings of models are made of ---===//
//
// An opening settles what a model's doing depends on, where the bytes it reads
// depend on inputs (interp/exec/OpenCall.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/OpenCall.h"

namespace rbcheck::open {

inline TermRef number(uint64_t value, unsigned bits = 8) {
  return term::constant(value, bits);
}
inline TermRef isEqual(TermRef a, TermRef b) {
  return term::binary(TermOp::Eq, a, b);
}
inline TermRef isByte(TermRef a, uint8_t value) {
  return isEqual(a, number(value));
}
inline TermRef either(TermRef a, TermRef b) {
  return term::binary(TermOp::Or, a, b);
}
inline TermRef both(TermRef a, TermRef b) {
  return term::binary(TermOp::And, a, b);
}
/// first <= byte < first + count
inline TermRef isAmong(TermRef byte, uint8_t first, uint8_t count) {
  return term::binary(TermOp::ULt,
                      term::binary(TermOp::Sub, byte, number(first)),
                      number(count));
}

/// Settles which byte of a string is its end: the length, at most `limit`.
/// Where it cannot be read it ends, too. None: not settled yet.
inline std::optional<uint64_t> length(OpenCall &call, uint64_t address,
                                      uint64_t limit = ~0ull) {
  for (uint64_t i = 0; i != limit; ++i) {
    const TermRef byte = call.byte(address + i);
    if (!byte)
      return i;
    const std::optional<bool> isEnd = call.is(isByte(byte, 0));
    if (!isEnd)
      return std::nullopt;
    if (*isEnd)
      return i;
  }
  return limit;
}

} // namespace rbcheck::open
