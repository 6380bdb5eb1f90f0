//===- tools/rbcheck/RunMode.cpp - rbcheck --run --------------------------===//
#include "tools/rbcheck/RunMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/report/Reasons.h"
#include "tools/report/Report.h"

#include "search/run/RunOnce.h"

#include "interp/exec/Survive.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <poll.h>
#include <set>
#include <unistd.h>

namespace rbcheck {

namespace {

/// Passes the program's output on: standard output through a buffer, standard
/// error at once and after what was written before. A reader that does not read
/// is waited for as long as the limits allow; what it did not take by then is
/// lost, as the rest of the output is.
class LiveOutput final : public Observer {
public:
  explicit LiveOutput(const Limits &limits) : limits_(limits) {}

  Machine *machine = nullptr; ///< to locate what it went on behind

  bool seesSteps() const override { return false; }
  void output(int fd, llvm::StringRef text) override {
    if (fd == 2) {
      flush();
      write(STDERR_FILENO, text);
    } else if (fd == 1) {
      buffer_ += text;
      if (buffer_.size() >= kMostBuffered)
        flush();
    }
  }
  void survived(const Fault &fault) override {
    flush();
    if (warned_.insert({fault.place.function, fault.place.pc}).second)
      printRunWarning(llvm::errs(), *machine, fault);
  }
  void flush() {
    write(STDOUT_FILENO, buffer_);
    buffer_.clear();
  }
  /// Why standard output is not complete, or 0.
  int error() const { return error_; }

private:
  static constexpr size_t kMostBuffered = 1 << 16;

  void write(int fd, llvm::StringRef text) {
    constexpr int kLookMilliseconds = 100;
    // So much a pipe that can be written takes without waiting.
    constexpr size_t kAtOnce = PIPE_BUF;
    while (!text.empty()) {
      struct pollfd ready = {fd, POLLOUT, 0};
      if (::poll(&ready, 1, kLookMilliseconds) <= 0) {
        if (limits_.isOver())
          return;
        continue;
      }
      ssize_t count = ::write(fd, text.data(), std::min(text.size(), kAtOnce));
      if (count >= 0) {
        text = text.drop_front(size_t(count));
      } else if (errno != EINTR && errno != EAGAIN) {
        if (fd == STDOUT_FILENO)
          error_ = errno;
        return;
      }
    }
  }

  const Limits limits_;
  std::string buffer_;
  std::set<std::pair<uint32_t, uint32_t>> warned_; ///< each place once
  int error_ = 0;
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
  machineOptions.survives = kAsLibrary;
  Machine machine(program, machineOptions);
  LiveOutput output(run.limits);
  output.machine = &machine;
  machine.setObserver(&output);

  RunOutcome outcome = runOnce(machine, run);
  output.flush();
  if (output.error()) {
    llvm::errs() << "rbcheck: standard output: cannot write it: "
                 << std::strerror(output.error()) << "\n";
    return kExitBadInput;
  }
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
