//===- search/gambit/Execution.cpp - One execution, step by step ----------===//
#include "search/gambit/Execution.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

bool areTaking(llvm::ArrayRef<Event> events, Choice choice) {
  return llvm::any_of(events, [&](const Event &each) {
    return each.thread == choice.thread && each.value == choice.value;
  });
}

bool PathState::isEnabled(uint16_t thread) const {
  return llvm::any_of(enabled,
                      [&](Choice choice) { return choice.thread == thread; });
}

} // namespace rbcheck
