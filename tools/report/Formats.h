//===- tools/report/Formats.h - Forms that one trace can be written in ----===//
//
// What rbreplay --export=NAME offers. A new form is one file with one function,
// and one row in Formats.cpp.
// Tested by test/trace/export.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace rbcheck {

struct TraceFormat {
  const char *name;
  const char *help;
  /// Says why if the form cannot express this error.
  llvm::Error (*write)(llvm::raw_ostream &out, const TraceData &trace,
                       const Program &program);
};

llvm::ArrayRef<TraceFormat> traceFormats();

/// A graph for Graphviz: threads as columns, edges for what depends on what.
void writeDot(llvm::raw_ostream &out, const TraceData &trace);
/// For chrome://tracing and Perfetto: one track per thread, a step is 10 us.
void writeChrome(llvm::raw_ostream &out, const TraceData &trace);

} // namespace rbcheck
