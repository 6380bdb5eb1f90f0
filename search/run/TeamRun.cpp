//===- search/run/TeamRun.cpp - Workers run a team of searches ------------===//
#include "search/run/TeamRun.h"

#include "search/run/DrivenContext.h"
#include "search/run/Parallel.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <atomic>

namespace rbcheck {

namespace {

/// Shows the states of all members together in the live line.
class TeamMonitor final : public SearchMonitor {
public:
  explicit TeamMonitor(SearchMonitor *to) : to_(to) {}
  void progress(const Statistics &stats, uint32_t depth) override {
    Statistics all = stats;
    all.states += others;
    to_->progress(all, depth);
  }
  void works(llvm::StringRef what) override {
    if (to_)
      to_->works(what);
  }
  bool seesStates() const override { return to_->seesStates(); }
  void newState(const SearchNode &node, Machine &machine) override {
    to_->newState(node, machine);
  }
  void pathEnded(StepEnd end, Machine &machine) override {
    to_->pathEnded(end, machine);
  }
  void faulted(const Violation &violation) override { to_->faulted(violation); }
  /// What a member is certain of, the team is.
  void covered(const Coverage &one) override {
    if (!to_ || !(covered_.preemptions < one.preemptions ||
                  (covered_.preemptions == one.preemptions && one.known)))
      return;
    covered_ = one;
    to_->covered(one);
  }

  bool isUsed() const { return to_; }

  uint64_t others = 0; ///< states of the members that are not at work

private:
  SearchMonitor *to_;
  Coverage covered_;
};

/// A member at work.
class Runner {
public:
  Runner(const Program &program, const CheckOptions &options,
         const TeamMember &member, uint32_t threads, bool withSeed)
      : member_(member),
        machine_(program, member.spec.machineFor(options.machine,
                                                 isReduction(member))),
        context_(machine_, contextOptions(options, member)),
        search_(member.spec.make()), turn_(member.firstTurn(threads)) {
    report_.name = member.name(withSeed);
  }

  /// One turn. Returns true when the member has ended.
  bool takeTurn(const Limits &limits) {
    double before = limits.elapsed();
    if (turn_)
      context_.giveTurn(turn_);
    search_->run(context_);
    ++report_.turns;
    turn_ = uint64_t(std::min(double(turn_) * member_.growth, 1e15));
    report_.seconds += limits.elapsed() - before;
    hasEnded_ = !context_.isPaused();
    if (hasEnded_)
      result_ = finish();
    return hasEnded_;
  }

  bool hasEnded() const { return hasEnded_; }
  bool mustRestart() const { return context_.mustRestart(); }
  const Result &result() const { return *result_; }
  Totals totals() const {
    const Statistics &stats = context_.stats();
    return {stats.states, stats.transitions, stats.executions};
  }
  uint64_t states() const { return totals().states; }
  const std::string &name() const { return report_.name; }
  /// In the state where the last turn ended.
  uint32_t threads() const { return machine_.state().threadCount(); }

  /// Ends a member that others made unnecessary, or a limit.
  void abandon(SearchStop why) {
    if (result_)
      return;
    context_.stop(why);
    result_ = finish();
  }

  MemberReport report() const {
    MemberReport report = report_;
    report.states = context_.stats().states;
    report.steps = context_.stats().transitions;
    report.verdict = result_->verdict;
    report.completeness = result_->completeness;
    return report;
  }

  /// A bound counts a state once per way to reach it.
  bool countsStatesOnce() const { return !member_.preemptions; }

private:
  Result finish() {
    Result result = context_.finish();
    result.member = report_.name;
    return result;
  }

  static bool isReduction(const TeamMember &member) {
    return member.reduces || member.spec.reduces() == Reduces::Always;
  }
  static ContextOptions contextOptions(const CheckOptions &options,
                                       const TeamMember &member) {
    ContextOptions context = options.context;
    context.seed = member.seed;
    context.reduces = isReduction(member);
    if (member.preemptions) {
      std::optional<uint32_t> &bound = context.policies.bounds.preemptions;
      bound =
          std::min(*member.preemptions, bound.value_or(*member.preemptions));
    }
    return context;
  }

  const TeamMember &member_;
  Machine machine_;
  DrivenContext context_;
  std::unique_ptr<Search> search_;
  uint64_t turn_;
  bool hasEnded_ = false;
  MemberReport report_;
  std::optional<Result> result_;
};

class TeamRun {
public:
  TeamRun(const Program &program, const CheckOptions &options,
          const TeamPlan &plan)
      : program_(program), options_(options), plan_(plan),
        monitor_(options.context.monitor), watch_(options.context.limits) {
    runners_.resize(plan.members.size());
    plain_.reduces = llvm::any_of(
        plan.members, [](const TeamMember &member) { return member.reduces; });
    if (monitor_.isUsed())
      options_.context.monitor = &monitor_;
  }

  /// `others`: set when another worker's members have decided.
  std::optional<Result> run(uint32_t rounds, std::atomic<bool> &others) {
    others_ = &others;
    size_t left = plan_.members.size();
    for (uint32_t round = 0; left && !isOver() && (!rounds || round < rounds);
         ++round)
      for (size_t i = 0; i < runners_.size() && !isOver(); ++i)
        left -= turnOf(i);
    if (!mustRestart_ && isProvenUnderBound_)
      searchPlainly();
    if (decided_ || mustRestart_)
      others = true;
    if (mustRestart_)
      return std::nullopt;
    return merge();
  }

private:
  bool isOver() const {
    return decided_ || mustRestart_ || isProvenUnderBound_ || *others_;
  }

