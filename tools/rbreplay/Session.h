//===- tools/rbreplay/Session.h - Stepping through a trace by commands ----===//
//
// Reads one command per line and answers. On a terminal with a prompt; without
// one it can be scripted: the same commands give the same answers.
// Tested by test/trace/step.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbreplay/Debugger.h"

#include <istream>

namespace rbcheck {

/// Returns when the input ends or by the command quit.
void runSession(Debugger &debugger, std::istream &in, llvm::raw_ostream &out,
                bool hasPrompt);

} // namespace rbcheck
