//===- search/triage/Triage.cpp - Verdicts on the warnings of other tools -===//
//
// All warnings in one run. Each is made a goal first; what cannot be one (code
// that is not in the program) is judged at once. Then come searches that
// serve all goals together, each with a share of the time:
//
//   1. depth-first through everything, for a moment: small programs are done
//   2. with at most 0, 1, 2, ... preemptions: most errors need few, and what
//      is not there with n preemptions is "refuted, bounded"
//   3. depth-first through everything, with what time is left
//
// A search goes on after every fault; only when it was complete is what it did
// not find refuted. A fault that a real program could survive hides what comes
// after it, so then nothing is.
//
//===----------------------------------------------------------------------===//
#include "search/triage/Triage.h"

#include "search/triage/Verdicts.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

const char *warningVerdictWord(WarningVerdict verdict) {
  switch (verdict) {
  case WarningVerdict::Confirmed:
    return "confirmed";
  case WarningVerdict::Refuted:
    return "refuted";
  case WarningVerdict::RefutedBounded:
    return "refuted-bounded";
  case WarningVerdict::Undecided:
    return "undecided";
  case WarningVerdict::NotApplicable:
    return "not-applicable";
  }
  llvm_unreachable("covered switch");
}

namespace {

constexpr double kDefaultSecondsPerWarning = 10;
constexpr double kLeastTotal = 60;
constexpr uint64_t kStatesAtFirst = 200'000;
constexpr uint32_t kMostPreemptions = 3;

class TriageRun {
public:
  TriageRun(const Program &program, const std::vector<Warning> &warnings,
            const TriageOptions &options)
      : program_(program), warnings_(warnings), options_(options),
        sites_(program, options.pathMaps), monitor_(program, makeGoals()) {
    double each = options.secondsPerWarning > 0 ? options.secondsPerWarning
                                                : kDefaultSecondsPerWarning;
    total_ = options.check.context.limits.seconds;
    if (total_ <= 0)
      total_ = std::max(kLeastTotal, each * double(warnings.size()));
  }

  TriageResult run() {
    search();
    TriageResult result;
    result.search = std::move(last_);
    for (size_t i = 0; i < warnings_.size(); ++i) {
      Judgement judgement;
      judgement.warning = warnings_[i];
      const Goal &goal = monitor_.goals()[i];
      if (goal.isPossible()) {
        judge(judgement, goal, monitor_.facts(i), monitor_.hiddenFuture(),
              extent_);
      } else {
        judgement.verdict = goal.verdictOfProblem;
        judgement.why = goal.problem;
      }
      result.judgements.push_back(std::move(judgement));
    }
    return result;
  }

private:
  std::vector<Goal> makeGoals() const {
    std::vector<Goal> goals;
    for (const Warning &warning : warnings_)
      goals.push_back(makeGoal(program_, sites_, warning));
    return goals;
  }

  double elapsed() const { return options_.check.context.limits.elapsed(); }
  bool isOver() const {
    const std::atomic<bool> *flag = options_.check.context.limits.interrupted;
    return (flag && *flag) || elapsed() >= total_;
  }

  void search() {
    extent_.reason = "not searched";
    if (!monitor_.hasOpenGoals()) {
      extent_ = {true, {}, 0, ""};
      return;
    }
    uint64_t states = options_.check.context.limits.states;
    explore({}, states ? std::min(states, kStatesAtFirst) : kStatesAtFirst,
            0.2);
    if (isDone())
      return;
    for (uint32_t bound = 0; bound <= kMostPreemptions && !isDone(); ++bound)
      if (!explore(bound, states, 0.3))
        break;
    if (!isDone())
      explore({}, states, 1);
  }

  /// Nothing that is left to search could change a verdict.
  bool isDone() const {
    return extent_.isComplete || isOver() || !monitor_.hasOpenGoals();
  }

  /// One search for all open goals with a share of the time that is left.
  /// True if it saw all schedules within the bound.
  bool explore(std::optional<uint32_t> preemptions, uint64_t states,
               double share) {
    ContextOptions context = options_.check.context;
    double now = elapsed();
    context.limits.seconds = now + (total_ - now) * share;
    context.limits.states = states;
    context.allErrors = true;
    context.steps = &monitor_;
    // Races are the monitor's own business; it wants each pair of places.
    context.checks = llvm::cantFail(CheckSet::parse("all,-data-race"));
    context.policies.bounds.preemptions = preemptions;
    for (;;) {
      MachineOptions machineOptions = options_.check.machine;
      machineOptions.locality &= locality_;
      Machine machine(program_, machineOptions);
      machine.watch(monitor_.watchList());
      monitor_.useMachine(machineOptions);
      monitor_.beginSearch(false);
      SearchContext searching(machine, context);
      llvm::cantFail(SearchSpec::parse("dfs")).make()->run(searching);
      if (searching.mustRestart()) {
        locality_ = false;
        monitor_.beginSearch(true);
        extent_ = {false, {}, 0, "not searched"};
        if (context.monitor)
          context.monitor->restarted();
        continue;
      }
      take(searching.finish(), preemptions);
      return wasComplete_;
    }
  }

  void take(Result result, std::optional<uint32_t> preemptions) {
    // A bound that dropped something stands in the way of "complete" and of
    // nothing else, if it is the only reason.
    bool isWithin = preemptions && result.leftOut == boundText(*preemptions);
    wasComplete_ = result.isComplete || isWithin;
    if (result.isComplete)
      extent_ = {true, {}, result.stats.states, ""};
    else if (isWithin)
      extent_ = {false, preemptions, result.stats.states, ""};
    else if (!extent_.preemptions)
      extent_ = {false, {}, result.stats.states, result.leftOut};
    last_ = std::move(result);
  }

  static std::string boundText(uint32_t preemptions) {
    Bounds bounds;
    bounds.preemptions = preemptions;
    return bounds.text();
  }

  const Program &program_;
  const std::vector<Warning> &warnings_;
  const TriageOptions &options_;
  Sites sites_;
  GoalMonitor monitor_;
  double total_ = 0;
  bool locality_ = true;
  bool wasComplete_ = false;
  Extent extent_;
  Result last_;
};

} // namespace

TriageResult triage(const Program &program,
                    const std::vector<Warning> &warnings,
                    const TriageOptions &options) {
  return TriageRun(program, warnings, options).run();
}

} // namespace rbcheck
