//===- tools/report/TestsJunit.cpp - The tests of a program as JUnit ------===//
//
// An error is a failure, with its place and text; what is inconclusive, and
// tests that were not run, are skipped and say why.
// Tested by test/frameworks/gtest.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"
#include "tools/report/Tests.h"
#include "tools/report/Xml.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

void writeOutcome(llvm::raw_ostream &out, const TestOutcome &test) {
  if (!test.result) {
    out << "    <skipped message=\"" << xml(test.skipped) << "\"/>\n";
    return;
  }
  switch (test.result->verdict) {
  case Verdict::NoError:
    out << "    <system-out>no-error: " << test.result->stats.states
        << " states</system-out>\n";
    return;
  case Verdict::Error:
    for (const TraceData &trace : test.report->traces)
      out << "    <failure type=\"" << faultWord(trace.fault.kind)
          << "\" message=\"" << xml(trace.fault.message) << "\">"
          << xml(toString(trace.location)) << ": " << xml(trace.fault.message)
          << "</failure>\n";
    return;
  case Verdict::Inconclusive:
    out << "    <skipped message=\"inconclusive: "
        << xml(reasonOf(*test.result)) << "\"/>\n";
    return;
  }
  llvm_unreachable("covered switch");
}

} // namespace

void writeTestsJunit(llvm::raw_ostream &out, const TestReport &report) {
  size_t failures = 0, skipped = 0;
  for (const TestOutcome &test : report.tests) {
    failures += test.result && test.result->verdict == Verdict::Error;
    skipped += !test.result || test.result->verdict == Verdict::Inconclusive;
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << llvm::formatv("<testsuites>\n<testsuite name=\"{0}\" tests=\"{1}\" "
                       "failures=\"{2}\" errors=\"0\" skipped=\"{3}\" "
                       "time=\"{4:f3}\">\n",
                       xml(report.programFile), report.tests.size(), failures,
                       skipped, report.seconds);
  for (const TestOutcome &test : report.tests) {
    out << llvm::formatv(
        "  <testcase classname=\"{0}\" name=\"{1}\"",
        xml(test.suite.empty() ? report.programFile : test.suite),
        xml(test.name));
    if (test.report && !test.report->traces.empty()) {
      const Location &place = test.report->traces.front().location;
      out << llvm::formatv(" file=\"{0}\" line=\"{1}\"", xml(place.file),
                           place.line);
    }
    out << llvm::formatv(" time=\"{0:f3}\">\n", test.seconds);
    writeOutcome(out, test);
    out << "  </testcase>\n";
  }
  out << "</testsuite>\n</testsuites>\n";
}

} // namespace rbcheck
