//===- tools/load/SystemCalls.h - syscall() by the functions' names -------===//
#pragma once

namespace llvm {
class Module;
}

namespace rbcheck {

/// Calls of syscall() with a known number become calls of the function of the C
/// library for it, so that its code is linked. Others stay
/// (interp/models/Futex.cpp).
void nameSystemCalls(llvm::Module &module);

} // namespace rbcheck
