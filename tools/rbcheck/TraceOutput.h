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

/// What traces of one run say of the program; hashes are made once for all.
class Origin {
public:
  Origin(const Program &program, const Options &options)
      : program_(program), options_(options) {}

  /// Completes `trace` by program and options of this run.
  void addTo(TraceData &trace, const Result &result);

private:
  const Program &program_;
  const Options &options_;
  std::string fileHash_, codeHash_;
};

/// The file for the error of that number, from 0.
std::string traceFileOf(const std::string &file, size_t number);

/// False, with a message, if it could not be written.
bool writeTraceTo(const Options &options, const std::string &file,
                  const TraceData &trace);

/// All of them; false, with messages, if one could not be written.
bool writeTraces(const Options &options, const std::vector<TraceData> &traces);

} // namespace rbcheck
