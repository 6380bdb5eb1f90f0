//===- tools/rbcheck/TargetMode.cpp - Can this place be reached? ----------===//
#include "tools/rbcheck/TargetMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/Progress.h"
#include "tools/report/ErrorText.h"
#include "tools/report/Interleaving.h"
#include "tools/report/Reasons.h"

#include "search/triage/Triage.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

/// "queue.c:16", "queue.c:16:3", "push" or "push:16".
WarningStep placeOf(llvm::StringRef text) {
  WarningStep step;
  llvm::StringRef rest = text;
  uint32_t numbers[2] = {};
  unsigned count = 0;
  while (count < 2) {
    auto [before, last] = rest.rsplit(':');
    if (last.empty() || before.empty() ||
        last.getAsInteger(10, numbers[count]))
      break;
    rest = before;
    ++count;
  }
  step.place.file = rest.str();
  step.place.line = count ? numbers[count - 1] : 0;
  step.column = count == 2 ? numbers[0] : 0;
  return step;
}

} // namespace

int targetMode(const Program &program, const Options &options) {
  ProgressLine progress(options);
  TriageOptions asking;
  asking.check = options.check;
  asking.check.context.limits.interrupted = &interruptFlag();
  asking.check.context.limits.start = std::chrono::steady_clock::now();
  asking.check.context.monitor = &progress;
  asking.secondsPerWarning = options.secondsPerWarning;
  asking.pathMaps = options.reading.pathMaps;
  Judgement answer = reach(program, placeOf(options.target), asking);
  progress.clear();
  for (const std::string &note : answer.notes)
    llvm::outs() << "note: " << note << "\n";
  switch (answer.verdict) {
  case WarningVerdict::Confirmed: {
    std::optional<TraceData> trace = buildTrace(program, *answer.violation);
    if (!trace)
      internalError("the schedule to " + options.target +
                    " does not replay");
    SourceFiles sources;
    llvm::outs() << options.target << ": reached by thread "
                 << trace->fault.thread << " after "
                 << counted(trace->steps.size(), "step") << ", "
                 << counted(trace->preemptions, "preemption") << "\n\n"
                 << interleaving(*trace, sources, Paint(false));
    return kExitError;
  }
  case WarningVerdict::Refuted:
    llvm::outs() << options.target << ": cannot be reached (" << whyOf(answer)
                 << ")\n";
    return kExitNoError;
  case WarningVerdict::RefutedBounded:
  case WarningVerdict::Undecided:
    llvm::outs() << options.target << ": not reached within the limits ("
                 << whyOf(answer) << ")\n";
    return kExitInconclusive;
  case WarningVerdict::NotApplicable:
    llvm::errs() << "rbcheck: option '--target': " << answer.why << "\n";
    return kExitBadInput;
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
