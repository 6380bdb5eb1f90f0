//===- search/triage/Shorten.cpp - A plainer way to what a warning says ---===//
#include "search/triage/Shorten.h"

#include "search/result/Replay.h"
#include "search/run/DrivenContext.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// Where a fault is by itself. Of a lock that was kept the violation names
/// where it was taken, which is no part of the fault.
class EndWatcher final : public ReplayWatcher {
public:
  Location at;

private:
  void finished(Machine &machine, StepEnd,
                const std::optional<Fault> &fault) override {
    if (fault)
      at = locateThread(machine, fault->thread, fault->place);
  }
};

class Shortener {
public:
  Shortener(const Program &program, const ContextOptions &context,
            const MinimiseLimits &limits)
      : program_(program), context_(context), limits_(limits) {}

  void shorten(const Goal &goal, Violation &shown) {
    if (limits_.stop.isOver())
      return;
    for (const Violation &known : known_)
      if (isSameError(known, shown) &&
          known.schedule.size() <= shown.schedule.size())
        if (auto same =
                shownBy(program_, goal, known, context_, limits_.stop)) {
          shown = std::move(*same);
          return;
        }
    MinimiseLimits limits = limits_;
    limits.accepts = [&](const Violation &way) {
      return shownBy(program_, goal, way, context_, limits_.stop).has_value();
    };
    Violation bare = shown;
    EndWatcher end;
    if (replay(program_, shown, end))
      bare.location = end.at;
    Violation less = minimise(program_, bare, limits).violation;
    if (auto plainer = shownBy(program_, goal, less, context_, limits_.stop))
      shown = std::move(*plainer);
    known_.push_back(shown);
  }

private:
  const Program &program_;
  const ContextOptions &context_;
  const MinimiseLimits &limits_;
  std::vector<Violation> known_; ///< results so far
};

} // namespace

std::optional<Violation> shownBy(const Program &program, const Goal &goal,
                                 const Violation &way, ContextOptions context,
                                 const Limits &stop) {
  GoalMonitor monitor(program, {goal});
  context.monitor = nullptr;
  context.steps = &monitor;
  context.limits = {};
  context.policies = {};
  context.guide = nullptr;
  context.allErrors = true;
  Machine machine(program, way.machine);
  machine.watch(monitor.watchList());
  monitor.beginSearch(true);
  monitor.observe(machine);
  DrivenContext running(machine, context);
  SearchNode node = running.root();
  for (Choice choice : way.schedule) {
    if (!monitor.isOpen(0) || stop.isOver())
      break;
    if (!llvm::is_contained(running.expand(node), choice))
      break;
    Step step = running.walk(node, choice);
    if (step.after != After::Explore)
      break;
    node = std::move(step.node);
  }
  return monitor.facts(0).violation;
}

void shortenAll(const Program &program, llvm::ArrayRef<Goal> goals,
                std::vector<std::optional<Violation>> &shown,
                const ContextOptions &context, const MinimiseLimits &limits) {
  Shortener shortener(program, context, limits);
  for (size_t i = 0; i < goals.size(); ++i)
    if (shown[i])
      shortener.shorten(goals[i], *shown[i]);
}

} // namespace rbcheck
