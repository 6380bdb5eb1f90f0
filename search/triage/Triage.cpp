//===- search/triage/Triage.cpp - Verdicts on the warnings of other tools -===//
//
// All warnings in one run. Each is made a goal first; what cannot be one (code
// that is not in the program) is judged at once. Then come searches that
// serve all goals together, each with a share of the time. What the code alone
// refutes (StaticReasons.h) needs none. The searches:
//
//   0. for races and circles of locks: some executions, and orders predicted from
//      them in which the places come together (search/predict)
//   1. depth-first through everything, for a moment: small programs are done
//   2. executions at random, for races that need not be about to happen at once
//   3. with at most 0, 1, 2, ... preemptions: most errors need few, and what
//      is not there with n preemptions is "refuted, bounded"
//   4. for each warning that is left, a search along its places; with --jobs
//      several of them at a time
//   5. depth-first through everything, with what time is left
//   6. for each race that no state shows, if something else than
//      synchronisation could be the reason, one that follows what orders its
//      accesses (GoalOrder.h)
//
// A search goes on after every fault; only when it was complete is what it did
// not find refuted. An execution goes on behind a fault that a real program
// survives, as that does. Behind one where nobody knows how, a last search
// tries it as if the operation had no effect: what that finds is a related
// finding, and what it does not find is refuted up to the error.
//
//===----------------------------------------------------------------------===//
#include "search/triage/Triage.h"

#include "interp/exec/Inputs.h"
#include "search/inputs/Concrete.h"
#include "search/run/DrivenContext.h"
#include "search/triage/History.h"
#include "search/run/Parallel.h"
#include "search/run/Restart.h"
#include "search/triage/Complete.h"
#include "search/triage/GuideFromWarnings.h"
#include "search/triage/Sample.h"
#include "search/triage/Shorten.h"
#include "search/triage/StaticReasons.h"
#include "search/triage/Verdicts.h"

#include "llvm/ADT/STLExtras.h"

#include <mutex>

namespace rbcheck {

namespace {

constexpr double kDefaultSecondsPerWarning = 10;
constexpr double kLeastTotal = 60;
constexpr uint64_t kStatesAtFirst = 200'000;
constexpr uint32_t kMostPreemptions = 3;
constexpr uint64_t kTurn = 5'000; ///< steps between two looks
constexpr uint32_t kSurvived = 4; ///< errors that an execution goes on behind
constexpr double kShareOfPredictions = 0.1; ///< of the time
constexpr const char *kPredicting = "predict:runs=4,look=conflicts";
constexpr const char *kFollowing = "meta:loc-at=about-to-execute";

class TriageRun {
public:
  /// With `isQuestion`, the only step of the only warning is to be reached.
  TriageRun(const Program &program, const std::vector<Warning> &warnings,
            const TriageOptions &options, bool isQuestion = false)
      : program_(program), warnings_(warnings), options_(options),
        isQuestion_(isQuestion),
        secondsEach_(options.secondsPerWarning > 0 ? options.secondsPerWarning
                                                   : kDefaultSecondsPerWarning),
        total_(options.check.context.limits.seconds > 0
                   ? options.check.context.limits.seconds
                   : std::max(kLeastTotal,
                              secondsEach_ * double(warnings.size()))),
        sites_(program, options.pathMaps), monitor_(program, makeGoals()),
        machine_(options.check.machine) {
    seconds_.resize(warnings.size());
    machine_.steps = Steps::Access; // goals are about single accesses
    machine_.survives = kSurvived;
    machine_.locksets = true;
    monitor_.boundBy(wholeLimits());
  }

