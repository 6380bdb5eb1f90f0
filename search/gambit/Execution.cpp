//===- search/gambit/Execution.cpp - One execution, step by step ----------===//
#include "search/gambit/Execution.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

bool PathState::isEnabled(uint16_t thread) const {
  return llvm::any_of(enabled,
                      [&](Choice choice) { return choice.thread == thread; });
}

bool PathState::isAsleep(Choice choice) const {
  return llvm::any_of(sleep, [&](const Event &each) {
    return each.thread == choice.thread && each.value == choice.value;
  });
}

} // namespace rbcheck
