//===- tools/rbcheck/CheckMode.cpp - Searches, replays and reports --------===//
#include "tools/rbcheck/CheckMode.h"

#include "tools/rbcheck/Crash.h"
#include "tools/rbcheck/Emit.h"
#include "tools/rbcheck/ExitCode.h"
#include "tools/rbcheck/Progress.h"
#include "tools/rbcheck/TraceOutput.h"
#include "tools/report/Report.h"

#include "search/Minimise.h"

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
void shorten(const Program &program, const MachineOptions &machine,
             Result &result) {
  MinimiseLimits limits;
  limits.interrupted = &interruptFlag();
  for (Violation &violation : result.violations)
    violation = minimise(program, machine, violation, limits).violation;
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
std::vector<TraceData> replayAll(const Program &program,
                                 const MachineOptions &machine,
                                 const Options &options,
                                 const Result &result) {
  std::vector<TraceData> traces;
  for (const Violation &violation : result.violations) {
    std::optional<TraceData> trace = buildTrace(program, machine, violation);
    if (!trace)
      internalError("trace does not replay (" +
                    std::string(faultWord(violation.fault.kind)) + " at " +
                    toString(violation.location) + "); schedule: " +
                    scheduleText(violation.schedule));
    addOrigin(*trace, options, result);
    traces.push_back(std::move(*trace));
  }
  return traces;
}

/// The report gives way to a file that was asked for on standard output.
bool usesStandardOutput(const Options &options) {
  return options.jsonFile == "-" || options.traceFile == "-";
}

bool wantsColour() {
  const char *no = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && !(no && *no);
}

/// Opens the file before the search: better to fail now than after an hour.
std::unique_ptr<llvm::raw_fd_ostream> openOutput(const std::string &file) {
  std::error_code error;
  auto out = std::make_unique<llvm::raw_fd_ostream>(file, error);
  if (!error)
    return out;
  llvm::errs() << "rbcheck: " << file
               << ": cannot write it: " << error.message() << "\n";
  return nullptr;
}

/// Closes an output; false, with a message, if it is not complete.
bool closeOutput(llvm::raw_fd_ostream &out, llvm::StringRef file) {
  out.flush();
  if (!out.has_error())
    return true;
  llvm::errs() << "rbcheck: " << file
               << ": cannot write it: " << out.error().message() << "\n";
  out.clear_error();
  return false;
}

llvm::Expected<Result> search(const Program &program, const Options &options,
                              SearchMonitor &monitor) {
  CheckOptions check = options.check;
  check.context.limits.interrupted = &interruptFlag();
  check.context.limits.start = std::chrono::steady_clock::now();
  check.context.monitor = &monitor;
  // What is printed is what one search sees, not each member of a team.
  if (options.emit != Emit::None && !check.search)
    check.search = llvm::cantFail(SearchSpec::parse("dfs"));
  return runSearch(program, check);
}

} // namespace

int checkMode(const Program &program, const Options &options) {
  std::unique_ptr<llvm::raw_fd_ostream> json;
  if (!options.jsonFile.empty() && !(json = openOutput(options.jsonFile)))
    return kExitBadInput;
  if (!options.traceFile.empty() && !canWriteTrace(options.traceFile))
    return kExitBadInput;

  ProgressLine progress(options.progress);
  StatePrinter states(llvm::outs());
  FinalsCollector finals;
  SearchMonitor *monitor = &progress;
  if (options.emit == Emit::States)
    monitor = &states;
  else if (options.emit == Emit::Finals)
    monitor = &finals;
  llvm::Expected<Result> searched = search(program, options, *monitor);
  progress.clear();
  if (!searched) {
    llvm::errs() << "rbcheck: " << llvm::toString(searched.takeError()) << "\n";
    return kExitBadInput;
  }
  Result &result = *searched;

  MachineOptions machine = options.check.machine;
  machine.locality &= result.locality;
  if (options.minimise && options.emit == Emit::None)
    shorten(program, machine, result);
  Report report{options.program,
                program,
                result,
                replayAll(program, machine, options, result),
                {},
                options.traceFile};
  for (const Stub &stub : options.supplies.stubs)
    if (llvm::any_of(program.functions, [&](const Function &function) {
          return function.name == stub.name;
        }))
      report.assumptions.push_back(stub.text());
  if (!options.traceFile.empty() &&
      !writeTraces(options.traceFile, report.traces))
    return kExitBadInput;
  if (json) {
    writeJson(*json, report);
    if (!closeOutput(*json, options.jsonFile))
      return kExitBadInput;
  }
  if (options.emit == Emit::Finals)
    llvm::outs() << finals.text();
  else if (options.emit == Emit::None)
    writeText(usesStandardOutput(options) ? llvm::errs() : llvm::outs(),
              report, {wantsColour(), options.verbose});
  return exitCodeOf(result.verdict);
}

int finishOutput(int code) {
  return closeOutput(llvm::outs(), "standard output") ? code : kExitBadInput;
}

} // namespace rbcheck
