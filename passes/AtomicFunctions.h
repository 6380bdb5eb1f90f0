//===- passes/AtomicFunctions.h - Functions that are one atomic step ------===//
//
// In the rules of SV-COMP a function of the program whose name begins with
// __VERIFIER_atomic_ is executed without other threads in between. It gets a
// rb_atomic_begin() where it starts and a rb_atomic_end() wherever it is left,
// by exceptions, too; so nesting, blocking inside, races and native replays are
// those of these calls. Tested by test/models/verifier-atomic-functions.c.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace rbcheck {

/// Does nothing to functions that it was done to before.
void makeAtomicFunctions(llvm::Module &module);

/// Whether it was done to \p function.
bool isOneStep(const llvm::Function &function);

} // namespace rbcheck
