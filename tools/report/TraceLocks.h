//===- tools/report/TraceLocks.h - Who holds which lock -------------------===//
//
// Locks keep their owners in the program's own memory (interp/models); when one
// was given back, and by whom, is followed here, step by step.
// Tested by test/trace/operations.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/roles/Role.h"
#include "tools/report/TraceData.h"

#include <map>

namespace rbcheck {

class LockLog {
public:
  /// Step `index` of `thread` was about the lock at `address`; adds why it
  /// could take it to `edges`.
  void update(Machine &machine, uint64_t address, Family family,
              uint16_t thread, uint32_t index,
              llvm::SmallVectorImpl<TraceEdge> &edges);
  /// True once after each change of who holds what.
  bool takeChanged() { return std::exchange(isChanged_, false); }
  /// Every lock that is held with its holders, by address.
  std::vector<std::pair<uint64_t, uint16_t>> holders() const;

private:
  struct Lock {
    std::vector<uint16_t> holders;
    std::optional<uint32_t> released; ///< step
    uint16_t releaser = 0;
  };
  std::map<uint64_t, Lock> locks_;
  bool isChanged_ = false;
};

} // namespace rbcheck
