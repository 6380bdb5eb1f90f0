//===- tools/report/TriageJunit.cpp - Verdicts as JUnit test cases --------===//
//
// One test case per warning: confirmed is a failure, undecided and not
// applicable are skipped, refuted passes and says what the proof rests on. An
// error of the program that was met on the way is a failed case, too.
// Tested by test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"
#include "tools/report/Triage.h"
#include "tools/report/Xml.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

void writeOutcome(llvm::raw_ostream &out, const Judgement &judgement) {
  std::string why = whyOf(judgement);
  if (!judgement.related.empty())
    why += "; related finding: " + judgement.related;
  switch (judgement.verdict) {
  case WarningVerdict::Confirmed:
    out << "    <failure type=\"" << warningKindWord(judgement.warning.kind)
        << "\" message=\"" << xml(why) << "\">"
        << xml(judgement.warning.message) << "</failure>\n";
    return;
  case WarningVerdict::Undecided:
  case WarningVerdict::NotApplicable:
    out << "    <skipped message=\""
        << warningVerdictWord(judgement.verdict) << ": " << xml(why)
        << "\"/>\n";
    return;
  case WarningVerdict::Refuted:
  case WarningVerdict::RefutedBounded:
    out << "    <system-out>" << warningVerdictWord(judgement.verdict) << ": "
        << xml(why);
    if (std::string scope = scopeOf(judgement);
        !scope.empty() && !namesScope(judgement))
      out << " (" << xml(scope) << ")";
    out << "</system-out>\n";
    return;
  }
  llvm_unreachable("covered switch");
}

} // namespace

void writeJunit(llvm::raw_ostream &out, const TriageReport &report) {
  size_t failures = report.errors.size(), skipped = 0;
  double seconds = 0;
  for (const Judgement &judgement : report.result.judgements) {
    failures += judgement.verdict == WarningVerdict::Confirmed;
    skipped += judgement.verdict == WarningVerdict::Undecided ||
               judgement.verdict == WarningVerdict::NotApplicable;
    seconds += judgement.seconds;
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << llvm::formatv("<testsuites>\n<testsuite name=\"{0}\" tests=\"{1}\" "
                       "failures=\"{2}\" errors=\"0\" skipped=\"{3}\" "
                       "time=\"{4:f3}\">\n",
                       xml(report.programFile),
                       report.result.judgements.size() + report.errors.size(),
                       failures, skipped, seconds);
  for (const Judgement &judgement : report.result.judgements) {
    const Warning &warning = judgement.warning;
    std::string group = warning.tool;
    if (!warning.rule.empty())
      group += "." + warning.rule;
    std::string name = warning.id + " " + warningKindWord(warning.kind) + " " +
                       whereOf(warning);
    WarningPlace place = primaryPlace(warning);
    out << llvm::formatv("  <testcase classname=\"{0}\" name=\"{1}\" "
                         "file=\"{2}\" line=\"{3}\" time=\"{4:f3}\">\n",
                         xml(group), xml(name), xml(place.file), place.line,
                         judgement.seconds);
    writeOutcome(out, judgement);
    out << "  </testcase>\n";
  }
  for (const TraceData &error : report.errors) {
    const char *kind = faultWord(error.fault.kind);
    out << llvm::formatv("  <testcase classname=\"rbcheck\" name=\"{0} {1}\" "
                         "file=\"{2}\" line=\"{3}\">\n    <failure "
                         "type=\"{0}\" message=\"{4}\">met on the way"
                         "</failure>\n  </testcase>\n",
                         kind, xml(linePlace(error.location)),
                         xml(error.location.file), error.location.line,
                         xml(error.fault.message));
  }
  out << "</testsuite>\n</testsuites>\n";
}

} // namespace rbcheck
