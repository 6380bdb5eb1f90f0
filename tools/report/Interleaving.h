//===- tools/report/Interleaving.h - A trace as a table of steps ----------===//
//
// One line per step, one column per thread, the source line in the column of
// the thread that executes it, and in brackets what it did; text may run into
// the columns on the right, which are empty on that line. Fits 80 columns. Long
// runs of one thread are folded, long traces are cut in the middle, steps of
// library code called on one line are one.
// Tested by test/cli/report-*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Paint.h"
#include "tools/report/Source.h"
#include "tools/report/TraceData.h"

namespace rbcheck {

std::string interleaving(const TraceData &trace, SourceFiles &sources,
                         const Paint &paint);

/// "T1 alice", or "T1" if its function is not known.
std::string threadLabel(const TraceData &trace, uint32_t thread);

/// "line 12" in the file of the error, "other.c:12" elsewhere.
std::string lineName(const TraceData &trace, const Location &location);

} // namespace rbcheck
