//===- search/Operation.cpp - What a step touches that others can notice --===//
#include "search/Operation.h"

namespace rbcheck {

Operation pendingOperation(const State &state, uint16_t thread) {
  const Pending &pending = state.thread(thread).pending;
  Operation operation;
  operation.thread = thread;
  if (pending.accesses) {
    operation.ranges = pending.accesses;
    std::copy(pending.access, pending.access + pending.accesses,
              operation.range);
    return operation;
  }
  if (pending.kind != PendingKind::Model)
    return operation;
  // No object lies in the first page: small numbers are no pointers.
  constexpr uint64_t kFirstAddress = 4096;
  for (unsigned i = 0; i < 2; ++i)
    if (pending.args[i] >= kFirstAddress)
      operation.range[operation.ranges++] = {pending.args[i], 1, true, true,
                                             false};
  return operation;
}

bool interferes(const Operation &a, const Operation &b) {
  for (unsigned i = 0; i < a.ranges; ++i)
    for (unsigned j = 0; j < b.ranges; ++j) {
      const Access &x = a.range[i], &y = b.range[j];
      if ((x.write || y.write) && x.address < y.address + y.size &&
          y.address < x.address + x.size)
        return true;
    }
  return false;
}

} // namespace rbcheck
