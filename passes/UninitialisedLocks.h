//===- passes/UninitialisedLocks.h - Locks that nobody gave ---------------===//
//
// A pointer to a lock that was never given a value may happen to be one of the
// locks that there are: what an unlock does then is not found where it points to
// nothing. So a few of those that the program names are tried, too.
// Tested by test/triage/annotated/uninitialised-lock.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallInst;
class Constant;
class Module;
} // namespace llvm

namespace rbcheck {

/// At most four locks that \p module names.
llvm::SmallVector<llvm::Constant *, 4> locksOf(const llvm::Module &module);

/// Lets \p value, a pointer without a value, be one of \p locks as well, if it
/// is locked or unlocked.
void chooseLock(llvm::CallInst &value, llvm::ArrayRef<llvm::Constant *> locks);

} // namespace rbcheck
