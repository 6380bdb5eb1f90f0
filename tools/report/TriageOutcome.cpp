//===- tools/report/TriageOutcome.cpp - What all verdicts come to ---------===//
//
// The verdict of a whole triage, from which the exit code follows:
//
//   error         a warning is confirmed, or the program has an error that was
//                 met on the way
//   no-error      some warnings were judged, and all of these are refuted
//   inconclusive  everything else, also if no warning could be judged
//
// Tested by test/unit/TriageReportTest.cpp and test/triage/exit-codes.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Triage.h"

#include "tools/report/ErrorText.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

VerdictCounts countVerdicts(const TriageResult &result) {
  VerdictCounts counts;
  for (const Judgement &judgement : result.judgements)
    ++counts.of[size_t(judgement.verdict)];
  return counts;
}

TriageOutcome outcomeOf(const TriageResult &result, size_t unread) {
  VerdictCounts count = countVerdicts(result);
  if (count[WarningVerdict::Confirmed] || !result.errors.empty())
    return {Verdict::Error, ""};
  size_t open = count[WarningVerdict::Undecided],
         bounded = count[WarningVerdict::RefutedBounded],
         refuted = count[WarningVerdict::Refuted];
  if (refuted && !open && !bounded && !unread)
    return {Verdict::NoError, ""};
  std::vector<std::string> reasons;
  if (result.judgements.empty())
    reasons.push_back("there is no warning to judge");
  else if (!open && !bounded && !refuted)
    reasons.push_back("none of the warnings can be judged on this program");
  if (open)
    reasons.push_back(counted(open, "warning") + " undecided");
  if (bounded)
    reasons.push_back(counted(bounded, "warning") +
                      " refuted within a bound only");
  if (unread)
    reasons.push_back(counted(unread, "record") +
                      " of the reports could not be read");
  return {Verdict::Inconclusive, llvm::join(reasons, "; ")};
}

} // namespace rbcheck
