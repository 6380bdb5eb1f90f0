//===- passes/Follow.h - What a program does with a range of values -------===//
//
// Executes the code behind an instruction for all values of a range at once, as
// a constant propagation does (Wegman and Zadeck, "Constant propagation with
// conditional branches", 1991): a value is a constant, or the followed one plus
// a constant, or anything that is the same whichever value of the range it is.
// Branches that none of the range takes are left out, and so is what is behind a
// call that does not return then. Calls are followed into their functions.
//
// As long as nothing but such answers is made of the value, two executions that
// differ in it only do the same, step by step: that is what representatives
// (Representatives.h) rest on.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/APInt.h"

#include <cstdint>
#include <optional>

namespace llvm {
class DominatorTree;
class Instruction;
} // namespace llvm

namespace rbcheck {

/// first, first + 1, ..., first + more.
struct ValueRange {
  llvm::APInt first;
  uint64_t more = 0;
};

struct Following {
  /// From first + *splitAt on an answer may be another one; ask for both parts.
  std::optional<uint64_t> splitAt;
  /// More is made of it than answers: each value may do something else.
  bool isUsed = false;
  /// It is where memory is accessed.
  bool isAddress = false;
};

/// \p dominators are those of the function of \p value. \p steps is counted down by the instructions looked at; at 0 the answer is
/// `isUsed`.
Following follow(const llvm::Instruction &value, const ValueRange &range,
                 const llvm::DominatorTree &dominators, uint64_t &steps);

} // namespace rbcheck
