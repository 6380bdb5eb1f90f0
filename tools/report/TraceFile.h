//===- tools/report/TraceFile.h - Reads trace files -----------------------===//
//
// The way back from a file (TraceJson.cpp) to what can be executed. Of a file
// only program, options, schedule and the place of the error are believed;
// everything else is made anew by the replay and compared, so that a file that
// was changed by hand, or belongs to another program, is noticed.
// Tested by test/trace/bad-file.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/files/Read.h"
#include "tools/report/TraceData.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace rbcheck {

struct TraceFile {
  std::string file;
  TraceOrigin origin;
  Violation violation; ///< schedule, machine, kind, thread, foundBy
  std::string text;    ///< the whole file
};

/// A message for the user if it is no trace file of this version.
llvm::Expected<TraceFile> readTraceFile(llvm::StringRef file, ReadRules rules);

/// Executes the schedule; a message if it is not possible, gives another error,
/// or if the file says something else than what happens.
llvm::Expected<TraceData> replayFile(const TraceFile &file,
                                     const Program &program);

} // namespace rbcheck