  TriageResult run() {
    search();
    TriageResult result;
    result.search = std::move(last_);
    result.search.locality = machine_.locality;
    result.search.memory = machine_.memory;
    result.search.inputs = openInputs(machine_);
    for (size_t i = 0; i < warnings_.size(); ++i) {
      Judgement judgement;
      judgement.warning = warnings_[i];
      judgement.seconds = seconds_[i];
      judgement.evidence = evidenceOf(program_, monitor_, i);
      const Goal &goal = monitor_.goals()[i];
      if (goal.isPossible()) {
        judge(judgement, goal, monitor_.facts(i), monitor_.endings(),
              monitor_.race(), extent_);
      } else {
        judgement.verdict = goal.verdictOfProblem;
        judgement.why = goal.problem;
        judgement.of = uint32_t(goal.sides.size());
        judgement.scope.isComplete =
            goal.verdictOfProblem == WarningVerdict::Refuted;
        judgement.notes = goal.notes;
      }
      withhold(judgement);
      result.judgements.push_back(std::move(judgement));
    }
    result.runs = std::move(runs_);
    for (Judgement &judgement : result.judgements)
      for (std::optional<Violation> *shown :
           {&judgement.violation, &judgement.relatedViolation})
        if (*shown)
          **shown = told(std::move(**shown));
    shorten(result.judgements);
    for (const Violation &error : monitor_.errors())
      if (isOnTheWay(error, result.judgements))
        result.errors.push_back(told(error));
    for (Violation &error : result.errors)
      if (options_.minimise && !isOver())
        error = minimise(program_, error, shorteningLimits()).violation;
    return result;
  }

private:
  /// With values of inputs that lead there.
  Violation told(Violation violation) {
    if (!areOpen(violation.machine.inputs.get()))
      return violation;
    std::optional<Violation> known = withInputs(program_, violation);
    return known && doesReplay(program_, *known) ? *known : violation;
  }

  /// Plainer schedules for what shows the warnings, and what each costs.
  void shorten(std::vector<Judgement> &judgements) {
    std::vector<std::optional<Violation>> shown;
    for (Judgement &judgement : judgements)
      shown.push_back(std::move(judgement.violation));
    if (options_.minimise && !isQuestion_)
      shortenAll(program_, monitor_.goals(), shown, contextFor(0, 0),
                 shorteningLimits());
    const Judgement *last = nullptr; // many have the schedule of the one before
    for (size_t i = 0; i < judgements.size(); ++i)
      if (shown[i]) {
        if (last && last->violation->schedule == shown[i]->schedule)
          judgements[i].cost = last->cost;
        else if (!isOver())
          judgements[i].cost = costOf(program_, *shown[i]);
        judgements[i].violation = std::move(shown[i]);
        last = &judgements[i];
      }
  }

  MinimiseLimits shorteningLimits() const {
    MinimiseLimits limits;
    limits.stop = wholeLimits();
    return limits;
  }

  std::vector<Goal> makeGoals() const {
    std::vector<Goal> goals;
    std::optional<StaticReasons> reasons;
    for (const Warning &warning : warnings_) {
      if (isOver()) {
        goals.push_back(notLookedAt());
        continue;
      }
      Goal goal = isQuestion_ ? makeReachGoal(program_, sites_,
                                              warning.threads.front().front())
                              : makeGoal(program_, sites_, warning);
      if (goal.isPossible() && isWhole()) {
        if (!reasons)
          reasons.emplace(program_, sites_);
        goal.problem = reasons->unreachable(goal);
        goal.verdictOfProblem = isQuestion_ ? WarningVerdict::Refuted
                                            : WarningVerdict::NotApplicable;
      }
      if (goal.isPossible() && isWhole()) {
        goal.problem = reasons->refute(goal);
        goal.verdictOfProblem = WarningVerdict::Refuted;
      }
      goals.push_back(std::move(goal));
    }
    return goals;
  }

  /// An error in the sense of --check that no warning speaks of.
  bool isOnTheWay(const Violation &error,
                  const std::vector<Judgement> &judgements) const {
    return options_.check.context.checks.has(error.fault.kind) &&
           llvm::none_of(judgements, [&](const Judgement &judgement) {
             return judgement.violation &&
                    isSameError(*judgement.violation, error);
           });
  }

  /// The time was up, or the run interrupted, before its turn came.
  static Goal notLookedAt() {
    Goal goal;
    goal.problem = "the run ended before the code was looked at for it";
    goal.verdictOfProblem = WarningVerdict::Undecided;
    return goal;
  }

  /// The code says all: nothing of the program was left uncompiled.
  bool isWhole() const {
    const ContextOptions &context = options_.check.context;
    Completeness known;
    known.accepted = context.accepted;
    return llvm::none_of(
        context.approximations,
        [&](const Approximation &one) { return known.isHiding(one); });
  }

  /// The warning with what it does not tell filled in.
  std::vector<Warning> completed(size_t i) const {
    return {completeWarning(program_, sites_, warnings_[i],
                            monitor_.goals()[i])};
  }

  double elapsed() const { return options_.check.context.limits.elapsed(); }
  bool isOver() const { return wholeLimits().isOver(); }
  /// Those of the whole run.
  Limits wholeLimits() const {
    Limits limits = options_.check.context.limits;
    limits.seconds = total_;
    return limits;
  }

