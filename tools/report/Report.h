//===- tools/report/Report.h - What is known at the end, and its forms ----===//
//
// A Report holds all that any format needs: the result of the search, and for
// every violation its trace, which is made by replaying it. A format is
// one file and one function that writes a Report.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include "search/result/Result.h"
#include "search/triage/Triage.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

/// Standard input, once the program has read it.
struct InputReport {
  std::string file; ///< "" = piped in
  uint64_t bytes = 0;
};

struct TriageReport;

struct Report {
  std::string programFile; ///< as the user named it
  const Program &program;
  const Result &result;
  std::vector<TraceData> traces; ///< one per error, each distinct one once
  std::vector<std::string> assumptions; ///< what the user gave instead of code
  std::string traceFile;          ///< where --trace puts the first one, or ""
  bool isOptimised = false;       ///< the bitcode was
  bool checksTermination = false; ///< of all fair executions
  std::optional<InputReport> input = {};
  double shortenSeconds = 0; ///< that finding plainer schedules took
  /// What --locs asked about, judged; or null.
  const TriageReport *triage = nullptr;
  std::optional<SolverStats> solver = {}; ///< if inputs were open
};

struct TextStyle {
  bool colour = false;
  bool verbose = false;
  size_t width = 0; ///< of the lines; 0 = sentences are one line each
};

/// The terminal report (Text.cpp).
void writeText(llvm::raw_ostream &out, const Report &report, TextStyle style);
/// The result of the contract (Json.cpp).
void writeJson(llvm::raw_ostream &out, const Report &report);
/// Misuse that --run goes on behind: cause and place (Text.cpp).
void printRunWarning(llvm::raw_ostream &out, Machine &machine,
                     const Fault &fault);
/// An error met by --run: cause, place and stack (Text.cpp).
void printRunFault(llvm::raw_ostream &out, Machine &machine,
                   const Fault &fault);

} // namespace rbcheck
