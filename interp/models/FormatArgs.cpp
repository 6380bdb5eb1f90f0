//===- interp/models/FormatArgs.cpp - Where printf's arguments come from --===//
//
// See Format.h. The layout of va_list is that of the x86-64 ABI, section 3.5.7:
// integers and reals may lie in the saved registers, the rest and all that
// does not fit lies in the overflow area, in slots of 8 bytes.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Format.h"

#include <bit>
#include <cstring>

namespace rbcheck {

bool CallArgs::take(size_t &i) {
  i = next_++;
  if (i < call_.argCount())
    return true;
  if (mode_ == Mode::Loud)
    call_.fault(FaultKind::InvalidCall,
                call_.name() + llvm::Twine(": the format asks for more "
                                           "arguments than were passed"));
  return false;
}

bool CallArgs::integer(uint64_t &value) {
  size_t i;
  if (!take(i))
    return false;
  value = call_.argInfo(i).kind == ArgKind::Double
              ? std::bit_cast<uint64_t>(call_.argDouble(i))
              : call_.arg(i);
  return true;
}

bool CallArgs::real(double &value) {
  size_t i;
  if (!take(i))
    return false;
  switch (call_.argInfo(i).kind) {
  case ArgKind::Float:
  case ArgKind::Double:
    value = call_.argDouble(i);
    break;
  case ArgKind::X87:
    value = double(call_.argX87(i));
    break;
  case ArgKind::Int:
  case ArgKind::Int128:
  case ArgKind::ByVal:
  case ArgKind::Other:
    value = std::bit_cast<double>(call_.arg(i));
    break;
  }
  return true;
}

bool CallArgs::longReal(long double &value) {
  size_t i = next_;
  if (i < call_.argCount() && call_.argInfo(i).kind == ArgKind::X87) {
    ++next_;
    value = call_.argX87(i);
    return true;
  }
  double narrow;
  if (!real(narrow))
    return false;
  value = narrow;
  return true;
}

bool VaListArgs::fetch(uint64_t address, void *to, uint64_t size) {
  if (mode_ == Mode::Quiet && call_.readable(address) < size)
    return false;
  touched.reads(address, size);
  return call_.read(address, to, size);
}

bool VaListArgs::open() {
  if (!opened_ && !fetch(address_, &list_, sizeof(list_)))
    return false;
  opened_ = true;
  return true;
}

bool VaListArgs::fromOverflow(void *to, uint64_t size, uint64_t align) {
  uint64_t at = (list_.overflow + align - 1) / align * align;
  list_.overflow = at + std::max<uint64_t>(size, align);
  return fetch(at, to, size);
}

bool VaListArgs::integer(uint64_t &value) {
  constexpr uint32_t kRegisters = 6 * 8;
  if (!open())
    return false;
  if (list_.gpOffset >= kRegisters)
    return fromOverflow(&value, 8, 8);
  list_.gpOffset += 8;
  return fetch(list_.saved + list_.gpOffset - 8, &value, 8);
}

bool VaListArgs::real(double &value) {
  constexpr uint32_t kRegisters = 6 * 8 + 8 * 16;
  if (!open())
    return false;
  if (list_.fpOffset >= kRegisters)
    return fromOverflow(&value, 8, 8);
  list_.fpOffset += 16;
  return fetch(list_.saved + list_.fpOffset - 16, &value, 8);
}

bool VaListArgs::longReal(long double &value) {
  constexpr size_t kBytes = 10; // the rest of the 16 is padding
  uint8_t bytes[16] = {};
  if (!open() || !fromOverflow(bytes, kBytes, 16))
    return false;
  value = 0;
  std::memcpy(&value, bytes, kBytes);
  return true;
}

} // namespace rbcheck
