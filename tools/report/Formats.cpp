//===- tools/report/Formats.cpp - Forms that one trace can be written in --===//
#include "tools/report/Formats.h"

#include "tools/report/ErrorText.h"
#include "tools/report/Export.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::raw_ostream;

ExportHead headOf(const TraceData &trace) {
  return {trace.origin.program, verdictWord(Verdict::Error), "", ""};
}

Error writePlainText(raw_ostream &out, const TraceData &trace,
                     const Program &) {
  writeErrorText(out, trace, Paint(false));
  return Error::success();
}

Error writePage(raw_ostream &out, const TraceData &trace, const Program &) {
  writeHtml(out, headOf(trace), trace);
  return Error::success();
}

Error writeSarifLog(raw_ostream &out, const TraceData &trace,
                    const Program &program) {
  writeSarif(out, headOf(trace), trace, program, SarifFlow::Both);
  return Error::success();
}

template <WitnessFormat Format>
Error writeAsWitness(raw_ostream &out, const TraceData &trace,
                     const Program &program) {
  return writeWitness(out, trace, program, Format);
}

template <void (*Write)(raw_ostream &, const TraceData &)>
Error simply(raw_ostream &out, const TraceData &trace, const Program &) {
  Write(out, trace);
  return Error::success();
}

} // namespace

llvm::ArrayRef<TraceFormat> traceFormats() {
  static constexpr TraceFormat kFormats[] = {
      {"text", "the terminal report", writePlainText},
      {"json", "the trace file itself", simply<writeTrace>},
      {"html", "a page to step through, for a browser", writePage},
      {"sarif", "SARIF 2.1.0, for editors and code scanning", writeSarifLog},
      {"witness", "a verification witness, YAML 2.2",
       writeAsWitness<WitnessFormat::Yaml>},
      {"graphml", "a verification witness, GraphML 1.0",
       writeAsWitness<WitnessFormat::GraphMl>},
      {"dot", "a graph for Graphviz", simply<writeDot>},
      {"chrome", "for chrome://tracing and Perfetto", simply<writeChrome>},
  };
  return kFormats;
}

} // namespace rbcheck
