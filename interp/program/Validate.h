//===- interp/program/Validate.h - Is a decoded program well formed? ------===//
//
// Checks what the machine takes for granted: slots within the frame, constants
// never written, jumps within the code and forwards unless they are JmpBack,
// table numbers in range. For tests and debugging of the decoder.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/Support/Error.h"

namespace rbcheck {

/// Success, or an error that names the first instruction that is wrong.
llvm::Error validate(const Program &program);

} // namespace rbcheck
