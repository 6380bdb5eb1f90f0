//===- tools/report/Export.h - Errors in the formats of other tools -------===//
//
// Each format is one file and one function that writes traces (TraceData.h),
// none of them if no error was found. rbcheck writes them at the end of a
// search, rbreplay from a trace file.
// Tested by test/html and test/report.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

/// What is said about the whole check, beside the traces.
struct ExportHead {
  std::string program; ///< as the user named it
  std::string verdict; ///< "error", "no-error", "inconclusive"
  std::string reason;  ///< why inconclusive, else ""
  std::string traceFile; ///< that rbreplay takes, if one is written
};

/// One page with everything in it (Html.cpp).
void writeHtml(llvm::raw_ostream &out, const ExportHead &head,
               llvm::ArrayRef<TraceData> traces);

/// Which code flows a SARIF result has.
enum class SarifFlow : uint8_t {
  Both,   ///< one with all threads in order, which viewers show; then Threads
  Threads ///< only the exact one, with one thread flow for each thread
};

/// SARIF 2.1.0 (Sarif.cpp). Fingerprints need to know where functions begin.
void writeSarif(llvm::raw_ostream &out, const ExportHead &head,
                llvm::ArrayRef<TraceData> traces, const Program &program,
                SarifFlow flow);

enum class WitnessFormat : uint8_t { Yaml, GraphMl };

/// A witness of the first error as software verification competitions define
/// it: YAML 2.2 (WitnessYaml.cpp) or GraphML 1.0 (WitnessGraphMl.cpp). Says why
/// if the format cannot express the error.
llvm::Error writeWitness(llvm::raw_ostream &out, const TraceData &trace,
                         const Program &program, WitnessFormat format);

/// The files that a user asked for; "" = none, "-" = standard output.
struct ExportFiles {
  std::string html, witness;
  SarifFlow flow = SarifFlow::Both;
  std::optional<WitnessFormat> witnessFormat; ///< none: by the file's ending
};

} // namespace rbcheck
