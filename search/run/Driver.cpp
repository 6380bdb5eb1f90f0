//===- search/run/Driver.cpp - From a program and options to a result -----===//
#include "search/run/Driver.h"

#include "interp/exec/Inputs.h"
#include "search/reduce/Allowed.h"
#include "search/run/DrivenContext.h"
#include "search/run/Parallel.h"
#include "search/run/Restart.h"
#include "search/run/TeamRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace rbcheck {

namespace {

SearchSpec specOf(const char *text) {
  return llvm::cantFail(SearchSpec::parse(text));
}

/// With a bound or an order of the user's own, or when all errors are wanted,
/// the quick members of the portfolio would only repeat work.
SearchSpec defaultSearch(const ContextOptions &given) {
  bool isPlain = !given.policies.bounds.any() && !given.allErrors &&
                 given.policies.order.isDefault();
  return specOf(isPlain ? "portfolio" : "dfs");
}

/// What may be left out by a search that can, for lack of a reason not to.
bool mayReduce(const CheckOptions &options) {
  return options.reduce != Reduce::Off && options.checkpoint.empty() &&
         reasonNotToReduce(options.context, options.machine).empty();
}

SearchSpec specOf(const CheckOptions &options) {
  if (!options.checkpoint.empty())
    return specOf("dfs");
  return options.search ? *options.search : defaultSearch(options.context);
}

/// One worker makes the searches that reduce, the others share one that does
/// not; the first to be complete ends both.
std::optional<Result> runBoth(const Program &program,
                              const CheckOptions &options,
                              const TeamPlan &reduced) {
  std::atomic<bool> isDecided{false};
  CheckOptions alone = options, shared = options;
  alone.jobs = 1;
  shared.jobs = std::max(1u, options.jobs - 1);
  alone.context.limits.decided = shared.context.limits.decided = &isDecided;
  alone.context.monitor = nullptr; // one live line
  std::optional<Result> results[2];
  runWorkers(2, [&](uint32_t number) {
    results[number] = number == 0 ? runTeam(program, alone, reduced)
                                  : SharedSearch(program, shared).run();
    if (!results[number] || results[number]->verdict == Verdict::Error ||
        results[number]->completeness.isExhausted())
      isDecided = true;
  });
  if (!results[0] || !results[1])
    return std::nullopt;
  results[1]->member = "dfs, shared by all other workers";
  const bool isFirst = results[0]->verdict != Verdict::Inconclusive ||
                       results[0]->completeness.isExhausted();
  Result &best = *results[isFirst ? 0 : 1];
  Totals all = results[0]->stats.all;
  all += results[1]->stats.all;
  best.stats.all = all;
  return std::move(best);
}

/// Quick members first, for some turns; then all workers make one search.
std::optional<Result> runThoroughly(const Program &program,
                                    const CheckOptions &options,
                                    TeamPlan plan) {
  TeamPlan reduced = plan;
  llvm::erase_if(reduced.members,
                 [](const TeamMember &member) { return !member.reduces; });
  llvm::erase_if(plan.members,
                 [](const TeamMember &member) { return member.reduces; });
  llvm::erase_if(plan.members,
                 [](const TeamMember &member) { return member.isThorough; });
  constexpr uint32_t kRounds = 4;
  std::optional<Result> quick = runTeam(program, options, plan, kRounds);
  if (!quick || quick->verdict != Verdict::Inconclusive)
    return quick;
  std::optional<Result> result = reduced.members.empty()
                                     ? SharedSearch(program, options).run()
                                     : runBoth(program, options, reduced);
  if (!result)
    return result;
  if (reduced.members.empty())
    result->member = "dfs, shared by all workers";
  result->members = quick->members;
  result->stats.all += quick->stats.all;
  return result;
}

bool usesSeed(const CheckOptions &options, const SearchSpec &spec) {
  return spec.usesSeed() || options.context.policies.order.isRandom();
}

/// None if it has to be begun again without local objects.
std::optional<Result> runOne(const Program &program,
                             const CheckOptions &options,
                             const SearchSpec &spec) {
  if (spec.isTeam()) {
    uint64_t seed = options.context.seed;
    TeamPlan plan = spec.plan({seed});
    fit(plan, mayReduce(options), options.jobs);
    plan = shareOf(std::move(plan), options.share, seed);
    bool isThorough = llvm::any_of(plan.members, [](const TeamMember &member) {
      return member.isThorough;
    });
    return options.jobs > 1 && isThorough
               ? runThoroughly(program, options, std::move(plan))
               : runTeam(program, options, plan);
  }
  ContextOptions given = options.context;
  given.reduces = spec.reduces() == Reduces::Always ||
                  (spec.reduces() == Reduces::IfAsked &&
                   (options.reduce == Reduce::On ||
                    (!options.search && mayReduce(options))));
  if (options.jobs > 1 && spec.text() == "dfs" && !given.reduces)
    return SharedSearch(program, options).run();
  const MachineOptions kind = spec.machineFor(options.machine, given.reduces);
  std::unique_ptr<Search> search = spec.make();
  if (options.jobs > 1 && search->another())
    return runTogether(program, kind, given, options.jobs, std::move(search));
  Machine machine(program, kind);
  DrivenContext context(machine, given);
  search->run(context);
  if (context.mustRestart())
    return std::nullopt;
  return context.finish();
}

/// One depth-first search that goes on from a file, or leaves one. None as
/// above. `key` is of the options as they were given.
std::optional<llvm::Expected<Result>>
runCheckpointed(const Program &program, const CheckOptions &options,
                Hash128 key) {
  const std::string &file = options.checkpoint;
  SharedSearch search(program, options);
  auto before = readCheckpoint(file, key);
  if (!before)
    return before.takeError();
  if (*before) {
    if (!(*before)->fits(options.machine))
      return std::nullopt;
    (*before)->forEachKey([&](Hash128 one) { search.visited().restore(one); });
    search.goOn(std::move((*before)->checkpoint));
    before->reset();
  }
  search.saveEvery(options.checkpointSeconds, [&](const Checkpoint &now) {
    return writeCheckpoint(file, key, now, search.visited());
  });
  std::optional<Result> result = search.run();
  if (!result) {
    llvm::sys::fs::remove(file);
    return std::nullopt;
  }
  if (result->verdict == Verdict::Inconclusive &&
      !search.left().works.empty()) {
    if (llvm::Error error =
            writeCheckpoint(file, key, search.left(), search.visited()))
      result->unsaved = llvm::toString(std::move(error));
    else
      result->checkpoint = file;
  } else {
    llvm::sys::fs::remove(file);
  }
  return std::move(*result);
}

/// The search that was asked for, with local objects if that is possible.
llvm::Expected<Result> runLocally(const Program &program, CheckOptions options,
                                  const SearchSpec &spec) {
  using Attempt = std::optional<llvm::Expected<Result>>;
  // Of the options as they were given.
  const Hash128 key =
      options.checkpoint.empty() ? 0 : checkpointKey(program, options);
  llvm::Expected<Result> result =
      untilLocal(options.machine, options.context.monitor,
                 [&](const MachineOptions &) -> Attempt { // options.machine
                   if (options.together)
                     return options.together->run(program, options, key);
                   if (!options.checkpoint.empty())
                     return runCheckpointed(program, options, key);
                   std::optional<Result> done = runOne(program, options, spec);
                   return done ? Attempt(std::move(*done)) : std::nullopt;
                 });
  if (result) {
    result->locality = options.machine.locality;
    result->spurious = options.machine.spurious;
    result->steps = options.machine.steps;
    result->memory = options.machine.memory;
    result->inputs = openInputs(options.machine);
  }
  return result;
}

/// Nothing but writes that were forgotten stands in the way of a verdict.
bool isShortOfHistory(const Result &result) {
  const Completeness &done = result.completeness;
  return result.violations.empty() && done.isExhausted() &&
         llvm::any_of(done.approximations, [&](const MetApproximation &one) {
           return one.kind == ApproximationKind::History && done.isHiding(one);
         });
}

/// The search, and under C11 again with a longer history as long as that is
/// what it lacks, unless it takes many times as many states.
llvm::Expected<Result> runRemembering(const Program &program,
                                      CheckOptions options,
                                      const SearchSpec &spec) {
  constexpr uint64_t kMostTimes = 20, kSomeStates = 10'000;
  llvm::Expected<Result> result = runLocally(program, options, spec);
  const Limits given = options.context.limits;
  while (result && options.checkpoint.empty() && isShortOfHistory(*result) &&
         options.machine.history * 2 <= options.mostHistory &&
         !given.isOver()) {
    options.machine.history *= 2;
    uint64_t &states = options.context.limits.states;
    states = kMostTimes * result->stats.states + kSomeStates;
    if (given.states)
      states = std::min(states, given.states);
    llvm::Expected<Result> longer = runLocally(program, options, spec);
    if (!longer)
      return longer;
    Totals all = result->stats.all;
    all += longer->stats.all;
    const bool isStopped =
        longer->violations.empty() && !longer->completeness.isExhausted();
    if (!isStopped)
      result = std::move(longer);
    result->stats.all = all;
    if (isStopped)
      break;
  }
  return result;
}

void describe(Result &result, const CheckOptions &options,
              const SearchSpec &spec) {
  result.search = options.search ? spec.text() : "default";
  result.seed = options.context.seed;
  result.jobs = options.jobs;
}

} // namespace

