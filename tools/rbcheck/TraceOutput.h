//===- tools/rbcheck/TraceOutput.h - rbcheck --trace ----------------------===//
//
// Adds to a trace what a replay needs to know of the program and the options,
// and writes trace files: the first error to FILE, with --all-errors the second
// one to FILE with "-2" before its ending, and so on. Without an error there is
// no file: one that was there is removed.
// Tested by test/trace/file.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"
#include "tools/report/TraceData.h"

namespace rbcheck {

/// Completes `trace` by program and options of this run.
void addOrigin(TraceData &trace, const Options &options, const Result &result);

/// The file for the error of that number, from 0.
std::string traceFileOf(const std::string &file, size_t number);

/// False, with a message, if it could not be written.
bool writeTraceTo(const Options &options, const std::string &file,
                  const TraceData &trace);

/// All of them; false, with messages, if one could not be written.
bool writeTraces(const Options &options, const std::vector<TraceData> &traces);

} // namespace rbcheck
