//===- tools/report/Interleaving.h - A story as a table of steps ----------===//
//
// One line per step, one column per thread, the source line in the column of
// the thread that executes it; text may run into the columns on the right,
// which are empty on that line. Fits 80 columns. Long runs of one thread are
// folded, long traces are cut in the middle.
// Tested by test/cli/report-*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Paint.h"
#include "tools/report/Source.h"
#include "tools/report/Story.h"

namespace rbcheck {

std::string interleaving(const Story &story, SourceFiles &sources,
                         const Paint &paint);

/// "T1 alice", or "T1" if its function is not known.
std::string threadLabel(const Story &story, uint32_t thread);

} // namespace rbcheck
