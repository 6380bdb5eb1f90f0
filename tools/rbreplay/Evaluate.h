//===- tools/rbreplay/Evaluate.h - The value of a variable by its name ----===//
//
// Understands what a person types to see memory: `count`, `accounts[1].balance`,
// `head->next->value`, `*p`, `&x`. A name is looked for in the frames of a thread
// from the innermost on, then among the globals. Locals that the decoder keeps
// in registers have no memory and are not found: that is said.
// Tested by test/trace/step.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbreplay/Debugger.h"

#include "llvm/Support/Error.h"

namespace rbcheck {

/// "3", "{balance = 5, owner = null}", ...; a message if it has no value.
llvm::Expected<std::string> evaluate(Debugger &debugger, uint32_t thread,
                                     llvm::StringRef expression);

/// Names that `evaluate` finds in that thread, globals of the user last.
std::vector<std::string> variableNames(Debugger &debugger, uint32_t thread);

} // namespace rbcheck
