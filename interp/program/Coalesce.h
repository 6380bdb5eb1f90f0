//===- interp/program/Coalesce.h - Which values share or skip a slot ------===//
//
// The decisions, made on the IR, that let the decoder leave instructions out:
// which values need no code of their own, and which loop-carried values can be
// computed in the slot of their phi.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace rbcheck {

/// True if the result has the same slots as the first operand: casts that
/// change nothing and the like. Vectors included.
bool isAlias(const llvm::Instruction &inst, const llvm::DataLayout &layout);

/// True if only loads, stores and further address computations use `gep`, so
/// that it is computed by its users.
bool isFoldedAddress(const llvm::GetElementPtrInst &gep);

/// What a conditional branch is decoded from.
struct BranchCondition {
  const llvm::Value *value = nullptr;      ///< tested if there is no compare
  const llvm::ICmpInst *compare = nullptr; ///< made by the branch itself
  bool isNegated = false;                  ///< what either says
  /// Only the branch uses these of its block: they are part of it.
  llvm::SmallVector<const llvm::Instruction *, 4> parts;
};
BranchCondition conditionOf(const llvm::BranchInst &branch);

/// True if it is part of the branch that ends its block.
bool isFused(const llvm::Instruction &inst);

/// True if control can come back to a call a second time: setjmp.
bool returnsTwice(const llvm::Function &function);

/// Loop-carried values that can be computed in the slot of their phi.
llvm::DenseMap<const llvm::Instruction *, const llvm::PHINode *>
findCoalesced(const llvm::Function &function);

} // namespace rbcheck
