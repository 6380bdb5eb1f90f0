//===- tools/rbcheck/TriageMode.cpp - Judges the warnings of other tools --===//
#include "tools/rbcheck/TriageMode.h"

#include "tools/rbcheck/Crash.h"
#include "tools/rbcheck/ExitCode.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/WarningsMode.h"

#include "search/triage/Triage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
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

void writeTable(llvm::raw_ostream &out, const TriageResult &result) {
  for (const Judgement &judgement : result.judgements) {
    out << llvm::formatv("{0,-5} {1,-13} {2,-15} {3}\n", judgement.warning.id,
                         warningKindWord(judgement.warning.kind),
                         warningVerdictWord(judgement.verdict), judgement.why);
    if (!judgement.related.empty())
      out << "      related finding: " << judgement.related << "\n";
    for (const std::string &note : judgement.notes)
      out << "      note: " << note << "\n";
  }
}

} // namespace

int triageMode(const Program &program, const Options &options) {
  llvm::Expected<ImportedWarnings> read = readReports(options);
  if (!read) {
    llvm::errs() << "rbcheck: " << llvm::toString(read.takeError()) << "\n";
    return kExitBadInput;
  }
  TriageResult result = judgeAll(program, read->warnings, options);
  writeTable(llvm::outs(), result);
  return exitCodeOf(result);
}

} // namespace rbcheck