bool hasWork(const CheckOptions &options) {
  const SearchSpec spec = specOf(options);
  if (options.share.index == 0)
    return true;
  if (!spec.isTeam())
    return usesSeed(options, spec);
  uint64_t seed = options.context.seed;
  return !shareOf(spec.plan({seed}), options.share, seed).members.empty();
}

std::string reasonNotToShare(const CheckOptions &options) {
  const SearchSpec spec = specOf(options);
  const ContextOptions &context = options.context;
  if (spec.text() != "dfs")
    return "--search=" + spec.text() + " is one piece of work";
  if (options.reduce == Reduce::On || (!options.search && mayReduce(options)))
    return "a reduced search is one piece of work";
  if (usesSeed(options, spec))
    return "--order=random gives each a search of its own";
  if (options.jobs > 1)
    return "--jobs has its workers in one process";
  // Whose a fingerprint is lies in its other half.
  if (!options.checkpoint.empty() && context.visited.kind == VisitedKind::Fp64)
    return "--checkpoint with --visited=fp64 is of one process";
  if (context.visited.kind == VisitedKind::Exact)
    return "--visited=exact compares states in one process";
  if (context.checks.has(FaultKind::NonTermination))
    return "--check=termination needs the graph in one process";
  if (areOpen(options.machine.inputs.get()))
    return "open inputs are compared in one process";
  return "";
}