  /// A bounded member was complete, but it counts a state once per way to
  /// reach it. A plain search is no more work, and its numbers are right.
  void searchPlainly() {
    runners_.push_back(
        std::make_unique<Runner>(program_, options_, plain_, threads_, false));
    monitor_.works(runners_.back()->name());
    runners_.back()->takeTurn(options_.context.limits);
    mustRestart_ = runners_.back()->mustRestart();
    decided_ = runners_.back().get();
  }

  /// True if the member ended with this turn.
  bool turnOf(size_t index) {
    std::unique_ptr<Runner> &runner = runners_[index];
    if (!runner)
      runner =
          std::make_unique<Runner>(program_, options_, plan_.members[index],
                                   threads_, plan_.hasManySeeds());
    if (runner->hasEnded())
      return false;
    monitor_.works(runner->name());
    monitor_.others -= runner->states();
    bool hasEnded = runner->takeTurn(options_.context.limits);
    monitor_.others += runner->states();
    threads_ = std::max(threads_, runner->threads());
    // Turns may be too short for a member to look at the clock.
    bool tick;
    limit_ = watch_.look(tick);
    if (limit_) {
      runner->abandon(limit_);
      hasEnded = true;
    }
    if (!hasEnded)
      return false;
    mustRestart_ = runner->mustRestart();
    const Result &result = runner->result();
    if (Coverage covered = coverageOf(result); covered.preemptions)
      monitor_.covered(covered);
    if (result.verdict == Verdict::NoError && !runner->countsStatesOnce()) {
      isProvenUnderBound_ = true;
      return true;
    }
    // With --all-errors others may find more than an incomplete member.
    bool isError =
        result.verdict == Verdict::Error && !options_.context.allErrors;
    if (isError || result.completeness.isExhausted() || limit_)
      decided_ = runner.get();
    return true;
  }

  Result merge() {
    for (const auto &runner : runners_)
      if (runner)
        runner->abandon({StopReason::Decided});
    const Runner *best = decided_;
    if (!best) // all ended without a decision: the one that saw most
      for (const auto &runner : runners_)
        if (runner && (!best || rank(*runner) > rank(*best)))
          best = runner.get();
    if (!best)
      return {}; // others had decided before it began
    Result result = best->result();
    result.bounds = options_.context.policies.bounds;
    result.stats.all = {};
    result.stats.seconds = options_.context.limits.elapsed();
    for (const auto &runner : runners_) {
      if (!runner)
        continue;
      result.stats.all += runner->totals();
      result.members.push_back(runner->report());
      addErrors(result, runner->result());
    }
    if (!result.completeness.stop) // it had just ended
      result.completeness.stop = limit_;
    if (!result.violations.empty())
      result.verdict = Verdict::Error;
    return result;
  }

  static std::pair<bool, uint64_t> rank(const Runner &runner) {
    return {runner.countsStatesOnce(), runner.states()};
  }

  static void addErrors(Result &to, const Result &from) {
    if (to.leaks.empty())
      to.leaks = from.leaks;
    for (const Violation &violation : from.violations)
      if (llvm::none_of(to.violations, [&](const Violation &known) {
            return isSameError(known, violation);
          }))
        to.violations.push_back(violation);
  }

  const Program &program_;
  CheckOptions options_;
  const TeamPlan &plan_;
  TeamMonitor monitor_;
  LimitWatch watch_;
  SearchStop limit_; ///< on time or memory, once it was hit
  std::vector<std::unique_ptr<Runner>> runners_;
  TeamMember plain_{llvm::cantFail(SearchSpec::parse("dfs"))};
  const Runner *decided_ = nullptr;
  std::atomic<bool> *others_ = nullptr;
  uint32_t threads_ = 1; ///< most that were seen
  bool isProvenUnderBound_ = false;
  bool mustRestart_ = false;
};

} // namespace

std::optional<Result> runTeam(const Program &program,
                              const CheckOptions &options, const TeamPlan &plan,
                              uint32_t rounds) {
  std::atomic<bool> isDecided{false};
  uint32_t workers =
      std::min<uint32_t>(options.jobs, uint32_t(plan.members.size()));
  if (workers < 2)
    return TeamRun(program, options, plan).run(rounds, isDecided);
  std::vector<TeamPlan> hands(workers);
  for (size_t i = 0; i < plan.members.size(); ++i)
    hands[i % workers].members.push_back(plan.members[i]);
  std::vector<std::optional<Result>> results(workers);
  runWorkers(workers, [&](uint32_t number) {
    CheckOptions own = options;
    if (number != 0)
      own.context.monitor = nullptr; // one live line
    results[number] =
        TeamRun(program, own, hands[number]).run(rounds, isDecided);
  });
  if (llvm::any_of(results, [](const auto &result) { return !result; }))
    return std::nullopt;
  std::vector<Result> parts;
  for (std::optional<Result> &result : results)
    parts.push_back(std::move(*result));
  return joinResults(std::move(parts));
}

} // namespace rbcheck
