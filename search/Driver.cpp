//===- search/Driver.cpp - From a program and options to a result ---------===//
#include "search/Driver.h"

#include "search/TeamRun.h"

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

std::optional<Result> runOne(const Program &program,
                             const CheckOptions &options,
                             const SearchSpec &spec, bool locality) {
  if (spec.isTeam())
    return runTeam(program, options, spec.plan({options.context.seed}),
                   locality);
  MachineOptions machineOptions = options.machine;
  machineOptions.locality &= locality;
  Machine machine(program, machineOptions);
  SearchContext context(machine, options.context);
  spec.make()->run(context);
  if (context.mustRestart())
    return std::nullopt;
  return context.finish();
}

} // namespace

Result runSearch(const Program &program, const CheckOptions &options) {
  const SearchSpec spec =
      options.search ? *options.search : defaultSearch(options.context);
  bool locality = options.machine.locality;
  for (;;) {
    if (std::optional<Result> result =
            runOne(program, options, spec, locality)) {
      result->search = options.search ? spec.text() : "default";
      result->seed = options.context.seed;
      result->locality = locality;
      return std::move(*result);
    }
    locality = false;
    if (options.context.monitor)
      options.context.monitor->restarted();
  }
}

} // namespace rbcheck
