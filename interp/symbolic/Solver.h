//===- interp/symbolic/Solver.h - Questions about terms -------------------===//
//
// What the machine asks: can all these conditions hold at once, and with which
// inputs? The answer comes from outside (search/solver), so that the machine
// does not depend on a solver.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace rbcheck {

/// Values of inputs by number; those that are missing are 0.
using Assignment = llvm::DenseMap<uint32_t, uint64_t>;

class Solver {
public:
  enum class Answer { Yes, No, Unknown }; ///< Unknown: out of time

  virtual ~Solver() = default;
  /// Can the conditions (1 bit each) hold together? With `example`: how.
  virtual Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                            Assignment *example = nullptr) = 0;
};

} // namespace rbcheck
