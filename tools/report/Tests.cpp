//===- tools/report/Tests.cpp - The tests of a program on a terminal ------===//
#include "tools/report/Tests.h"

#include "tools/report/ErrorText.h"
#include "tools/report/Paint.h"
#include "tools/report/Reasons.h"
#include "tools/warnings/Import.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

Verdict TestReport::verdict() const {
  bool wasJudged = false, isOpen = false;
  for (const TestOutcome &test : tests) {
    if (!test.result)
      continue;
    if (test.result->verdict == Verdict::Error)
      return Verdict::Error;
    wasJudged = true;
    isOpen |= test.result->verdict == Verdict::Inconclusive;
  }
  return wasJudged && !isOpen ? Verdict::NoError : Verdict::Inconclusive;
}

void writeTestLine(llvm::raw_ostream &out, const TestOutcome &test,
                   bool wantsColour) {
  const Paint paint(wantsColour);
  auto line = [&](llvm::StringRef word, const std::string &rest) {
    out << paint.bold(llvm::formatv("{0,-13}", word).str()) << " "
        << safeForTerminal(test.fullName() + rest) << "\n";
  };
  if (!test.result)
    return line("skipped", ": " + test.skipped);
  const Result &result = *test.result;
  const char *word = verdictWord(result.verdict);
  switch (result.verdict) {
  case Verdict::NoError:
    return line(word, llvm::formatv(": {0}, {1:f2} s",
                                    counted(result.stats.states, "state"),
                                    test.seconds)
                          .str());
  case Verdict::Error: {
    const TraceData &trace = test.report->traces.front();
    return line(word,
                ": " + toString(trace.location) + ": " + trace.fault.message);
  }
  case Verdict::Inconclusive:
    return line(word, ": " + reasonOf(result));
  }
  llvm_unreachable("covered switch");
}

void writeTests(llvm::raw_ostream &out, const TestReport &report,
                TextStyle style) {
  const Paint paint(style.colour);
  size_t counts[3] = {}, skipped = 0;
  for (const TestOutcome &test : report.tests) {
    if (!test.result) {
      ++skipped;
      continue;
    }
    ++counts[size_t(test.result->verdict)];
    if (test.result->verdict != Verdict::Error)
      continue;
    out << "\n" << paint.bold("== " + safeForTerminal(test.fullName())) << "\n";
    writeText(out, *test.report, style);
  }
  out << "\n"
      << counted(report.tests.size(), "test") << " of " << report.framework;
  for (Verdict verdict :
       {Verdict::NoError, Verdict::Error, Verdict::Inconclusive})
    if (size_t count = counts[size_t(verdict)])
      out << ", " << count << " " << verdictWord(verdict);
  if (skipped)
    out << ", " << skipped << " skipped";
  out << llvm::formatv("; {0:f2} s\n", report.seconds);
}

} // namespace rbcheck
