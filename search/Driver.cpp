//===- search/Driver.cpp - From a program and options to a result ---------===//
#include "search/Driver.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr uint32_t kQuickBounds[] = {0, 1, 2};
constexpr uint64_t kQuickStates = 50'000;

/// One search, begun again without local objects if the machine says so.
Result runOne(const Program &program, const CheckOptions &options,
              const SearchSpec &spec, bool &locality) {
  for (;;) {
    MachineOptions machineOptions = options.machine;
    machineOptions.locality &= locality;
    Machine machine(program, machineOptions);
    SearchContext context(machine, options.context);
    spec.make()->run(context);
    if (!context.mustRestart()) {
      Result result = context.finish();
      result.search = spec.text();
      result.locality = machineOptions.locality;
      return result;
    }
    locality = false;
    if (options.context.monitor)
      options.context.monitor->restarted();
  }
}

SearchSpec plainDfs() { return llvm::cantFail(SearchSpec::parse("dfs")); }

/// Keeps what all attempts together did.
class Attempts {
public:
  /// Notes an attempt and adds what came before to its result.
  void add(Result &result, std::string name) {
    states_ += result.stats.states;
    double now = result.stats.seconds;
    std::string outcome = verdictWord(result.verdict);
    if (!result.reason.empty())
      outcome += ": " + result.reason;
    done_.push_back({std::move(name), result.stats.states, now - before_,
                     std::move(outcome)});
    before_ = now;
    result.stats.allStates = states_;
    result.attempts = done_;
  }

private:
  uint64_t states_ = 0;
  double before_ = 0;
  std::vector<Attempt> done_;
};

/// True if going on with more preemptions makes no sense: decided, or stopped
/// by something that would stop the next attempt as well.
bool isFinal(const Result &result, const CheckOptions &options) {
  if (result.verdict != Verdict::Inconclusive)
    return true;
  const Limits &limits = options.context.limits;
  return (limits.interrupted && limits.interrupted->load()) ||
         (limits.seconds > 0 && limits.elapsed() >= limits.seconds) ||
         (limits.megabytes && residentMb() >= limits.megabytes);
}

Result runDefault(const Program &program, const CheckOptions &options) {
  Attempts attempts;
  bool locality = true;
  // With a bound of the user's own, or when all errors are wanted, the quick
  // attempts would only repeat work.
  const ContextOptions &given = options.context;
  bool isQuickUseful = !given.policies.preemptions && !given.allErrors &&
                       given.policies.order == Order::Thread;
  for (uint32_t bound : kQuickBounds) {
    if (!isQuickUseful)
      break;
    CheckOptions quick = options;
    quick.context.policies.preemptions = bound;
    uint64_t limit = given.limits.states;
    quick.context.limits.states =
        limit ? std::min(limit, kQuickStates) : kQuickStates;
    Result result = runOne(program, quick, plainDfs(), locality);
    attempts.add(result, llvm::formatv("dfs, {0}", result.bound));
    result.search = "default";
    result.bound.clear();
    // A bounded search counts a state once per way to reach it; "no-error"
    // is left to the plain search, which is no more work then.
    bool isComplete = result.verdict == Verdict::NoError;
    if (!isComplete && isFinal(result, options))
      return result;
    if (options.context.monitor)
      options.context.monitor->restarted();
    if (isComplete)
      break;
  }
  Result result = runOne(program, options, plainDfs(), locality);
  attempts.add(result, "dfs");
  result.search = "default";
  return result;
}

} // namespace

Result runSearch(const Program &program, const CheckOptions &options) {
  if (!options.search)
    return runDefault(program, options);
  bool locality = true;
  return runOne(program, options, *options.search, locality);
}

} // namespace rbcheck
