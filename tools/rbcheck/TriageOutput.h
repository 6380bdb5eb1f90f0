//===- tools/rbcheck/TriageOutput.h - Writes the verdicts on warnings -----===//
//
// Replays what shows a verdict, and writes all forms that were asked for.
// Tested by test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

#include "search/triage/Triage.h"

namespace rbcheck {

/// False, with a message, if an output could not be written.
bool writeTriage(const Program &program, const Options &options,
                 const TriageResult &result);

} // namespace rbcheck