  void search() {
    extent_ = notSearched();
    if (!monitor_.hasOpenGoals()) {
      extent_ = {true, {}, 0, {}};
      return;
    }
    uint64_t states = options_.check.context.limits.states;
    // --bound: nothing beyond it.
    auto most = options_.check.context.policies.bounds.preemptions;
    if (!most)
      predict();
    if (options_.guide == GuideUse::First)
      followEach();
    else if (!most && !isDone())
      explore({}, states ? std::min(states, kStatesAtFirst) : kStatesAtFirst,
              0.2);
    if (options_.guide == GuideUse::Late)
      sample();
    for (uint32_t bound = 0;
         bound <= most.value_or(kMostPreemptions) && !isDone(); ++bound)
      if (!explore(bound, states, 0.25))
        break;
    if (!isDone() && options_.guide == GuideUse::Late)
      followEach();
    if (!isDone() && !most)
      explore({}, states, 1);
    if (extent_.isComplete && monitor_.endings().hidden &&
        monitor_.hasOpenGoals() && !isOver())
      guess(states);
    if (extent_.isComplete || extent_.preemptions)
      settleOrder(states, !most);
    // What ended the run, not what ended the search that came furthest.
    if (!extent_.isComplete && isOver())
      extent_.completeness.stop =
          isInterrupted() ? SearchStop{StopReason::Interrupted}
                          : SearchStop{StopReason::Time, total_};
  }

  bool isInterrupted() const {
    const std::atomic<bool> *flag = options_.check.context.limits.interrupted;
    return flag && *flag;
  }

  /// Accesses that are never about to happen at once may race all the same if
  /// something else than synchronisation keeps them apart.
  void settleOrder(uint64_t states, bool maySearch) {
    if (!monitor_.race() &&
        !(extent_.isComplete &&
          seesWithoutOrder(program_, machine_.spurious)))
      return;
    std::vector<size_t> open;
    for (size_t i = 0; i < warnings_.size(); ++i)
      if (const Goal &goal = monitor_.goals()[i];
          monitor_.isOpen(i) && goal.kind == GoalKind::Race &&
          !areOrdered(goal, monitor_.facts(i)))
        open.push_back(i);
    for (size_t i : open)
      monitor_.needsOrder(i);
    for (size_t n = 0; maySearch && n < open.size() && !isOver(); ++n) {
      const double before = elapsed();
      Limits limits = wholeLimits();
      limits.seconds = before + (total_ - before) / double(open.size() - n);
      limits.states = states;
      monitor_.settleOrder(open[n],
                           searchUnordered(program_, monitor_.goals()[open[n]],
                                           machine_, limits));
      seconds_[open[n]] += elapsed() - before;
    }
  }

  /// Nobody knows what comes behind some errors: as if they had no effect.
  void guess(uint64_t states) {
    const Extent before = extent_;
    machine_.guesses = true;
    monitor_.beginGuesses();
    explore({}, states, 1);
    const bool isComplete = extent_.isComplete;
    extent_ = before;
    extent_.isGuessed = isComplete;
  }

  /// Nothing that is left to search could change a verdict.
  bool isDone() const {
    return extent_.isComplete || isOver() || !monitor_.hasOpenGoals();
  }

  ContextOptions contextFor(double seconds, uint64_t states) {
    ContextOptions context = options_.check.context;
    context.limits.seconds = std::min(total_, elapsed() + seconds);
    context.limits.states = states;
    context.allErrors = true;
    context.steps = &monitor_;
    // Races are the monitor's own business; it wants each pair of places. So is
    // memory that is lost, wherever that is on a path.
    context.checks = llvm::cantFail(CheckSet::parse("all,-data-race,-leak"));
    return context;
  }

  /// One search for all open goals with a share of the time that is left.
  /// True if it saw all schedules within the bound.
  bool explore(std::optional<uint32_t> preemptions, uint64_t states,
               double share) {
    double began = elapsed();
    ContextOptions context =
        contextFor((total_ - elapsed()) * share, states);
    context.policies.bounds.preemptions = preemptions;
    Result result = run("dfs", context, [&] { return !monitor_.hasOpenGoals(); });
    const Completeness &seen = result.completeness;
    bool isWithin = preemptions && seen.isCompleteWithinBounds();
    if (seen.isComplete())
      extent_ = {true, {}, result.stats.states, {}};
    else if (isWithin)
      extent_ = {false, preemptions, result.stats.states, {}};
    else if (!extent_.preemptions)
      extent_ = {false, {}, result.stats.states, seen};
    bool sawAll = seen.isComplete() || isWithin;
    note({}, preemptions, began, result);
    last_ = std::move(result);
    return sawAll;
  }

