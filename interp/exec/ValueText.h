//===- interp/exec/ValueText.h - A value as the source would write it -----===//
//
// MachineNames::valueText says what memory holds; this says the same of bytes
// that memory may not hold: an older write that a weak memory model remembers.
// Tested by test/memory-model/trace.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/MachineNames.h"

namespace rbcheck {

constexpr uint64_t kMostValueBytes = 16;

/// The first `size` bytes as a value of what lies at `address`; "" if they have
/// none or are more than one. What is behind them is 0.
std::string textOfValue(MachineNames &machine, uint64_t address, uint64_t size,
                        const uint8_t (&bytes)[kMostValueBytes]);

/// The same of a value of a type (index into Program::dataTypes).
std::string textOfType(MachineNames &machine, uint32_t type, uint64_t size,
                       const uint8_t (&bytes)[kMostValueBytes]);

/// What the slots of a frame hold, while somebody watches, whose values were
/// not kept because the program does not need them.
constexpr uint64_t kLostValue = 0xa5c3'1057'7a1b'e5a5;

} // namespace rbcheck
