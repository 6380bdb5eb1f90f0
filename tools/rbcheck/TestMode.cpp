//===- tools/rbcheck/TestMode.cpp - rbcheck --gtest -----------------------===//
#include "tools/rbcheck/TestMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/CheckMode.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/TestList.h"
#include "tools/rbcheck/Output.h"
#include "tools/rbcheck/TraceOutput.h"
#include "tools/report/Reasons.h"
#include "tools/report/Tests.h"

#include "search/run/RunOnce.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What the program prints.
class Printed final : public Observer {
public:
  std::string text;

private:
  bool seesSteps() const override { return false; }
  void output(int fd, llvm::StringRef part) override {
    if (fd == 1)
      text += part;
  }
};

/// The arguments that the user gave, without the program's name.
Arguments givenArguments(const Options &options) {
  const Arguments &all = options.check.machine.arguments;
  return {all.begin() + 1, all.end()};
}

void setArguments(Options &options, const Arguments &arguments) {
  Arguments &all = options.check.machine.arguments;
  all.resize(1);
  all.insert(all.end(), arguments.begin(), arguments.end());
}

/// Runs the program once. How it ends does not matter: Catch2 returns the
/// number of tests, and that none was run is no surprise.
std::vector<ListedTest> listTests(const Program &program,
                                  const Options &options) {
  Options listing = options;
  const Arguments given = givenArguments(options);
  setArguments(listing, argumentsToList(options.framework, given));
  MachineOptions machineOptions = listing.check.machine;
  machineOptions.locality = false; // output cannot be taken back
  Machine machine(program, machineOptions);
  Printed printed;
  machine.setObserver(&printed);
  RunOptions run;
  run.checks = options.check.context.checks;
  run.limits = options.check.context.limits;
  run.limits.interrupted = &interruptFlag();
  run.limits.start = Clock::now();
  runOnce(machine, run);
  return readTestList(options.framework, printed.text, given);
}

/// One test, from the start.
class TestRun {
public:
  TestRun(const Program &program, const Options &options,
          const ListedTest &test)
      : program_(program), options_(options) {
    setArguments(options_, test.arguments);
    outcome_.suite = test.suite;
    outcome_.name = test.name;
  }

  /// `number` of the trace's file, if there is an error.
  llvm::Expected<TestOutcome> run(size_t number) {
    const Clock::time_point start = Clock::now();
    ProgressLine progress(options_);
    CheckOptions check = options_.check;
    check.context.limits.interrupted = &interruptFlag();
    check.context.limits.start = start;
    check.context.monitor = &progress;
    check.context.notesLeaks = true;
    llvm::Expected<Result> result = runSearch(program_, check);
    progress.clear();
    if (!result)
      return result.takeError();
    if (!options_.traceFile.empty())
      options_.traceFile = traceFileOf(options_.traceFile, number);
    outcome_.result = std::make_unique<Result>(std::move(*result));
    outcome_.report.emplace(buildReport(
        program_, options_, check.context.limits, *outcome_.result));
    outcome_.seconds = secondsSince(start);
    return std::move(outcome_);
  }

private:
  const Program &program_;
  Options options_;
  TestOutcome outcome_;
};

bool complain(llvm::Error error) {
  llvm::errs() << "rbcheck: " << llvm::toString(std::move(error)) << "\n";
  return false;
}

/// A test that is run, unless there is a reason not to.
llvm::Expected<TestOutcome> check(const Program &program,
                                  const Options &options,
                                  const ListedTest &test, size_t number) {
  const char *skipped = test.isDisabled   ? "disabled"
                        : interruptFlag() ? "interrupted"
                                          : nullptr;
  if (skipped)
    return TestOutcome{test.suite, test.name, skipped};
  return TestRun(program, options, test).run(number);
}

/// Checks all, with a line for each; false, with a message, if that cannot be.
bool checkAll(const Program &program, const Options &options,
              llvm::ArrayRef<ListedTest> listed, llvm::raw_ostream &out,
              TestReport &report) {
  size_t errors = 0;
  for (const ListedTest &test : listed) {
    llvm::Expected<TestOutcome> outcome = check(program, options, test, errors);
    if (!outcome)
      return complain(outcome.takeError());
    if (outcome->result && outcome->result->verdict == Verdict::Error) {
      ++errors;
      if (!options.traceFile.empty() &&
          !writeTraceTo(options, outcome->report->traceFile,
                        outcome->report->traces.front()))
        return false;
    }
    writeTestLine(out, *outcome, wantsColour());
    out.flush();
    report.tests.push_back(std::move(*outcome));
  }
  return true;
}

bool writeReport(const std::string &file, const TestReport &report,
               void (*write)(llvm::raw_ostream &, const TestReport &)) {
  return writeOutput(file, [&](llvm::raw_ostream &out) {
    write(out, report);
    return llvm::Error::success();
  });
}

int exitCodeOf(const TestReport &report, bool wasInterrupted) {
  switch (report.verdict()) {
  case Verdict::Error:
    return kExitError;
  case Verdict::NoError:
    return wasInterrupted ? kExitInconclusive : kExitNoError;
  case Verdict::Inconclusive:
    return kExitInconclusive;
  }
  llvm_unreachable("covered switch");
}

} // namespace

int testMode(const Program &program, const Options &options) {
  const Clock::time_point start = Clock::now();
  const std::vector<ListedTest> listed = listTests(program, options);
  if (listed.empty()) {
    complain(llvm::createStringError(
        options.program + ": no test was listed by " +
        frameworkName(options.framework) +
        "; does its main hand the arguments on, and do they select a test?"));
    return kExitBadInput;
  }
  if (options.listTests) {
    for (const ListedTest &test : listed)
      llvm::outs() << safeForTerminal(test.suite.empty()
                                          ? test.name
                                          : test.suite + "." + test.name)
                   << (test.isDisabled ? " (disabled)" : "") << "\n";
    return kExitNoError;
  }
  if (!canWriteOutputs(options))
    return kExitBadInput;
  llvm::raw_ostream &out =
      usesStandardOutput(options) ? llvm::errs() : llvm::outs();
  TestReport report{options.program, frameworkName(options.framework), {}, 0};
  if (!checkAll(program, options, listed, out, report))
    return kExitBadInput;
  report.seconds = secondsSince(start);
  writeTests(out, report, {wantsColour(), options.verbose});
  if (!writeReport(options.junitFile, report, writeTestsJunit) ||
      !writeReport(options.jsonFile, report, writeTestsJson))
    return kExitBadInput;
  return exitCodeOf(report, interruptFlag());
}

} // namespace rbcheck
