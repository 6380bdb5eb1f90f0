//===- passes/SplitLocal.h - One local per member of a struct or array ----===//
//
// A small, timid SROA. LLVM's own is out of the question here: it drops the
// unused part of a copy from shared memory, splits wide stores to it, moves
// loads over phis, deletes accesses out of bounds and divisions by zero.
//
// Promise: touches a local only if every use of it is a whole, in-bounds, non-
// volatile load or store at a constant offset, or a memset or copy from a
// constant global with a constant size. No other memory access is changed.
// Tested by test/passes/normalise-split.ll.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class AllocaInst;
} // namespace llvm

namespace rbcheck {

/// Replaces \p local by one local per member in use, if the promise above can
/// be kept; returns whether it did. \p local is gone then.
bool splitLocal(llvm::AllocaInst &local);

} // namespace rbcheck
