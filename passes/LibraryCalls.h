//===- passes/LibraryCalls.h - What the marking knows about libraries -----===//
//
// A lookup in LibraryCalls.def: which library calls synchronise, and which
// pointer arguments they do not keep. Unknown functions get the cautious
// answer: kind `call`, and every argument escapes.
// Tested by test/passes/marks-calls.c and test/passes/escape-library.ll.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Marks.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace rbcheck {

/// Whether the body of \p function is what runs when it is called.
bool isDefinedHere(const llvm::Function &function);

/// The kind of mark a call to the library function \p name gets.
MarkKind getLibraryCallKind(llvm::StringRef name);

/// Whether the library function \p name lets go of argument number \p arg when
/// it returns, and shows it to no other thread before.
bool dropsArgument(llvm::StringRef name, unsigned arg);

/// Whether \p call returns a fresh heap block nobody else knows yet, or null.
bool isAllocation(const llvm::CallBase &call);

} // namespace rbcheck
