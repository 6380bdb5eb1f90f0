//===- tools/rbcheck/SearchOptions.cpp - How to search, and how far ------===//
//
// Options of the search and its limits.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "search/Plugin.h"

#include <thread>

namespace rbcheck::options {
namespace {

Error addNames(std::vector<std::string> &to, StringRef o, StringRef v) {
  llvm::SmallVector<StringRef, 8> names;
  v.split(names, ',', -1, /*KeepEmpty=*/false);
  if (names.empty())
    return usage("option '{0}' needs a name", o);
  for (StringRef name : names)
    to.push_back(name.str());
  return Error::success();
}
Error setSearch(Options &to, StringRef, StringRef v) {
  to.search = v.str(); // read when all plug-ins are loaded
  return Error::success();
}
Error setOrder(Options &to, StringRef, StringRef v) {
  return to.check.context.policies.order.parse(v);
}
Error setBound(Options &to, StringRef, StringRef v) {
  return to.check.context.policies.bounds.parse(v);
}
Error setReduce(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.check.reduce,
                  {{"auto", Reduce::Auto},
                   {"on", Reduce::On},
                   {"off", Reduce::Off}});
}
Error setSpurious(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.check.machine.spurious,
                  {{"on", true}, {"off", false}});
}
Error setPartialIo(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.check.machine.partialIo,
                  {{"on", true}, {"off", false}});
}
Error setSteps(Options &to, StringRef o, StringRef v) {
  to.hasSteps = true;
  return readWord(o, v, to.check.machine.steps,
                  {{"access", Steps::Access}, {"sync", Steps::Sync}});
}
Error setMemoryModel(Options &to, StringRef o, StringRef v) {
  return readWord<std::optional<MemoryModel>>(o, v, to.memory,
                                              {{"auto", std::nullopt},
                                               {"sc", MemoryModel::Sc},
                                               {"c11", MemoryModel::C11},
                                               {"tso", MemoryModel::Tso}});
}
Error setHistory(Options &to, StringRef o, StringRef v) {
  uint64_t count = 0;
  if (Error error = readNumber(o, v, count, 1, 1000))
    return error;
  to.check.machine.history = to.check.mostHistory = uint32_t(count);
  return Error::success();
}
Error setSymbolic(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.symbolic, {{"on", true}, {"off", false}});
}
Error setSymbolicValues(Options &to, StringRef o, StringRef v) {
  uint64_t count = 0;
  if (Error error = readNumber(o, v, count, 1, 4096))
    return error;
  to.inputs.mostValues = uint32_t(count);
  return Error::success();
}
Error setSymbolicArgs(Options &to, StringRef o, StringRef v) {
  const auto [number, length] = v.split(',');
  uint64_t count = 0, bytes = 0;
  if (Error error = readNumber(o, number, count, 1, 64))
    return error;
  if (Error error = readNumber(o, length, bytes, 1, 4096))
    return error;
  to.inputs.arguments = uint32_t(count);
  to.inputs.argumentBytes = uint32_t(bytes);
  return Error::success();
}
Error setSymbolicStdin(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.inputs.stdinBytes, 1, 1 << 16);
}
Error setSubsume(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.check.context.subsumes,
                  {{"on", true}, {"off", false}});
}
Error setUninitialised(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.inputs.unset,
                  {{"fill", Unset::Fill},
                   {"symbolic", Unset::Inputs},
                   {"report", Unset::Report}});
}
Error setSolverLimit(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.solverWork, 1, 4000000);
}
Error setLoad(Options &to, StringRef, StringRef v) {
  to.plugins.push_back(v.str());
  return loadSearchPlugin(v.str());
}
Error setVisited(Options &to, StringRef, StringRef v) {
  return assign(to.check.context.visited, VisitedOptions::parse(v));
}
Error setSeed(Options &to, StringRef o, StringRef v) {
  to.hasSeed = true;
  return readNumber(o, v, to.check.context.seed);
}
Error setJobs(Options &to, StringRef o, StringRef v) {
  uint64_t jobs = 1;
  if (Error error = readNumber(o, v, jobs, 0, 4096))
    return error;
  to.check.jobs = uint32_t(jobs ? jobs : std::thread::hardware_concurrency());
  return Error::success();
}
Error setCheckpoint(Options &to, StringRef o, StringRef v) {
  if (v == "-")
    return usage("option '{0}' needs a file: it is read again", o);
  return readFileName(o, v, to.check.checkpoint);
}
Error setCheckpointEvery(Options &to, StringRef o, StringRef v) {
  return readSeconds(o, v, to.check.checkpointSeconds);
}
Error setTimeLimit(Options &to, StringRef o, StringRef v) {
  return readSeconds(o, v, to.check.context.limits.seconds);
}
Error setRankPatience(Options &to, StringRef o, StringRef v) {
  return readSeconds(o, v, to.rankPatience);
}
Error setMemoryLimit(Options &to, StringRef o, StringRef v) {
  return readMegabytes(o, v, to.check.context.limits.megabytes);
}
Error setMaxStates(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.check.context.limits.states, 1);
}
Error setMaxDepth(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.check.context.limits.depth, 1);
}
Error setFunctions(Options &to, StringRef o, StringRef v) {
  return addNames(to.functions, o, v);
}
Error setVariables(Options &to, StringRef o, StringRef v) {
  return addNames(to.variables, o, v);
}

