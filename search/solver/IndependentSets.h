//===- search/solver/IndependentSets.h - Conditions that do not meet ------===//
//
// Conditions over different inputs can be decided one by one: a path condition
// falls into parts of which a new branch concerns one, and the others have been
// asked before.
// Tested by test/unit/SolverTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace rbcheck {

class IndependentSets {
public:
  using Set = llvm::SmallVector<TermRef, 8>;

  /// Parts that share no input, each in the order of `conditions`, the parts in
  /// the order of their first condition.
  std::vector<Set> split(llvm::ArrayRef<TermRef> conditions);

private:
  llvm::ArrayRef<uint32_t> inputsOf(TermRef condition);

  llvm::DenseMap<TermRef, llvm::SmallVector<uint32_t, 4>> inputs_;
};

} // namespace rbcheck
