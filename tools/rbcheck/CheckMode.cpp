//===- tools/rbcheck/CheckMode.cpp - Searches, replays and reports --------===//
#include "tools/rbcheck/CheckMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/Emit.h"
#include "tools/rbcheck/ExportOutput.h"
#include "tools/rbcheck/MpiSession.h"
#include "tools/rbcheck/Output.h"
#include "tools/rbcheck/Preferences.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/ReadGuide.h"
#include "tools/rbcheck/TraceOutput.h"
#include "tools/report/Report.h"

#include "search/ranks/RankRun.h"
#include "search/result/Minimise.h"
#include "search/result/Replay.h"
#include "search/weak/Strengthen.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

namespace {

int exitCodeOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::NoError:
    return kExitNoError;
  case Verdict::Error:
    return kExitError;
  case Verdict::Inconclusive:
    return kExitInconclusive;
  }
  llvm_unreachable("covered switch");
}

/// Gives every violation a plainer schedule where there is one.
void shorten(const Program &program, const Limits &stop, Result &result) {
  MinimiseLimits limits;
  limits.stop = stop;
  // However many there are, all together get less than twice as much as one.
  limits.work = MinimiseLimits::workFor(result.stats, result.memory) * 2 /
                (result.violations.size() + 1);
  for (Violation &violation : result.violations)
    if (!stop.isOver())
      violation = minimise(program, violation, limits).violation;
}

/// What an error with weak memory lacks, if that can be found out.
std::optional<OrderAdvice> adviceOn(const Program &program,
                                    const CheckOptions &check,
                                    const Result &result) {
  if (result.memory != MemoryModel::C11 || result.violations.empty())
    return std::nullopt;
  return strengthen(program, result.violations.front(), check);
}

/// "T0 x 3, T1 x 2": enough to find out what is wrong with rbcheck.
std::string scheduleText(const Schedule &schedule) {
  std::string text;
  for (size_t i = 0; i < schedule.size();) {
    size_t end = i;
    while (end < schedule.size() && schedule[end] == schedule[i])
      ++end;
    text += (text.empty() ? "T" : ", T") + std::to_string(schedule[i].thread);
    if (schedule[i].value)
      text += "." + std::to_string(schedule[i].value);
    text += " x " + std::to_string(end - i);
    i = end;
  }
  return text;
}

/// Replays each violation; what does not replay is a bug of ours.
std::vector<TraceData> replayAll(const Program &program, const Options &options,
                                 const Result &result) {
  std::vector<TraceData> traces;
  Origin origin(program, options);
  for (const Violation &violation : result.violations) {
    std::optional<TraceData> trace = buildTrace(program, violation);
    if (!trace)
      internalError("trace does not replay (" +
                    std::string(faultWord(violation.fault.kind)) + " at " +
                    toString(violation.location) +
                    "); schedule: " + scheduleText(violation.schedule));
    origin.addTo(*trace, result);
    traces.push_back(std::move(*trace));
  }
  return traces;
}

} // namespace

bool wantsColour() {
  const char *no = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && !(no && *no);
}

Report buildReport(const Program &program, const Options &options,
                   const Limits &limits, Result &result) {
  const double before = limits.elapsed();
  if (options.minimise && options.emit == Emit::None)
    shorten(program, limits, result);
  const double shortened = limits.elapsed() - before;
  Report report{options.program,
                program,
                result,
                replayAll(program, options, result),
                {},
                options.traceFile};
  report.shortenSeconds = shortened;
  CheckOptions check = options.check;
  check.context.limits = limits;
  if (options.emit == Emit::None)
    if (auto advice = adviceOn(program, check, result))
      for (TraceData &trace : report.traces)
        trace.advice = advice;
  if (options.solvers)
    report.solver = options.solvers->total();
  report.isOptimised = options.facts.isOptimised;
  report.checksTermination =
      options.check.context.checks.has(FaultKind::NonTermination);
  if (options.input->wasRead())
    report.input = {options.input->file(), options.input->bytes().bytes.size()};
  for (const Stub &stub : options.supplies.stubs)
    if (llvm::any_of(program.functions, [&](const Function &function) {
          return function.name == stub.name;
        }))
      report.assumptions.push_back(stub.text());
  return report;
}

namespace {

/// Where a run's outputs go, and what watches it.
class CheckRun {
public:
  CheckRun(const Program &program, const Options &options)
      : program_(program), options_(options), progress_(options),
        states_(llvm::outs()) {}

