//===- tools/rbcheck/TriageOutput.h - Writes the verdicts on warnings -----===//
//
// Replays what shows a verdict, and writes all forms that were asked for.
//
// --trace=FILE: what shows the only confirmed warning goes to FILE; of several,
// each goes to FILE with the warning's id before the ending ("out.W3.rbt").
// Tested by test/warnings/triage-outputs.test and test/triage/traces.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

#include "search/triage/Triage.h"

namespace rbcheck {

/// `unread` records of the reports could not be read. Once the limits are hit
/// only the first error is replayed for its trace. False, with a message, if an
/// output could not be written.
bool writeTriage(const Program &program, const Options &options,
                 const TriageResult &result, size_t unread,
                 const Limits &limits);

/// The file of --trace for one of several confirmed warnings; `taken` are the
/// names so far, and grows by it.
std::string traceFileOfWarning(const std::string &file, const std::string &id,
                               std::vector<std::string> &taken);

} // namespace rbcheck
