//===- search/result/Replay.h - Executes a schedule again -----------------===//
//
// Program, input and schedule determine an execution, so what a search found
// can be shown again, step by step, and looked at from every side. Every error
// is replayed before it is reported.
// Tested by every error that a test in test/search or test/cli finds.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

#include "interp/exec/Machine.h"

#include <optional>

namespace rbcheck {

/// Looks at a machine that replays.
class ReplayWatcher : public Observer {
public:
  /// Nothing has run yet.
  virtual void begin(Machine &machine) { (void)machine; }
  /// Every thread is parked; `choice` is about to be taken.
  virtual void beforeStep(Machine &machine, size_t step, Choice choice) {
    (void)machine, (void)step, (void)choice;
  }
  /// The last step was taken: how it ended, and the fault that shows, if any.
  virtual void finished(Machine &machine, StepEnd end,
                        const std::optional<Fault> &fault) {
    (void)machine, (void)end, (void)fault;
  }
};

/// Executes the schedule of `violation` on a fresh machine of the kind it was
/// found on and returns the
/// fault it leads to, or none if it does not lead to a fault of that kind.
std::optional<Fault> replay(const Program &program, const Violation &violation,
                            ReplayWatcher &watcher);

/// True if both are the same error: kind, thread and place.
bool isSameFault(const Fault &a, const Fault &b);

} // namespace rbcheck
