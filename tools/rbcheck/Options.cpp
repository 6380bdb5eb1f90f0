//===- tools/rbcheck/Options.cpp - The command line of rbcheck ------------===//
//
// One table of rows, read by the parser and by --help. It is our own and not
// LLVM's cl::opt: libLLVM brings hundreds of options that would be accepted
// with ours, and its messages are more than a line.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/Options.h"

#include "tools/report/Explain.h"
#include "tools/warnings/Read.h"

#include "search/Plugin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <unistd.h>

#include <thread>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::StringRef;

template <typename... Args> Error usage(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

Error readNumber(StringRef option, StringRef text, uint64_t &number,
                 uint64_t low = 0, uint64_t high = ~0ull) {
  uint64_t value;
  if (text.getAsInteger(10, value))
    return usage("option '{0}': '{1}' is not a number", option, text);
  if (value < low || value > high)
    return usage("option '{0}': {1} is out of range {2}..{3}", option, text,
                 low, high);
  number = value;
  return Error::success();
}

Error readSeconds(StringRef option, StringRef text, double &seconds) {
  double value;
  if (text.getAsDouble(value) || !std::isfinite(value))
    return usage("option '{0}': '{1}' is not a number of seconds", option,
                 text);
  if (value <= 0 || value > 1e9)
    return usage("option '{0}': {1} is not above 0 and up to 1e9", option,
                 text);
  seconds = value;
  return Error::success();
}

template <typename T>
Error readWord(StringRef option, StringRef text, T &value,
               std::initializer_list<std::pair<const char *, T>> words) {
  std::string names;
  for (auto [name, meaning] : words) {
    if (text == name) {
      value = meaning;
      return Error::success();
    }
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return usage("option '{0}': '{1}' is not one of {2}", option, text, names);
}

/// Sets a field; `o` is the option as written, `v` its value ("" if none).
using Setter = Error (*)(Options &to, StringRef o, StringRef v);

struct Row {
  const char *name;  ///< null: `help` is the title of a group
  const char *value; ///< how the value is called; null = takes none
  const char *help;  ///< null = hidden
  Setter set;
};

template <Show What> Error show(Options &to, StringRef, StringRef) {
  to.show = What;
  return Error::success();
}

Error notBuilt(Options &, StringRef o, StringRef) {
  return usage("option '{0}' is not available in this version", o);
}

//===--- One function per option ------------------------------------------===//

template <typename T> Error assign(T &field, llvm::Expected<T> value) {
  if (!value)
    return value.takeError();
  field = std::move(*value);
  return Error::success();
}

Error setRun(Options &to, StringRef, StringRef) {
  to.run = true;
  return Error::success();
}
Error setNeeds(Options &to, StringRef, StringRef) {
  to.needs = true;
  return Error::success();
}
Error setLink(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a file name", o);
  to.supplies.files.push_back(v.str());
  return Error::success();
}
Error setStub(Options &to, StringRef o, StringRef v) {
  auto [name, value] = v.split('=');
  if (name.empty() || value.empty())
    return usage("option '{0}': '{1}' is not of the form NAME=VALUE", o, v);
  to.supplies.stubs.push_back({name.str(), value.str()});
  return Error::success();
}
Error setCheck(Options &to, StringRef, StringRef v) {
  return assign(to.check.context.checks, CheckSet::parse(v));
}
Error setAllErrors(Options &to, StringRef, StringRef) {
  to.check.context.allErrors = true;
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
Error setLoad(Options &, StringRef, StringRef v) {
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
Error setCheckpoint(Options &to, StringRef, StringRef v) {
  if (v.empty())
    return usage("option '--checkpoint' needs the name of a file");
  to.check.checkpoint = v.str();
  return Error::success();
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
  return readNumber(o, v, to.check.context.limits.megabytes, 1, 1ull << 40);
}
Error setMaxStates(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.check.context.limits.states, 1);
}
Error setMaxDepth(Options &to, StringRef o, StringRef v) {
  return readNumber(o, v, to.check.context.limits.depth, 1);
}
Error setJson(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a file name", o);
  to.jsonFile = v.str();
  return Error::success();
}
Error setTrace(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a file name", o);
  to.traceFile = v.str();
  return Error::success();
}
Error setNoMinimize(Options &to, StringRef, StringRef) {
  to.minimise = false;
  return Error::success();
}
Error setEmit(Options &to, StringRef o, StringRef v) {
  return readWord<Emit>(o, v, to.emit,
                        {{"marked-ir", Emit::MarkedIr},
                         {"program", Emit::Program},
                         {"states", Emit::States},
                         {"finals", Emit::Finals},
                         {"warnings", Emit::Warnings}});
}
Error setFile(std::string &field, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a file name", o);
  field = v.str();
  return Error::success();
}
Error setLocs(Options &to, StringRef o, StringRef v) {
  return setFile(to.reports.emplace_back(), o, v);
}
Error setFormat(Options &to, StringRef o, StringRef v) {
  auto format = formatOf(v);
  if (!format)
    return usage("option '{0}': '{1}' is not one of {2}", o, v, formatWords());
  to.reading.format = *format;
  return Error::success();
}
Error setStrict(Options &to, StringRef, StringRef) {
  to.reading.isStrict = true;
  return Error::success();
}
Error setIncludeSuppressed(Options &to, StringRef, StringRef) {
  to.reading.includeSuppressed = true;
  return Error::success();
}
Error setPathMap(Options &to, StringRef o, StringRef v) {
  auto [from, with] = v.split('=');
  if (from.empty() || !v.contains('='))
    return usage("option '{0}': '{1}' is not of the form FROM=TO", o, v);
  to.reading.pathMaps.push_back({from.str(), with.str()});
  return Error::success();
}
Error setTimePerWarning(Options &to, StringRef o, StringRef v) {
  return readSeconds(o, v, to.secondsPerWarning);
}
Error setTarget(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a place (FILE:LINE or FUNCTION)", o);
  to.target = v.str();
  return Error::success();
}
Error addNames(std::vector<std::string> &to, StringRef o, StringRef v) {
  llvm::SmallVector<StringRef, 8> names;
  v.split(names, ',', -1, /*KeepEmpty=*/false);
  if (names.empty())
    return usage("option '{0}' needs a name", o);
  for (StringRef name : names)
    to.push_back(name.str());
  return Error::success();
}
Error setFunctions(Options &to, StringRef o, StringRef v) {
  return addNames(to.functions, o, v);
}
Error setVariables(Options &to, StringRef o, StringRef v) {
  return addNames(to.variables, o, v);
}
Error setSarif(Options &to, StringRef o, StringRef v) {
  return setFile(to.sarifFile, o, v);
}
Error setSarifFlow(Options &to, StringRef o, StringRef v) {
  return readWord<SarifFlow>(
      o, v, to.exports.flow,
      {{"both", SarifFlow::Both}, {"threads", SarifFlow::Threads}});
}
Error setHtml(Options &to, StringRef o, StringRef v) {
  return setFile(to.exports.html, o, v);
}
Error setWitness(Options &to, StringRef o, StringRef v) {
  return setFile(to.exports.witness, o, v);
}
Error setWitnessFormat(Options &to, StringRef o, StringRef v) {
  return readWord<WitnessFormat>(
      o, v, to.exports.witnessFormat.emplace(),
      {{"yaml", WitnessFormat::Yaml}, {"graphml", WitnessFormat::GraphMl}});
}
Error setSarifProfile(Options &to, StringRef o, StringRef v) {
  return readWord<bool>(o, v, to.sarifForGithub,
                        {{"full", false}, {"github", true}});
}
Error setCodeChecker(Options &to, StringRef o, StringRef v) {
  return setFile(to.codeCheckerFile, o, v);
}
Error setJunit(Options &to, StringRef o, StringRef v) {
  return setFile(to.junitFile, o, v);
}
Error setProgress(Options &to, StringRef o, StringRef v) {
  return readWord<When>(o, v, to.progress,
                        {{"auto", When::Auto},
                         {"always", When::Always},
                         {"never", When::Never}});
}
Error setExplain(Options &to, StringRef o, StringRef v) {
  if (!explanation(v))
    return usage("option '{0}': '{1}' is not a kind of error; there are {2}", o,
                 v, llvm::join(explainedKinds(), ", "));
  to.explain = v.str();
  to.show = Show::Explain;
  return Error::success();
}
Error setVerbose(Options &to, StringRef, StringRef) {
  to.verbose = true;
  return Error::success();
}

//===--- The table --------------------------------------------------------===//

const Row kRows[] = {
    {nullptr, nullptr, "What to do", nullptr},
    {"run", nullptr,
     "execute once, without a search: the program's own output and exit "
     "status; under a random schedule with --seed",
     setRun},
    {"check", "+x,-y",
     "which properties, on top of the default set (--list-checks); without "
     "a sign: these alone",
     setCheck},
    {"all-errors", nullptr,
     "go on after the first error; report each distinct one once",
     setAllErrors},

    {nullptr, nullptr, "Warnings of other tools", nullptr},
    {"locs", "FILE",
     "judge the warnings in FILE, a report of an analyzer or location "
     "sequences (docs/formats.md); may be given more than once",
     setLocs},
    {"format", "NAME",
     "read FILE as this format instead of recognising it: sarif, tsan, "
     "helgrind, infer, goblint, text, plist, native, ...",
     setFormat},
    {"strict", nullptr, "a record that cannot be read is an error", setStrict},
    {"include-suppressed", nullptr,
     "judge also what the tool was told to hide", setIncludeSuppressed},
    {"path-map", "FROM=TO",
     "paths in reports that begin with FROM begin with TO here", setPathMap},
    {"time-per-warning", "S",
     "seconds for a search of its own for a warning that the searches for all "
     "leave open (default 10)",
     setTimePerWarning},

    {"target", "FILE:LINE",
     "ask only whether some schedule comes to this place: exit code 1 if one "
     "does, 0 if none can",
     setTarget},

    {nullptr, nullptr, "What the program lacks", nullptr},
    {"needs", nullptr,
     "list the functions and variables that the program can use and that "
     "nobody defines; exit code 2 if there are any",
     setNeeds},
    {"link", "FILE", "add the definitions of FILE (.bc, .ll, .c, .cc, .cpp)",
     setLink},
    {"stub", "NAME=VALUE", "a function without definition returns VALUE",
     setStub},

    {nullptr, nullptr, "How to search", nullptr},
    {"search", "NAME[:key=value,...]",
     "which search (--list-searches); by default a portfolio: quick and "
     "random searches, then depth-first through all schedules",
     setSearch},
    {"order", "ORDER,...",
     "order of the choices of a state: thread (default), same, switch, "
     "random, interference[:H], rank:T,T,...",
     setOrder},
    {"function", "NAME,...",
     "prefer switches between threads that are in these functions",
     setFunctions},
    {"var", "NAME,...",
     "prefer switches between operations on these global variables",
     setVariables},
    {"bound", "preemptions:N",
     "only schedules with at most N preemptions; also delays:N, depth:N",
     setBound},
    {"load", "FILE.so", "load searches from a shared object", setLoad},
    {"visited", "SET",
     "how states are remembered: fp128 (default), fp64, exact, bitstate:MB",
     setVisited},
    {"seed", "N", "where all randomness comes from (default 1)", setSeed},
    {"jobs", "N", "worker threads; 0 = all cores; default 1", setJobs},
    {"checkpoint", "FILE",
     "a depth-first search that a limit or Ctrl-C stops is kept in FILE; the "
     "same command goes on from there",
     setCheckpoint},
    {"checkpoint-every", "S",
     "seconds after which FILE is written also while the search goes on "
     "(default 300)",
     setCheckpointEvery},

    {nullptr, nullptr, "Limits", nullptr},
    {"time-limit", "S", "seconds", setTimeLimit},
    {"memory-limit", "MB",
     "resident memory (default: three quarters of the machine's)",
     setMemoryLimit},
    {"max-states", "N", "states stored", setMaxStates},
    {"max-depth", "N", "steps of one path", setMaxDepth},
    {"rank-patience", "S",
     "under mpirun: a rank that is silent for S seconds is given up "
     "(default 10)",
     setRankPatience},

    {nullptr, nullptr, "Output", nullptr},
    {"json", "FILE", "the result as JSON; - is standard output", setJson},
    {"trace", "FILE",
     "the error step by step, for rbreplay and other tools; - is standard "
     "output",
     setTrace},
    {"no-minimize", nullptr, "show an error as it was found, not shortened",
     setNoMinimize},
    {"html", "FILE", "a page to step through the error in a browser", setHtml},
    {"sarif", "FILE",
     "the errors as SARIF 2.1.0; with --locs: the warnings, each with its "
     "verdict",
     setSarif},
    {"sarif-flow", "WHICH",
     "code flows of an error: both (default; merged and exact), or threads "
     "(the exact one only)",
     setSarifFlow},
    {"sarif-profile", "NAME",
     "full (default), or github: what GitHub code scanning shows",
     setSarifProfile},
    {"witness", "FILE",
     "a verification witness of the first error, YAML 2.2 or GraphML 1.0",
     setWitness},
    {"witness-format", "FORMAT",
     "yaml or graphml; by default GraphML if FILE ends in .graphml",
     setWitnessFormat},
    {"codechecker", "FILE", "with --locs: a review file for CodeChecker",
     setCodeChecker},
    {"junit", "FILE", "with --locs: one JUnit test case per warning", setJunit},
    {"emit", "STAGE",
     "print an intermediate stage: marked-ir, program, states, warnings "
     "(what --locs was understood as)",
     setEmit},
    {"progress", "WHEN", "a live line: auto (default), always, never",
     setProgress},
    {"verbose", nullptr, "show internals, too", setVerbose},

    {nullptr, nullptr, "Information", nullptr},
    {"help", nullptr, "this text", show<Show::Help>},
    {"version", nullptr, "version of rbcheck and LLVM", show<Show::Version>},
    {"list-searches", nullptr, "searches and their parameters",
     show<Show::Searches>},
    {"list-models", nullptr, "library functions that are modelled",
     show<Show::Models>},
    {"list-checks", nullptr, "properties that can be checked",
     show<Show::Checks>},
    {"explain", "KIND",
     "what an error of this kind means, an example, and usual fixes",
     setExplain},

    // Words of the contract for later versions.
    {"por", "", nullptr, notBuilt},
};

const Row *findRow(StringRef name) {
  for (const Row &row : kRows)
    if (row.name && name == row.name)
      return &row;
  return nullptr;
}

Error unknownOption(StringRef written, StringRef name) {
  const Row *nearest = nullptr;
  unsigned least = 3;
  for (const Row &row : kRows)
    if (row.name && row.help)
      if (unsigned distance = name.edit_distance(row.name, true, least);
          distance < least) {
        least = distance;
        nearest = &row;
      }
  if (nearest)
    return usage("unknown option '{0}'; did you mean '--{1}'?", written,
                 nearest->name);
  return usage("unknown option '{0}'; see rbcheck --help", written);
}

/// The words of `help` from `column` on, in lines of at most 80 characters.
/// The first line has `used` characters already.
std::string wrapAt(StringRef help, size_t column, size_t used) {
  llvm::SmallVector<StringRef, 32> words;
  help.split(words, ' ', -1, /*KeepEmpty=*/false);
  std::string text(column - used, ' ');
  size_t at = column;
  for (StringRef word : words) {
    if (at > column && at + 1 + word.size() > 80) {
      text += "\n" + std::string(column, ' ');
      at = column;
    }
    if (at > column) {
      text += ' ';
      ++at;
    }
    text += word;
    at += word.size();
  }
  return text + "\n";
}

/// Three quarters of the machine's memory: better to stop than to be stopped.
uint64_t defaultMemoryLimit() {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0)
    return 0;
  return (uint64_t(pages) * uint64_t(size) >> 20) / 4 * 3;
}

Error readOption(Options &options, int argc, const char *const *argv, int &i) {
  StringRef word = argv[i];
  auto [written, value] = word.split('=');
  StringRef name = written;
  if (written == "-h")
    name = "help";
  else if (!name.consume_front("--"))
    return unknownOption(written, written.drop_front());
  const Row *row = findRow(name);
  if (!row)
    return unknownOption(written, name);
  bool hasValue = word.contains('=');
  if (!row->value) {
    if (hasValue)
      return usage("option '{0}' takes no value", written);
  } else if (!hasValue) {
    if (i + 1 >= argc || StringRef(argv[i + 1]) == "--")
      return usage("option '{0}' needs a value ({0}={1})", written,
                   *row->value ? row->value : "...");
    value = argv[++i];
  }
  return row->set(options, written, value);
}

/// Options that need reports to judge.
Error checkReports(const Options &options) {
  if (!options.reports.empty())
    return Error::success();
  for (auto [isGiven, name] :
       {std::pair(options.emit == Emit::Warnings, "--emit=warnings"),
        std::pair(!options.codeCheckerFile.empty(), "--codechecker"),
        std::pair(!options.junitFile.empty(), "--junit")})
    if (isGiven)
      return usage("option '{0}' needs warnings (--locs=FILE)", name);
  return Error::success();
}

/// Files that show errors: not of a single run, and one at most to standard
/// output.
Error checkOutputs(const Options &options) {
  const char *standard = nullptr;
  for (auto [file, name] : {std::pair(&options.jsonFile, "--json"),
                            std::pair(&options.traceFile, "--trace"),
                            std::pair(&options.sarifFile, "--sarif"),
                            std::pair(&options.exports.html, "--html"),
                            std::pair(&options.exports.witness, "--witness")}) {
    if (file->empty())
      continue;
    if (options.run)
      return usage("option '--run' cannot be combined with {0}", name);
    if (*file == "-" && standard)
      return usage("only one of {0} and {1} can be standard output", standard,
                   name);
    if (*file == "-")
      standard = name;
  }
  for (auto [file, name] : {std::pair(&options.exports.html, "--html"),
                            std::pair(&options.exports.witness, "--witness")})
    if (!file->empty() && !options.reports.empty())
      return usage("option '{0}' cannot be combined with --locs", name);
  return Error::success();
}

} // namespace

llvm::Expected<Options> parseOptions(int argc, const char *const *argv) {
  Options options;
  options.check.context.limits.megabytes = defaultMemoryLimit();
  int i = 1;
  for (; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (word.starts_with("-") && word != "-") {
      if (Error error = readOption(options, argc, argv, i))
        return std::move(error);
    } else if (options.program.empty()) {
      options.program = word.str();
    } else {
      return usage("two programs given, '{0}' and '{1}'; arguments of the "
                   "program go behind --",
                   options.program, word);
    }
  }
  options.check.machine.memoryLimit = options.check.context.limits.megabytes
                                      << 20;
  options.check.machine.arguments.push_back(options.program);
  for (; i < argc; ++i)
    options.check.machine.arguments.push_back(argv[i]);
  if (options.search) {
    llvm::Expected<SearchSpec> spec = SearchSpec::parse(*options.search);
    if (!spec)
      return spec.takeError();
    options.check.search = *spec;
  }
  if (options.show != Show::Nothing)
    return options;
  if (Error error = checkReports(options))
    return std::move(error);
  if (options.program.empty() && options.emit != Emit::Warnings)
    return usage("no program given; see rbcheck --help");
  if (options.run && (options.check.search || options.emit != Emit::None))
    return usage("option '--run' cannot be combined with {0}",
                 options.check.search ? "--search" : "--emit");
  if (!options.check.checkpoint.empty()) {
    if (options.check.search && options.check.search->text() != "dfs")
      return usage("option '--checkpoint' needs --search=dfs, or none");
    VisitedKind kind = options.check.context.visited.kind;
    if (kind != VisitedKind::Fp128 && kind != VisitedKind::Fp64)
      return usage("option '--checkpoint' needs --visited=fp128 or fp64");
  }
  if (Error error = checkOutputs(options))
    return std::move(error);
  return options;
}

std::string helpText() {
  std::string text =
      "Usage: rbcheck [options] PROGRAM [-- ARGS...]\n"
      "\n"
      "Checks a concurrent program in all its schedules: finds an error and "
      "shows how\nit comes about, or says how far it looked. PROGRAM is "
      "LLVM bitcode (.bc, .ll),\nan executable built under rbbuild, or one C or C++ "
      "source file.\n";
  constexpr size_t kHelpColumn = 22;
  for (const Row &row : kRows) {
    if (!row.name) {
      text += "\n" + std::string(row.help) + ":\n";
      continue;
    }
    if (!row.help)
      continue;
    std::string line = "  --" + std::string(row.name);
    if (row.value)
      line += "=" + std::string(row.value);
    if (line.size() >= kHelpColumn)
      line += "\n";
    text += line + wrapAt(row.help, kHelpColumn,
                          line.size() < kHelpColumn ? line.size() : 0);
  }
  text += "\nExit code: 0 no error (search complete), 1 error found, 2 "
          "inconclusive,\n3 bad input or usage, 4 bug in rbcheck.\n";
  return text;
}

} // namespace rbcheck