  llvm::Expected<CheckOptions> checkOptions() {
    CheckOptions check = options_.check;
    if (!check.checkpoint.empty())
      options_.input->forbid("reading standard input with --checkpoint; give "
                             "--stdin=FILE");
    check.context.limits.interrupted = &interruptFlag();
    check.context.limits.start = std::chrono::steady_clock::now();
    limits_ = check.context.limits;
    check.context.monitor = &progress_;
    check.context.notesLeaks = true;
    if (options_.emit == Emit::States)
      check.context.monitor = &states_;
    else if (options_.emit == Emit::Finals)
      check.context.monitor = &finals_;
    // What is printed is what one search sees, not each member of a team.
    if (options_.emit != Emit::None && !check.search)
      check.search = llvm::cantFail(SearchSpec::parse("dfs"));
    if (isGuided(options_)) {
      auto guide = readGuide(program_, options_);
      if (!guide)
        return guide.takeError();
      check.context.guide = std::move(*guide);
    }
    if (!options_.functions.empty() || !options_.variables.empty()) {
      auto preference = findPreference(program_, options_);
      if (!preference)
        return preference.takeError();
      check.context.policies.order.prefer(std::move(*preference));
    }
    return check;
  }

  int report(llvm::Expected<Result> searched) {
    progress_.clear();
    if (!searched) {
      llvm::errs() << "rbcheck: " << llvm::toString(searched.takeError())
                   << "\n";
      return kExitBadInput;
    }
    return report(*searched);
  }

private:
  int report(Result &result) {
    Report report = buildReport(program_, options_, limits_, result);
    const bool areWritten = writeFiles(report);
    if (options_.emit == Emit::Finals)
      llvm::outs() << finals_.text();
    else if (options_.emit == Emit::None)
      writeText(usesStandardOutput(options_) ? llvm::errs() : llvm::outs(),
                report,
                {wantsColour(), options_.verbose,
                 isatty(STDOUT_FILENO) && !isOneOfRanks() ? 80u : 0u});
    if (!result.unsaved.empty())
      llvm::errs() << "rbcheck: " << result.unsaved << "\n";
    return areWritten && result.unsaved.empty() ? exitCodeOf(result.verdict)
                                                : kExitBadInput;
  }

  /// One that cannot be written does not take the others with it.
  bool writeFiles(Report &report) {
    bool areWritten = true;
    if (!options_.traceFile.empty() && !writeTraces(options_, report.traces)) {
      areWritten = false;
      report.traceFile.clear();
    }
    areWritten &= writeExports(options_, report);
    areWritten &= writeOutput(options_.jsonFile, [&](llvm::raw_ostream &out) {
      writeJson(out, report);
      return llvm::Error::success();
    });
    return areWritten;
  }

  const Program &program_;
  const Options &options_;
  ProgressLine progress_;
  StatePrinter states_;
  FinalsCollector finals_;
  Limits limits_; ///< of search and report together
};

/// One process of many. Rank 0 opens the outputs early, whoever has to report
/// in its place does it then.
int checkAsRank(const Program &program, const Options &options,
                MpiSession &session) {
  if (options.emit != Emit::None) {
    if (session.rank() == 0)
      llvm::errs() << "rbcheck: option '--emit' cannot be used under mpirun\n";
    session.finish(true, kExitBadInput);
    return kExitBadInput;
  }
  CheckRun run(program, options);
  if (session.rank() == 0 && !canWriteOutputs(options)) {
    session.finish(false, kExitBadInput);
    return kExitBadInput;
  }
  llvm::Expected<CheckOptions> check = run.checkOptions();
  if (!check) {
    const int code =
        session.rank() == 0 ? run.report(check.takeError()) : kExitBadInput;
    llvm::consumeError(check.takeError());
    session.finish(true, code);
    return code;
  }
  options.input->forbid("reading standard input under mpirun; give "
                        "--stdin=FILE");
  RankOptions rankOptions;
  rankOptions.patience = options.rankPatience;
  rankOptions.note = [](const std::string &text) {
    llvm::errs() << "rbcheck: " + text + "\n"; // at once: others write, too
  };
  int code = kExitNoError;
  bool isClean = true;
  {
    RankRun ranks(program, *check, session, rankOptions);
    if (std::optional<llvm::Expected<Result>> result = ranks.wait()) {
      code = canWriteOutputs(options) ? run.report(std::move(*result))
                                      : kExitBadInput;
      code = finishOutput(code);
      isClean = ranks.finish();
    }
  }
  session.finish(isClean, code);
  return code;
}

} // namespace

int checkMode(const Program &program, const Options &options,
              const Installation &installation) {
  llvm::Expected<std::unique_ptr<MpiSession>> session =
      MpiSession::start(installation);
  if (!session) {
    llvm::errs() << "rbcheck: " << llvm::toString(session.takeError()) << "\n";
    return kExitBadInput;
  }
  if (*session)
    return checkAsRank(program, options, **session);
  CheckRun run(program, options);
  if (!canWriteOutputs(options))
    return kExitBadInput;
  llvm::Expected<CheckOptions> check = run.checkOptions();
  if (!check)
    return run.report(check.takeError());
  return run.report(runSearch(program, *check));
}

int reportInterrupted(const Options &options) {
  Program nothing;
  CheckRun run(nothing, options);
  if (!canWriteOutputs(options))
    return kExitBadInput;
  Result result;
  result.completeness.stop = {StopReason::Interrupted};
  return run.report(std::move(result));
}

} // namespace rbcheck
