//===- tools/report/Decisive.h - The steps that an error comes from -------===//
//
// Of a long trace a table shows a part. These steps are always in it: the last
// access of every thread to what the error is about, the writes that made the
// values it failed on, the locks that the stuck threads hold, the signals they
// missed, and the creation of every thread.
// Tested by test/report/decisive.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

/// For each step of the trace.
std::vector<bool> decisiveSteps(const TraceData &trace);

} // namespace rbcheck
