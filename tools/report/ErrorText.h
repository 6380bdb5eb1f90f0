//===- tools/report/ErrorText.h - One error for a person ------------------===//
//
// Cause and place first, in the form of a compiler's message, with the places
// that belong to it; then how it happens, step by step; then where every thread
// is, who waits for whom, and what the program printed. 80 columns.
// Tested by test/cli/report-*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Paint.h"
#include "tools/report/Source.h"
#include "tools/report/TraceData.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

void writeErrorText(llvm::raw_ostream &out, const TraceData &trace,
                    const Paint &paint);

/// "3 steps", "1 step".
std::string counted(uint64_t n, const char *what);
/// The location with its file as seen from the current folder.
std::string shortPlace(const Location &location);

} // namespace rbcheck
