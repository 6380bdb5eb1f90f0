//===- tools/report/TriageCodeChecker.cpp - Reviews for CodeChecker -------===//
//
// Lines `report_hash||file||comment||status`. Only final verdicts change a
// review: what is bounded, undecided or not applicable stays as it is.
// Tested by test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"
#include "tools/report/Triage.h"

#include "tools/report/Source.h"
#include "tools/warnings/Import.h"

namespace rbcheck {

namespace {

/// One field: no line breaks, no separator.
std::string field(llvm::StringRef text) {
  std::string clean = safeForTerminal(oneLine(text));
  for (size_t at; (at = clean.find("||")) != std::string::npos;)
    clean.replace(at, 2, "| |");
  return clean;
}

} // namespace

size_t writeCodeChecker(llvm::raw_ostream &out, const TriageReport &report) {
  size_t left = 0;
  for (const Judgement &judgement : report.result.judgements) {
    bool isConfirmed = judgement.verdict == WarningVerdict::Confirmed;
    bool isRefuted = judgement.verdict == WarningVerdict::Refuted;
    if (judgement.warning.hash.empty() || (!isConfirmed && !isRefuted)) {
      ++left;
      continue;
    }
    std::string comment =
        std::string("rbcheck ") + RBCHECK_VERSION + ": " + whyOf(judgement);
    if (isRefuted)
      comment += " (holds for " + scopeOfRun(report.result) + ")";
    out << field(judgement.warning.hash) << "||"
        << field(baseName(primaryPlace(judgement.warning).file)) << "||"
        << field(comment) << "||"
        << (isConfirmed ? "confirmed" : "false_positive") << "\n";
  }
  return left;
}

} // namespace rbcheck
