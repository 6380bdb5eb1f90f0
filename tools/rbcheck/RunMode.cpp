//===- tools/rbcheck/RunMode.cpp - rbcheck --run --------------------------===//
#include "tools/rbcheck/RunMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/report/Reasons.h"
#include "tools/report/Report.h"

#include "search/run/RunOnce.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

/// Passes the program's output on: standard output through a buffer, standard
/// error at once and after what was written before.
class LiveOutput final : public Observer {
  void output(int fd, llvm::StringRef text) override {
    if (fd == 2) {
      llvm::outs().flush();
      llvm::errs() << text;
    } else if (fd == 1) {
      llvm::outs() << text;
    }
  }
};

} // namespace

int runMode(const Program &program, const Options &options) {
  RunOptions run;
  if (options.hasSeed)
    run.seed = options.check.context.seed;
  run.checks = options.check.context.checks;
  run.limits = options.check.context.limits;
  run.limits.interrupted = &interruptFlag();
  run.limits.start = std::chrono::steady_clock::now();
  // Output cannot be taken back, so no second start: no local objects.
  MachineOptions machineOptions = options.check.machine;
  machineOptions.locality = false;
  Machine machine(program, machineOptions);
  LiveOutput output;
  machine.setObserver(&output);

  RunOutcome outcome = runOnce(machine, run);
  llvm::outs().flush();
  switch (outcome.kind) {
  case RunOutcome::Exited:
    return outcome.status;
  case RunOutcome::Violated:
    printRunFault(llvm::errs(), machine, *outcome.fault);
    return kExitError;
  case RunOutcome::Inconclusive:
    llvm::errs() << "rbcheck: inconclusive: " << reasonOf(outcome.completeness)
                 << nextStep(outcome.completeness) << "\n";
    return kExitInconclusive;
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
