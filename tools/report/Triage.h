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
  /// One per judgement, or null: what shows a confirmed warning, or what was
  /// found beside one. Warnings that one execution shows share it.
  std::vector<std::shared_ptr<const TraceData>> shown, related;
  /// Errors of the program that were met on the way.
  std::vector<TraceData> errors = {};
  size_t unread = 0; ///< records of the reports that could not be read
  /// One per judgement: the number of its error in the list of all distinct
  /// ones (Report::traces).
  std::vector<std::optional<size_t>> errorOf = {};
  /// Trace files that were written: of which judgement, and the name.
  std::vector<std::pair<size_t, std::string>> traceFiles = {};
  /// What `--locs -` read, to be given back as SARIF.
  std::shared_ptr<std::map<std::string, std::string>> streams = nullptr;
};

/// How many judgements have which verdict.
struct VerdictCounts {
  size_t of[5] = {};
  size_t operator[](WarningVerdict verdict) const {
    return of[size_t(verdict)];
  }
};
VerdictCounts countVerdicts(const TriageResult &result);

/// What all verdicts come to (TriageOutcome.cpp).
struct TriageOutcome {
  Verdict verdict = Verdict::Inconclusive;
  std::string reason; ///< why inconclusive, else ""
};
TriageOutcome outcomeOf(const TriageResult &result, size_t unread);

enum class SarifProfile : uint8_t {
  Full,  ///< kinds, ranks, suppressions, our own findings as a run
  Github ///< levels and messages, which is what GitHub shows
};

/// The long form for one judgement (TriageExplain.cpp).
void writeExplanation(llvm::raw_ostream &out, const TriageReport &report,
                      size_t index, TextStyle style);
/// What else is wrong with the program, if anything (TriageText.cpp).
void writeMetErrors(llvm::raw_ostream &out, const TriageReport &report);
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

/// The places of a warning in short, and what stands between them.
struct Whereabouts {
  std::vector<std::string> places;
  std::string between = " <> ";
};
Whereabouts whereaboutsOf(const Warning &warning);
/// "race_flag.c:28 <> race_flag.c:14".
std::string whereOf(const Warning &warning);
/// Place to show for a warning: the last step of its first thread.
WarningPlace primaryPlace(const Warning &warning);
/// "pool.c:12", the file without its folders.
std::string linePlace(Location location);
/// "`mu` (taken at pool.c:12)".
std::string lockText(const LockEvidence &lock);
/// "race", "lock-cycle", ...: what a warning was taken as.
const char *goalWord(GoalKind kind);
/// Why a search ended before it had seen all it was to see, or "".
std::string endOf(const SearchRun &run);
/// "nearest approach: 1 of 2 places at once, thread 1 at pool.c:12".
std::string approachText(const Judgement &judgement);
/// "12 steps, 1 preemption".
std::string costText(const ScheduleCost &cost);
/// "every schedule explored, 412 states": what a refutation rests on.
std::string scopeOf(const Judgement &judgement);
/// For what all verdicts of a run hold: input, memory model, build.
std::string scopeOfRun(const TriageResult &result);

} // namespace rbcheck
