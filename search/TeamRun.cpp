//===- search/TeamRun.cpp - One worker runs a team of searches ------------===//
#include "search/TeamRun.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// A member at work.
class Runner {
public:
  Runner(const Program &program, const CheckOptions &options,
         const TeamMember &member, bool locality, bool withSeed)
      : member_(member), machine_(program, machineOptions(options, locality)),
        context_(machine_, contextOptions(options, member)),
        search_(member.spec.make()), turn_(member.turn) {
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
  uint64_t states() const { return context_.stats().states; }

  /// Ends a member that others made unnecessary, or a limit.
  void abandon(const std::string &why) {
    if (result_)
      return;
    context_.stop(why);
    result_ = finish();
  }

  MemberReport report() const {
    MemberReport report = report_;
    report.states = context_.stats().states;
    report.steps = context_.stats().transitions;
    report.outcome = verdictWord(result_->verdict);
    if (!result_->reason.empty())
      report.outcome += ": " + result_->reason;
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

  static MachineOptions machineOptions(const CheckOptions &options,
                                       bool locality) {
    MachineOptions machine = options.machine;
    machine.locality &= locality;
    return machine;
  }
  static ContextOptions contextOptions(const CheckOptions &options,
                                       const TeamMember &member) {
    ContextOptions context = options.context;
    context.seed = member.seed;
    if (member.preemptions) {
      std::optional<uint32_t> &bound = context.policies.bounds.preemptions;
      bound = std::min(*member.preemptions, bound.value_or(*member.preemptions));
    }
    return context;
  }

  const TeamMember &member_;
  Machine machine_;
  SearchContext context_;
  std::unique_ptr<Search> search_;
  uint64_t turn_;
  bool hasEnded_ = false;
  MemberReport report_;
  std::optional<Result> result_;
};

/// True if what stopped a member would stop every other one as well.
bool isLimitOfAll(const Limits &limits) {
  return (limits.interrupted && limits.interrupted->load()) ||
         (limits.seconds > 0 && limits.elapsed() >= limits.seconds) ||
         (limits.megabytes && residentMb() >= limits.megabytes);
}

class TeamRun {
public:
  TeamRun(const Program &program, const CheckOptions &options,
          const TeamPlan &plan, bool locality)
      : program_(program), options_(options), plan_(plan), locality_(locality) {
    runners_.resize(plan.members.size());
  }

  std::optional<Result> run() {
    size_t left = plan_.members.size();
    while (left && !isOver())
      for (size_t i = 0; i < runners_.size() && !isOver(); ++i)
        left -= turnOf(i);
    if (!mustRestart_ && isProvenUnderBound_)
      searchPlainly();
    if (mustRestart_)
      return std::nullopt;
    return merge();
  }

private:
  bool isOver() const {
    return decided_ || mustRestart_ || isProvenUnderBound_;
  }

  /// A bounded member was complete, but it counts a state once per way to
  /// reach it. A plain search is no more work, and its numbers are right.
  void searchPlainly() {
    runners_.push_back(
        std::make_unique<Runner>(program_, options_, plain_, locality_, false));
    runners_.back()->takeTurn(options_.context.limits);
    mustRestart_ = runners_.back()->mustRestart();
    decided_ = runners_.back().get();
  }

  /// True if the member ended with this turn.
  bool turnOf(size_t index) {
    std::unique_ptr<Runner> &runner = runners_[index];
    if (!runner)
      runner = std::make_unique<Runner>(program_, options_,
                                        plan_.members[index], locality_,
                                        plan_.hasManySeeds());
    if (runner->hasEnded())
      return false;
    if (!runner->takeTurn(options_.context.limits))
      return false;
    mustRestart_ = runner->mustRestart();
    const Result &result = runner->result();
    if (result.verdict == Verdict::NoError && !runner->countsStatesOnce()) {
      isProvenUnderBound_ = true;
      return true;
    }
    if (result.verdict != Verdict::Inconclusive || result.isExhausted ||
        isLimitOfAll(options_.context.limits))
      decided_ = runner.get();
    // An error under --all-errors: others may find more.
    if (options_.context.allErrors && !result.isExhausted &&
        !isLimitOfAll(options_.context.limits))
      decided_ = nullptr;
    return true;
  }

  Result merge() {
    for (const auto &runner : runners_)
      if (runner)
        runner->abandon("another member decided");
    const Runner *best = decided_;
    if (!best) // all ended without a decision: the one that saw most
      for (const auto &runner : runners_)
        if (!best || rank(*runner) > rank(*best))
          best = runner.get();
    Result result = best->result();
    result.bound = options_.context.policies.bounds.text();
    result.stats.allStates = 0;
    result.stats.seconds = options_.context.limits.elapsed();
    for (const auto &runner : runners_) {
      if (!runner)
        continue;
      result.stats.allStates += runner->states();
      result.members.push_back(runner->report());
      addErrors(result, runner->result());
    }
    if (!result.violations.empty()) {
      result.verdict = Verdict::Error;
      result.reason.clear();
    }
    return result;
  }

  static std::pair<bool, uint64_t> rank(const Runner &runner) {
    return {runner.countsStatesOnce(), runner.states()};
  }

  static void addErrors(Result &to, const Result &from) {
    for (const Violation &violation : from.violations)
      if (llvm::none_of(to.violations, [&](const Violation &known) {
            return isSameError(known, violation);
          }))
        to.violations.push_back(violation);
  }

  const Program &program_;
  const CheckOptions &options_;
  const TeamPlan &plan_;
  bool locality_;
  std::vector<std::unique_ptr<Runner>> runners_;
  const TeamMember plain_{llvm::cantFail(SearchSpec::parse("dfs"))};
  const Runner *decided_ = nullptr;
  bool isProvenUnderBound_ = false;
  bool mustRestart_ = false;
};

} // namespace

std::optional<Result> runTeam(const Program &program,
                              const CheckOptions &options,
                              const TeamPlan &plan, bool locality) {
  return TeamRun(program, options, plan, locality).run();
}

} // namespace rbcheck
