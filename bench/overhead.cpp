//===- bench/overhead.cpp - What a search costs over bare stepping --------===//
//
// Explores one state space twice, depth-first, with the same machine and the
// same kind of visited set:
//
//   bare     a loop by hand: list the choices, load, step, look up the
//            fingerprint, save what is new. No checks, no books, no limits, no
//            paths: it could neither report an error nor know if it is done
//   search   the search `dfs` as the tool runs it, with everything: checks of
//            new states, tickets, statistics, limits, paths for traces
//
// and prints nanoseconds per step for both, best of several, in turns:
//
//   bare 512.3 ns, search 540.1 ns, 213927 states
//
// Usage: overhead PROGRAM.bc. bench/run.py reads this and compares.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"

#include "search/Search.h"
#include "search/run/DrivenContext.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <vector>

using namespace rbcheck;

namespace {

constexpr int kRepeats = 7;

struct Run {
  double nanoseconds = 0; ///< per step
  uint64_t states = 0, steps = 0;
};

/// CPU time of this thread: other jobs on the machine disturb little.
double cpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

[[gnu::noinline]] Run bare(const Program &program) {
  Machine machine(program, MachineOptions());
  std::unique_ptr<StateSet> visited = makeStateSet(VisitedOptions());
  struct Entry {
    State state;
    size_t next, end; ///< its choices in the list
  };
  std::vector<Entry> stack;
  llvm::SmallVector<Choice, 256> choices;
  Choices enabled;
  Run run;
  auto arrive = [&] {
    if (!visited->insertFingerprint(machine.fingerprint(), 0))
      return;
    ++run.states;
    size_t from = choices.size();
    enabled.clear();
    machine.choices(enabled);
    choices.append(enabled.begin(), enabled.end());
    if (choices.size() > from)
      stack.push_back({machine.save(), from, choices.size()});
  };
  double begin = cpuSeconds();
  if (machine.start() == StepEnd::Parked)
    arrive();
  while (!stack.empty()) {
    Entry &top = stack.back();
    Choice choice = choices[top.next++];
    if (!machine.state().isAt(top.state))
      machine.load(top.state);
    if (top.next == top.end) {
      stack.pop_back();
      choices.truncate(stack.empty() ? 0 : stack.back().end);
    }
    ++run.steps;
    if (machine.step(choice) == StepEnd::Parked)
      arrive();
  }
  run.nanoseconds = (cpuSeconds() - begin) * 1e9 / double(run.steps);
  return run;
}

[[gnu::noinline]] Run search(const Program &program) {
  Machine machine(program, MachineOptions());
  ContextOptions options;
  options.limits.megabytes = 1 << 20; // watched, as in the tool
  DrivenContext context(machine, options);
  std::unique_ptr<Search> dfs =
      llvm::cantFail(SearchSpec::parse("dfs")).make();
  double begin = cpuSeconds();
  dfs->run(context);
  double end = cpuSeconds();
  Result result = context.finish();
  if (result.verdict != Verdict::NoError) {
    llvm::errs() << "overhead: a program without error is needed\n";
    exit(2);
  }
  return {(end - begin) * 1e9 / double(result.stats.transitions),
          result.stats.states, result.stats.transitions};
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: overhead PROGRAM.bc\n";
    return 3;
  }
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv[0]);
  llvm::ExitOnError check("overhead: ");
  auto module = check(loadModule(argv[1], context, installation));
  check(prepareModule(*module, installation));
  Program program = check(decode(*module, findModel));
  Run best[2];
  for (int i = 0; i < kRepeats; ++i)
    for (int which : {0, 1}) {
      Run run = which ? search(program) : bare(program);
      if (i == 0 || run.nanoseconds < best[which].nanoseconds)
        best[which] = run;
    }
  if (best[0].states != best[1].states || best[0].steps != best[1].steps) {
    llvm::errs() << "overhead: the two are not the same search\n";
    return 2;
  }
  llvm::outs() << llvm::format("bare %.1f ns, search %.1f ns, ",
                               best[0].nanoseconds, best[1].nanoseconds)
               << best[0].states << " states\n";
  return 0;
}
