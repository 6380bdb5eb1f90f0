//===- passes/SplitLocal.h - One local per member of a struct or array ----===//
//
// A small, timid SROA. LLVM's own is out of the question here: it drops the
// unused part of a copy from shared memory, splits wide stores to it, moves
// loads over phis, deletes accesses out of bounds and divisions by zero.
//
// Promise: touches a local only if every use of it is a whole, in-bounds, non-
// volatile load or store of a member or a struct at a constant offset, or a memset or copy from a
// constant global with a constant size, or such a copy from or to another local
// of which the same is true. No other memory access is changed.
// Tested by test/passes/normalise-split.ll.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace rbcheck {

/// Replaces structs and arrays of \p function by one local per member in use,
/// where the promise above can be kept.
void splitLocals(llvm::Function &function);

} // namespace rbcheck
