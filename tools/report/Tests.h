//===- tools/report/Tests.h - What became of the tests of a program -------===//
//
// `rbcheck --gtest`: each test is a check of its own. One line per test while
// they run, then the errors one by one, then a summary; and the same as JUnit
// and as JSON.
// Tested by test/frameworks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Report.h"

#include <memory>

namespace rbcheck {

struct TestOutcome {
  std::string suite; ///< "" if the framework has none
  std::string name;
  std::string skipped; ///< why it was not run; "" = it was
  double seconds = 0;
  /// If it was run. The report refers to the result.
  std::unique_ptr<Result> result = nullptr;
  std::optional<Report> report = std::nullopt;

  /// "Suite.Name", as users write it.
  std::string fullName() const {
    return suite.empty() ? name : suite + "." + name;
  }
};

struct TestReport {
  std::string programFile;
  std::string framework;
  std::vector<TestOutcome> tests;
  double seconds = 0;

  /// An error of any test is one of all; then what is inconclusive counts, also
  /// that there is no test at all.
  Verdict verdict() const;
};

/// One line: the verdict, the test, and what it rests on.
void writeTestLine(llvm::raw_ostream &out, const TestOutcome &test,
                   bool wantsColour);
/// The errors in full, and a line that counts.
void writeTests(llvm::raw_ostream &out, const TestReport &report,
                TextStyle style);
/// One JUnit test case per test (TestsJunit.cpp).
void writeTestsJunit(llvm::raw_ostream &out, const TestReport &report);
/// The results of all (Json.cpp).
void writeTestsJson(llvm::raw_ostream &out, const TestReport &report);

} // namespace rbcheck
