//===- interp/program/Dump.h - A decoded program as text ------------------===//
//
// The listing behind --emit=program. One line per instruction: number, opcode,
// operands as named in Opcodes.def, live slots, source place.
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include <string>

namespace rbcheck {

std::string dump(const Program &program);

} // namespace rbcheck
