//===- search/solver/Examples.h - Inputs for which something was possible -===//
//
// What was possible before often is so again. Each condition has one bit per
// example: whether it holds there. The examples for which several conditions
// hold are then some words of bits.
// Tested by test/unit/ExamplesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"

#include <array>
#include <memory>
#include <vector>

namespace rbcheck {

class Examples {
public:
  static constexpr size_t kMost = 2048; ///< then the oldest go

  /// Begins with the one where all inputs are 0.
  Examples() { add(Assignment()); }
  void add(const Assignment &example);
  /// One for which all hold, or null.
  const Assignment *find(llvm::ArrayRef<TermRef> conditions);

private:
  static constexpr size_t kWords = kMost / 64;
  struct Known {
    uint64_t upTo = 0; ///< examples it was evaluated for, of all that were added
    std::array<uint64_t, kWords> holds = {};
  };
  const Known &know(TermRef condition);

  uint64_t added_ = 0;
  std::vector<Assignment> all_; ///< number n at n % kMost
  llvm::DenseMap<TermRef, std::unique_ptr<Known>> known_;
};

} // namespace rbcheck
