//===- tools/report/Formats.cpp - Forms that one trace can be written in --===//
#include "tools/report/Formats.h"

#include "tools/report/ErrorText.h"

namespace rbcheck {

static void writePlainText(llvm::raw_ostream &out, const TraceData &trace) {
  writeErrorText(out, trace, Paint(false));
}

llvm::ArrayRef<TraceFormat> traceFormats() {
  static constexpr TraceFormat kFormats[] = {
      {"text", "the terminal report", writePlainText},
      {"json", "the trace file itself", writeTrace},
      {"dot", "a graph for Graphviz", writeDot},
      {"chrome", "for chrome://tracing and Perfetto", writeChrome},
  };
  return kFormats;
}

} // namespace rbcheck
