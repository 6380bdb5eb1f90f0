//===- tools/rbcheck/TriageMode.cpp - Judges the warnings of other tools --===//
#include "tools/rbcheck/TriageMode.h"

#include "tools/rbcheck/Crash.h"
#include "tools/rbcheck/ExitCode.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/TriageOutput.h"
#include "tools/rbcheck/WarningsMode.h"

#include "search/triage/Triage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

TriageResult judgeAll(const Program &program,
                      const std::vector<Warning> &warnings,
                      const Options &options) {
  ProgressLine progress(options.progress);
  TriageOptions triaging;
  triaging.check = options.check;
  triaging.check.context.limits.interrupted = &interruptFlag();
  triaging.check.context.limits.start = std::chrono::steady_clock::now();
  triaging.check.context.monitor = &progress;
  triaging.secondsPerWarning = options.secondsPerWarning;
  triaging.pathMaps = options.reading.pathMaps;
  TriageResult result = triage(program, warnings, triaging);
  progress.clear();
  return result;
}

int exitCodeOf(const TriageResult &result) {
  auto has = [&](std::initializer_list<WarningVerdict> verdicts) {
    return llvm::any_of(result.judgements, [&](const Judgement &judgement) {
      return llvm::is_contained(verdicts, judgement.verdict);
    });
  };
  if (has({WarningVerdict::Confirmed}))
    return kExitError;
  if (has({WarningVerdict::RefutedBounded, WarningVerdict::Undecided}))
    return kExitInconclusive;
  return kExitNoError;
}

} // namespace

int triageMode(const Program &program, const Options &options) {
  llvm::Expected<ImportedWarnings> read = readReports(options);
  if (!read) {
    llvm::errs() << "rbcheck: " << llvm::toString(read.takeError()) << "\n";
    return kExitBadInput;
  }
  TriageResult result = judgeAll(program, read->warnings, options);
  if (!writeTriage(program, options, result))
    return kExitBadInput;
  int code = exitCodeOf(result);
  // What could not be read is not refuted.
  return code == kExitNoError && !read->complaints.empty() ? kExitInconclusive
                                                           : code;
}

} // namespace rbcheck
