//===- tools/rbcheck/TriageMode.h - Judges the warnings of other tools ----===//
//
// rbcheck PROGRAM --locs=FILE: reads the reports, judges each warning and
// writes the verdicts. Exit code: 1 if any is confirmed, 0 if every one is
// refuted or not applicable, else 2. docs/triage.md explains it to users.
// Tested by test/triage.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// Returns the exit code.
int triageMode(const Program &program, const Options &options);

} // namespace rbcheck