const Row kRows[] = {
    {nullptr, nullptr, "How to search", 0, nullptr},
    {"search", "NAME[:key=value,...]",
     "which search (--list-searches); by default a portfolio: quick and "
     "random searches, then depth-first through all schedules",
     kFinds | kTests, setSearch},
    {"order", "ORDER,...",
     "order of the choices of a state: thread (default), same, switch, "
     "random, interference[:H], rank:T,T,...",
     kSearches, setOrder},
    {"function", "NAME,...",
     "prefer switches between threads that are in these functions",
     kFinds, setFunctions},
    {"var", "NAME,...",
     "prefer switches between operations on these global variables",
     kFinds, setVariables},
    {"bound", "preemptions:N",
     "only schedules with at most N preemptions; also delays:N, depth:N",
     kSearches, setBound},
    {"reduce", "auto|on|off",
     "leave out schedules that only order what does not matter; on: "
     "--search=dfs (docs/reduction.md)",
     kFinds | kTests, setReduce},
    {"spurious", "on|off",
     "waits that end, and weak compare-exchanges and C11's and C++'s try-locks "
     "that fail, without a reason, as the standards allow (default on)",
     kExecutes, setSpurious},
    {"partial-io", "on|off",
     "TCP connections that hand over a part of what has arrived, or take a part "
     "of what is sent without waiting (default off)",
     kExecutes, setPartialIo},
    {"steps", "access|sync",
     "where threads can be switched: before every access that others can see "
     "(default), or only before operations that synchronise: the same verdict "
     "from fewer states",
     kExecutes, setSteps},
    {"memory-model", "auto|sc|c11|tso",
     "what loads may read: the latest write (sc), also older ones as C11 and "
     "C++ allow (c11) or as x86 does (tso); auto (default): c11 if the program "
     "has atomics weaker than seq_cst, else sc",
     kExecutes, setMemoryModel},
    {"history", "K",
     "with c11: how many writes of an atomic variable are remembered "
     "(default 8, and up to 32 if that is what a verdict lacks)",
     kExecutes, setHistory},
    {"symbolic", "on|off",
     "explore all values of rb_nondet_int() and the like, with a solver; off: "
     "some are tried (default on)",
     kExecutes, setSymbolic},
    {"symbolic-args", "N,LENGTH",
     "N more arguments of the program, of up to LENGTH bytes each: any",
     kExecutes, setSymbolicArgs},
    {"symbolic-stdin", "N", "standard input is N bytes: any",
     kExecutes, setSymbolicStdin},
    {"uninitialised", "fill|symbolic|report",
     "memory that was never written: some values, always the same (default); "
     "any values; or an error where something depends on them",
     kExecutes, setUninitialised},
    {"symbolic-values", "N",
     "where a value that depends on inputs has to be known, an address for "
     "one: how many are tried (default 64)",
     kExecutes, setSymbolicValues},
    {"symbolic-subsume", "on|off",
     "leave out a state if an equal one was seen for all that its inputs can "
     "be; not with --reduce=on (default off)",
     kSearches, setSubsume},
    {"solver-limit", "N",
     "work that the solver may spend on one question, in thousands of its "
     "steps (default 50000)",
     kExecutes, setSolverLimit},
    {"load", "FILE.so", "load searches from a shared object",
     kFinds | kTests, setLoad},
    {"visited", "SET",
     "how states are remembered: fp128 (default), fp64, exact, bitstate:MB",
     kSearches, setVisited},
    {"seed", "N", "where all randomness comes from (default 1)",
     kExecutes, setSeed},
    {"jobs", "N", "worker threads; 0 = all cores; default 1",
     kFinds | kJudges | kTests, setJobs},
    {"checkpoint", "FILE",
     "a depth-first search that a limit or Ctrl-C stops is kept in FILE; the "
     "same command goes on from there",
     kChecks, setCheckpoint},
    {"checkpoint-every", "S",
     "seconds after which FILE is written also while the search goes on "
     "(default 300)",
     kChecks, setCheckpointEvery},

    {nullptr, nullptr, "Limits", 0, nullptr},
    {"time-limit", "S", "seconds; also 500ms, 10s, 2m, 1h",
     kExecutes, setTimeLimit},
    {"memory-limit", "MB",
     "resident memory, also 2G (default: three quarters of the machine's)",
     kExecutes, setMemoryLimit},
    {"max-states", "N", "states stored",
     kExecutes, setMaxStates},
    {"max-depth", "N", "steps of one path",
     kExecutes, setMaxDepth},
    {"rank-patience", "S",
     "under mpirun: a rank that is silent for S seconds is given up "
     "(default 10)",
     kFinds, setRankPatience},
};

} // namespace

llvm::ArrayRef<Row> searchRows() { return kRows; }

} // namespace rbcheck::options
