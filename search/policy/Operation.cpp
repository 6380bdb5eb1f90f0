//===- search/policy/Operation.cpp - What a step touches of others --------===//
#include "search/policy/Operation.h"

namespace rbcheck {

Operation pendingOperation(const State &state, uint16_t thread) {
  return {thread, state.thread(thread).pending.accesses};
}

bool interferes(const Operation &a, const Operation &b) {
  for (const Access &x : a.ranges)
    for (const Access &y : b.ranges)
      if (interfere(x, y))
        return true;
  return false;
}

} // namespace rbcheck
