//===- tools/rbcheck/TriageMode.cpp - Judges the warnings of other tools --===//
#include "tools/rbcheck/TriageMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/Output.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/TriageOutput.h"
#include "tools/rbcheck/WarningsMode.h"

#include "tools/report/Triage.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

TriageResult judgeAll(const Program &program,
                      const std::vector<Warning> &warnings,
                      const Options &options, const Limits &limits) {
  ProgressLine progress(options.progress);
  TriageOptions triaging;
  triaging.check = options.check;
  triaging.check.context.limits = limits;
  triaging.check.context.monitor = &progress;
  triaging.secondsPerWarning = options.secondsPerWarning;
  triaging.guide = options.guide;
  triaging.pathMaps = options.reading.pathMaps;
  triaging.minimise = options.minimise;
  TriageResult result = triage(program, warnings, triaging);
  progress.clear();
  return result;
}

int exitCodeOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Error:
    return kExitError;
  case Verdict::NoError:
    return kExitNoError;
  case Verdict::Inconclusive:
    return kExitInconclusive;
  }
  llvm_unreachable("covered switch");
}

/// An error if the id of --explain-verdict is none of the warnings'.
llvm::Error findExplained(const Options &options,
                          const std::vector<Warning> &warnings) {
  constexpr size_t kMostIds = 20;
  llvm::StringRef wanted = options.explainVerdict;
  if (wanted.empty())
    return llvm::Error::success();
  std::string ids, nearest;
  unsigned least = std::max<unsigned>(2, unsigned(wanted.size() / 3));
  for (size_t i = 0; i < warnings.size(); ++i) {
    const std::string &id = warnings[i].id;
    if (id == wanted)
      return llvm::Error::success();
    unsigned distance = wanted.edit_distance_insensitive(id, true, least);
    if (wanted.size() > 2 && distance < least) {
      least = distance;
      nearest = "; did you mean '" + id + "'?";
    }
    if (i < kMostIds)
      ids += (ids.empty() ? "" : ", ") + id;
    else if (i == kMostIds)
      ids += ", ...";
  }
  std::string known = warnings.empty() ? "the reports hold none"
                                       : "there are " + ids + nearest;
  return llvm::createStringError(safeForTerminal(
      "option '--explain-verdict': there is no warning '" + wanted.str() +
      "'; " + known));
}

} // namespace

int triageMode(const Program &program, const Options &options) {
  if (!canWriteOutputs(options))
    return kExitBadInput;
  Limits limits = options.check.context.limits;
  limits.interrupted = &interruptFlag();
  limits.start = std::chrono::steady_clock::now();
  llvm::Expected<ImportedWarnings> read = readReports(options);
  if (!read) {
    llvm::errs() << "rbcheck: " << llvm::toString(read.takeError()) << "\n";
    return kExitBadInput;
  }
  if (llvm::Error error = findExplained(options, read->warnings)) {
    llvm::errs() << "rbcheck: " << llvm::toString(std::move(error)) << "\n";
    return kExitBadInput;
  }
  TriageResult result = judgeAll(program, read->warnings, options, limits);
  // What could not be read is not refuted.
  size_t unread = read->complaints.size();
  if (!writeTriage(program, options, result, unread, limits))
    return kExitBadInput;
  return exitCodeOf(outcomeOf(result, unread).verdict);
}

} // namespace rbcheck