  /// Orders of a few executions in which the places come together. What it does
  /// not find means nothing.
  void predict() {
    auto isMeant = [&](size_t i) {
      const GoalKind kind = monitor_.goals()[i].kind;
      return monitor_.isOpen(i) &&
             (kind == GoalKind::Race || kind == GoalKind::Cycle);
    };
    std::vector<size_t> meant;
    for (size_t i = 0; i < warnings_.size(); ++i)
      if (isMeant(i))
        meant.push_back(i);
    if (meant.empty())
      return;
    const double began = elapsed();
    ContextOptions context =
        contextFor((total_ - began) * kShareOfPredictions,
                   options_.check.context.limits.states);
    for (size_t i : meant)
      for (const GoalSide &side : monitor_.goals()[i].sides)
        context.aims.insert(side.places.begin(), side.places.end());
    Result result = run(kPredicting, context,
                        [&] { return llvm::none_of(meant, isMeant); });
    note({}, {}, began, result);
    runs_.back().predictions = result.stats.predictions;
    last_ = std::move(result);
  }

  /// Without a race two accesses that nothing orders are about to happen at once
  /// in some interleaving, and a complete search has seen that.
  void sample() {
    if (isOver() || (extent_.isComplete && !monitor_.hasRaces()))
      return;
    SampleOptions options;
    if (uint64_t most = options_.check.context.limits.states)
      options.steps = std::min(options.steps, most);
    options.machine = forOrder(machine_);
    options.seed = options_.check.context.seed;
    auto isOpen = [&](size_t goal) { return monitor_.isOpen(goal); };
    auto found = [&](size_t goal, const Violation &violation) {
      monitor_.confirm(goal, violation);
    };
    auto isOver = [&] { return this->isOver(); };
    sampleRaces(program_, monitor_.goals(), options, {isOpen, found, isOver});
  }

  /// A search of its own for each open goal, along its places.
  void followEach() {
    size_t left = 0;
    for (size_t i = 0; i < warnings_.size(); ++i)
      left += monitor_.isOpen(i);
    if (options_.check.jobs > 1 && left > 1) {
      followTogether();
      return;
    }
    for (size_t i = 0; i < warnings_.size() && !isDone(); ++i) {
      if (!monitor_.isOpen(i))
        continue;
      // Some time has to stay for the last search.
      double share = (total_ - elapsed()) * 0.7 / double(left--);
      std::shared_ptr<const Guide> guide = guideTo(i);
      if (guide->sequences.empty())
        continue;
      double before = elapsed();
      note(i, {}, before, run(kFollowing, followContext(guide, share), [&] {
             return !monitor_.isOpen(i);
           }));
      seconds_[i] += elapsed() - before;
    }
  }

  std::shared_ptr<const Guide> guideTo(size_t i) {
    return std::make_shared<Guide>(
        guideFrom(program_, sites_, completed(i), ignoredNotes_));
  }

  ContextOptions followContext(std::shared_ptr<const Guide> guide,
                               double share) {
    ContextOptions context =
        contextFor(std::min(secondsEach_, share),
                   options_.check.context.limits.states);
    context.guide = std::move(guide);
    return context;
  }

  /// One of several searches for single warnings.
  struct Task {
    size_t warning;
    std::shared_ptr<const Guide> guide;
    bool isDone = false;
    std::unique_ptr<GoalMonitor> monitor; ///< while it is not put in
    std::optional<Result> result;         ///< none: it was not needed
    double seconds = 0;
  };

