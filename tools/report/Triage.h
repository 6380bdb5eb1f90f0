//===- tools/report/Triage.h - Verdicts on warnings, and their forms ------===//
//
// What is known when all warnings of a run are judged, and one function per
// format that writes it. Text of reports is hostile: every writer escapes it.
// Tested by test/unit/TriageReportTest.cpp and test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Report.h"

#include "search/triage/Triage.h"

#include "llvm/Support/Error.h"

namespace rbcheck {

struct TriageReport {
  std::string programFile;              ///< as the user named it
  std::vector<std::string> reportFiles; ///< as given to --locs
  const TriageResult &result;
  const Program *program = nullptr; ///< null: none of the traces below
  /// One per judgement: what shows a confirmed warning, or what was found
  /// beside one.
  std::vector<std::optional<TraceData>> shown, related;
  /// What `--locs -` read, to be given back as SARIF.
  std::shared_ptr<std::string> standardInput = nullptr;
};

enum class SarifProfile : uint8_t {
  Full,  ///< kinds, ranks, suppressions, our own findings as a run
  Github ///< levels and messages, which is what GitHub shows
};

/// The table on the terminal (TriageText.cpp).
void writeTriageText(llvm::raw_ostream &out, const TriageReport &report,
                     TextStyle style);
/// The SARIF of the tools given back with verdicts, other reports as SARIF
/// (TriageSarif.cpp). Reads the reports again.
llvm::Error writeTriageSarif(llvm::raw_ostream &out, const TriageReport &report,
                             SarifProfile profile);
/// Lines `report_hash||file||comment||status` (TriageCodeChecker.cpp). Warnings
/// without a hash or a final verdict are left out; returns how many.
size_t writeCodeChecker(llvm::raw_ostream &out, const TriageReport &report);
/// One test case per warning (TriageJunit.cpp).
void writeJunit(llvm::raw_ostream &out, const TriageReport &report);

/// "race_flag.c:28 <> race_flag.c:14": the places of a warning in short.
std::string whereOf(const Warning &warning);
/// Place to show for a warning: the last step of its first thread.
WarningPlace primaryPlace(const Warning &warning);
/// "every schedule explored, 412 states": what a refutation rests on.
std::string scopeOf(const Judgement &judgement);
/// For what all verdicts of a run hold: input, memory model, build.
std::string scopeOfRun();

} // namespace rbcheck
