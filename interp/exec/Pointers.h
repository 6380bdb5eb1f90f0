//===- interp/exec/Pointers.h - Addresses in words ------------------------===//
#pragma once

#include <cstdint>
#include <string>

namespace rbcheck {

/// "0x1234".
std::string hexText(uint64_t value);

/// "4 bytes at offset 16 of an object of 8 bytes".
std::string rangeText(uint64_t n, int64_t offset, uint64_t size);

} // namespace rbcheck
