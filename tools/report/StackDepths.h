//===- tools/report/StackDepths.h - How deep a thread is in its calls -----===//
//
// Every step of a trace says how many functions of the user's are active. To
// count them anew for each step would take time in proportion to steps times
// depth: minutes for a deep recursion. A frame's hash covers its callers
// (interp/state/Thread.h), so what was counted once is known by it, and a step
// costs as many frames as it made.
// Tested by test/unit/StackDepthsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include "llvm/ADT/DenseMap.h"

namespace rbcheck {

class StackDepths {
public:
  explicit StackDepths(const Program &program);

  /// Frames of the user's code on the stack of a thread that is parked.
  uint32_t of(const Machine &machine, uint32_t thread);

  /// Frames that were looked at so far.
  uint64_t looked() const { return looked_; }

private:
  std::vector<bool> isUsers_;                ///< by function
  llvm::DenseMap<uint64_t, uint32_t> known_; ///< by half of a frame's hash
  uint64_t looked_ = 0;
};

} // namespace rbcheck