  /// The same by several workers. Each search has a machine and a monitor of
  /// its own, which begins with what is known; what they saw is put together
  /// in the order of the warnings.
  void followTogether() {
    std::vector<Task> tasks;
    for (size_t i = 0; i < warnings_.size(); ++i)
      if (monitor_.isOpen(i))
        if (auto guide = guideTo(i); !guide->sequences.empty())
          tasks.push_back({i, guide, false, nullptr, std::nullopt});
    uint32_t jobs = options_.check.jobs;
    double share = (total_ - elapsed()) * 0.7 * jobs /
                   double(std::max(tasks.size(), size_t(jobs)));
    std::atomic<bool> mustRestart{false};
    std::mutex mutex; // of what is put together
    size_t next = 0, putIn = 0;
    runWorkers(jobs, [&](uint32_t worker) {
      std::unique_lock lock(mutex);
      while (next < tasks.size() && !isOver() && !mustRestart) {
        Task &task = tasks[next++];
        if (monitor_.isOpen(task.warning)) {
          task.monitor = std::make_unique<GoalMonitor>(monitor_);
          lock.unlock();
          follow(task, share, worker == 0, mustRestart);
          lock.lock();
        }
        task.isDone = true;
        while (putIn < tasks.size() && tasks[putIn].isDone)
          putTogether(tasks[putIn++]);
      }
    });
    if (mustRestart) {
      forget();
      machine_.locality = false;
      followEach();
    }
  }

  void follow(Task &task, double share, bool showsProgress,
              std::atomic<bool> &mustRestart) {
    ContextOptions context = followContext(task.guide, share);
    context.steps = task.monitor.get();
    if (!showsProgress)
      context.monitor = nullptr; // one line for all
    double began = elapsed();
    task.result = attempt(kFollowing, context, *task.monitor, [&] {
      return !task.monitor->isOpen(task.warning) || mustRestart;
    });
    task.seconds = elapsed() - began;
    if (!task.result)
      mustRestart = true;
  }

  void putTogether(Task &task) {
    if (!task.result)
      return;
    monitor_.absorb(*task.monitor);
    task.monitor.reset();
    seconds_[task.warning] += task.seconds;
    note(task.warning, {}, elapsed() - task.seconds, *task.result);
  }

  void note(std::optional<size_t> warning, std::optional<uint32_t> preemptions,
            double began, const Result &result) {
    runs_.push_back({warning, preemptions, result.stats.states,
                     elapsed() - began, result.completeness,
                     std::nullopt});
  }

  /// Runs a search in turns until it has ended or `isEnough`.
  template <typename Test>
  Result run(const char *search, const ContextOptions &context,
             Test isEnough) {
    return untilLocal(machine_, context.monitor, [&](const MachineOptions &) {
      std::optional<Result> result =
          attempt(search, context, monitor_, isEnough);
      if (!result)
        forget();
      return result;
    });
  }

  /// What was found so far is void.
  void forget() {
    monitor_.forget();
    extent_ = notSearched();
  }

  /// None if it has to be begun again without local objects.
  template <typename Test>
  std::optional<Result> attempt(const char *search,
                                const ContextOptions &context,
                                GoalMonitor &monitor, Test isEnough) const {
    bool isGuided = context.guide != nullptr;
    const SearchSpec spec = llvm::cantFail(SearchSpec::parse(search));
    Machine machine(program_, spec.machineFor(machine_, false));
    if (!isGuided)
      machine.watch(monitor.watchList());
    monitor.beginSearch(!isGuided);
    monitor.observe(machine);
    DrivenContext searching(machine, context);
    std::unique_ptr<Search> running = spec.make();
    do {
      searching.giveTurn(kTurn);
      running->run(searching);
    } while (searching.isPaused() && !isEnough());
    if (searching.mustRestart())
      return std::nullopt;
    if (searching.isPaused())
      searching.stop({StopReason::Judged});
    return searching.finish();
  }

  static Extent notSearched() {
    Extent none;
    none.completeness.stop = {StopReason::NotSearched};
    return none;
  }

  const Program &program_;
  const std::vector<Warning> &warnings_;
  const TriageOptions &options_;
  const bool isQuestion_;
  const double secondsEach_;
  const double total_;
  Sites sites_;
  GoalMonitor monitor_;
  MachineOptions machine_; ///< of all searches from now on
  std::vector<double> seconds_; ///< spent on each warning alone
  std::vector<std::string> ignoredNotes_;
  Extent extent_;
  Result last_;
  std::vector<SearchRun> runs_;
};

} // namespace

TriageResult triage(const Program &program,
                    const std::vector<Warning> &warnings,
                    const TriageOptions &options) {
  return TriageRun(program, warnings, options).run();
}

Judgement reach(const Program &program, const WarningStep &place,
                const TriageOptions &options) {
  std::vector<Warning> question(1);
  question[0].threads = {{place}};
  return TriageRun(program, question, options, true).run().judgements[0];
}

} // namespace rbcheck