llvm::Expected<Result> runSearch(const Program &program,
                                 const CheckOptions &given) {
  const SearchSpec spec = specOf(given);
  const bool isAlways = spec.reduces() == Reduces::Always;
  if (given.reduce == Reduce::On || isAlways) {
    ContextOptions context = given.context;
    if (isAlways) // it remembers nothing
      context.visited = {};
    std::string why = reasonNotToReduce(context, given.machine);
    if (!why.empty())
      return llvm::createStringError(
          (isAlways ? "--search=" + spec.text() : "--reduce=on") + ": " + why);
  }
  CheckOptions options = given;
  if (!spec.isTeam()) // a team has its seeds in its plan
    options.context.seed = memberSeed(given.context.seed, given.share.index);
  llvm::Expected<Result> result = runRemembering(program, options, spec);
  if (!result)
    return result;
  if (options.machine.spurious) {
    CheckOptions plain = options;
    plain.machine.spurious = false;
    plain.checkpoint.clear();
    result = plainestFirst(
        std::move(*result), options.context.limits,
        [&](const Violation &one) { return needsSpurious(program, one); },
        [&](const Limits &left) {
          plain.context.limits = left;
          // Without a checkpoint nothing can fail.
          return llvm::cantFail(runLocally(program, plain, spec));
        });
  }
  describe(*result, options, spec);
  return result;
}

} // namespace rbcheck
