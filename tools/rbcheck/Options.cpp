//===- tools/rbcheck/Options.cpp - The command line of rbcheck ------------===//
//
// Tables of rows, read by the parser and by --help. It is our own and not
// LLVM's cl::opt: libLLVM brings hundreds of options that would be accepted
// with ours, and its messages are more than a line.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "tools/load/Load.h"

#include "llvm/ADT/SmallVector.h"

#include <unistd.h>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::StringRef;
using options::allRows;
using options::dashed;
using options::isLetter;
using options::Row;
using options::usage;

/// Letters for options that have a longer name.
constexpr std::pair<char, const char *> kLetters[] = {
    {'h', "help"}, {'j', "jobs"}, {'v', "verbose"}};

const Row *findRow(StringRef name) {
  for (const Row &row : allRows())
    if (row.name && name == row.name)
      return &row;
  return nullptr;
}

/// An option as it stands in a word of the command line.
struct Written {
  StringRef option;               ///< with its dashes
  const Row *row;                 ///< null if there is none
  std::optional<StringRef> value; ///< none: not in this word
};

/// -Ifolder, -j4, -v: one letter, its value at once or as the next word.
Written readLetter(StringRef word) {
  StringRef name = word.substr(1, 1), rest = word.substr(2);
  for (auto [letter, longer] : kLetters)
    if (name == StringRef(&letter, 1))
      name = longer;
  const Row *row = findRow(name);
  // A longer word is a mistake, unless the letter takes a value.
  if (!row || (!rest.empty() && !row->value))
    return {word.split('=').first, nullptr, std::nullopt};
  if (rest.empty())
    return {word, row, std::nullopt};
  return {word.take_front(2), row, rest};
}

Written readWritten(StringRef word) {
  if (!word.starts_with("--"))
    return readLetter(word);
  auto [option, value] = word.split('=');
  const Row *row = findRow(option.drop_front(2));
  if (row && isLetter(*row))
    row = nullptr;
  if (!word.contains('='))
    return {option, row, std::nullopt};
  return {option, row, value};
}

Error unknownOption(StringRef written, StringRef name) {
  const Row *nearest = nullptr;
  unsigned least = 3;
  for (const Row &row : allRows())
    if (row.name && row.help && !isLetter(row))
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

Error readOption(Options &options, int argc, const char *const *argv, int &i,
                 std::vector<const Row *> &given) {
  auto [option, row, value] = readWritten(argv[i]);
  if (!row)
    return unknownOption(option, option.ltrim('-'));
  if (!row->value) {
    if (value)
      return usage("option '{0}' takes no value", option);
  } else if (!value) {
    if (i + 1 >= argc || StringRef(argv[i + 1]) == "--")
      return usage("option '{0}' needs a value ({0}{1}{2})", option,
                   isLetter(*row) ? "" : "=", *row->value ? row->value : "...");
    value = argv[++i];
  }
  given.push_back(row);
  return row->set(options, option, value.value_or(""));
}

/// What the run is, and the option that makes it so.
std::pair<options::Mode, const char *> modeOf(const Options &options) {
  using namespace options;
  if (options.emit == Emit::Warnings)
    return {kReads, "--emit=warnings"};
  if (options.needs)
    return {kNeeds, "--needs"};
  if (options.emit == Emit::MarkedIr)
    return {kPrints, "--emit=marked-ir"};
  if (options.emit == Emit::Program)
    return {kPrints, "--emit=program"};
  if (options.run)
    return {kRuns, "--run"};
  if (options.tests)
    return options.listTests ? std::pair(kLists, "--gtest-list")
                             : std::pair(kTests, "--gtest");
  if (!options.target.empty())
    return {kAsks, "--target"};
  if (options.reports.empty())
    return {kChecks, nullptr};
  return options.search ? std::pair(kGuided, "--search with --locs")
                        : std::pair(kJudges, "--locs");
}

/// Refuses what would do nothing.
Error checkGiven(const Options &options, llvm::ArrayRef<const Row *> given) {
  auto [mode, because] = modeOf(options);
  for (const Row *row : given) {
    if (row->modes & mode)
      continue;
    if (because)
      return usage("option '{0}' cannot be combined with {1}", because,
                   dashed(*row));
    return usage("option '{0}' needs warnings (--locs=FILE){1}", dashed(*row),
                 row->modes & options::kAsks    ? " or a place (--target)"
                 : row->modes & options::kTests ? " or tests (--gtest)"
                                                : "");
  }
  const Bounds &bounds = options.check.context.policies.bounds;
  if ((mode == options::kJudges || mode == options::kAsks) &&
      (bounds.delays || bounds.depth))
    return usage("option '{0}' can only be combined with "
                 "--bound=preemptions:N",
                 because);
  return Error::success();
}

/// What is said of sources, if there are none.
Error checkSources(const Options &options, llvm::ArrayRef<const Row *> given) {
  if (isSourceFile(options.program) ||
      llvm::any_of(options.supplies.files, isSourceFile))
    return Error::success();
  for (const Row *row : given)
    if (options::isForSources(*row))
      return usage("option '{0}' is for source files, and {1} is none",
                   dashed(*row), options.program);
  return Error::success();
}

/// Large steps need the check for races, and are too large for who looks at
/// single accesses.
void settleSteps(Options &options) {
  Steps &steps = options.check.machine.steps;
  if (steps == Steps::Access)
    return;
  const auto [mode, because] = modeOf(options);
  std::string why;
  if (!options.check.context.checks.has(FaultKind::DataRace))
    why = "data races are not checked";
  else if (options.check.context.checks.has(FaultKind::NonTermination))
    why = "termination is a matter of every single step";
  else if (options.check.context.checks.has(FaultKind::RaceBothOrders))
    why = "race-both-orders is about single accesses";
  else if (mode == options::kJudges || mode == options::kAsks)
    why = std::string(because) + " is about single accesses";
  else if (options.check.search && options.check.search->seesAccesses())
    why = "--search=" + options.check.search->text() +
          " is about single accesses";
  if (why.empty())
    return;
  steps = Steps::Access;
  if (options.hasSteps)
    options.notes.push_back("--steps=access is used instead of sync: " + why);
}

/// What a search that always reduces cannot be combined with.
Error checkReduction(const Options &options) {
  const CheckOptions &check = options.check;
  if (!check.search || check.search->reduces() != Reduces::Always)
    return Error::success();
  auto refuse = [&](const char *option, const char *why) {
    return usage("option '{0}' cannot be combined with --search={1}: {2}",
                 option, check.search->text(), why);
  };
  if (check.context.policies.bounds.countsSwitches())
    return refuse("--bound", "what it leaves out may stand for schedules with "
                             "fewer switches");
  if (check.reduce == Reduce::Off)
    return refuse("--reduce=off", "it is a reduction");
  if (check.jobs > 1 && !check.search->make()->another())
    return refuse("--jobs", "it has one worker");
  return Error::success();
}

} // namespace

const std::vector<Row> &options::allRows() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all;
    for (llvm::ArrayRef<Row> part :
         {taskRows(), warningRows(), searchRows(), outputRows()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return rows;
}

llvm::Expected<Options> parseOptions(int argc, const char *const *argv) {
  Options options;
  options.check.context.limits.megabytes = defaultMemoryLimit();
  std::vector<const Row *> given;
  int i = 1;
  for (; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (word.starts_with("-") && word != "-") {
      if (Error error = readOption(options, argc, argv, i, given))
        return std::move(error);
    } else if (options.program.empty()) {
      options.program = word.str();
    } else {
      return usage("two programs given, '{0}' and '{1}'; arguments of the "
                   "program go behind --, further files of it into --link=FILE",
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
  if (Error error = checkGiven(options, given))
    return std::move(error);
  if (Error error = checkSources(options, given))
    return std::move(error);
  settleSteps(options);
  if (options.emit == Emit::Warnings && options.reports.empty())
    return usage("option '--emit=warnings' needs warnings (--locs=FILE)");
  if (options.search && !options.reports.empty() &&
      !options.check.search->wantsGuide())
    return usage("option '--locs': the search '{0}' follows no locations; "
                 "without --search the warnings are judged",
                 *options.search);
  if (options.program.empty() && options.emit != Emit::Warnings)
    return usage("no program given; see rbcheck --help");
  if (Error error = checkReduction(options))
    return std::move(error);
  if (!options.check.checkpoint.empty()) {
    if (options.check.search && options.check.search->text() != "dfs")
      return usage("option '--checkpoint' needs --search=dfs, or none");
    VisitedKind kind = options.check.context.visited.kind;
    if (kind != VisitedKind::Fp128 && kind != VisitedKind::Fp64)
      return usage("option '--checkpoint' needs --visited=fp128 or fp64");
    if (options.check.context.checks.has(FaultKind::NonTermination))
      return usage("option '--checkpoint' cannot be used with the check "
                   "'termination', which looks at all states together");
  }
  if (options.check.reduce == Reduce::On) {
    if (!options.check.checkpoint.empty())
      return usage("option '--reduce=on' cannot be used with --checkpoint");
    const bool isOne = options.check.search && !options.check.search->isTeam();
    if (isOne && options.check.jobs > 1)
      return usage(
          "option '--reduce=on' cannot be used with --jobs: it has one "
          "worker; without --search one of them reduces");
    if (isOne && options.check.search->reduces() == Reduces::Never)
      return usage("option '--reduce=on': the search '{0}' cannot be reduced; "
                   "--search=dfs can",
                   *options.search);
  }
  // What is printed of every state is asked for of all of them.
  if (options.emit != Emit::None && options.check.reduce == Reduce::Auto)
    options.check.reduce = Reduce::Off;
  const VisitedOptions &visited = options.check.context.visited;
  const uint64_t limit = options.check.context.limits.megabytes;
  if (visited.kind == VisitedKind::Bitstate && limit &&
      visited.megabytes >= limit)
    return usage("option '--visited': {0} MB do not fit into the memory limit "
                 "of {1} MB",
                 visited.megabytes, limit);
  if (Error error = checkDistinct(namedFiles(options)))
    return std::move(error);
  return options;
}

std::vector<NamedFile> namedFiles(const Options &options) {
  std::vector<NamedFile> files;
  auto add = [&](const char *role, const std::string &name, bool isOutput) {
    if (!name.empty())
      files.push_back({role, name, isOutput});
  };
  add("--json", options.jsonFile, true);
  add("--trace", options.traceFile, true);
  add("--sarif", options.sarifFile, true);
  add("--codechecker", options.codeCheckerFile, true);
  add("--junit", options.junitFile, true);
  add("--html", options.exports.html, true);
  add("--witness", options.exports.witness, true);
  add("--checkpoint", options.check.checkpoint, true);
  add("the program", options.program, false);
  if (std::string bitcode = findBitcode(options.program);
      bitcode != options.program)
    add("the program's bitcode", bitcode, false);
  add("--stdin", options.inputFile, false);
  for (const std::string &file : options.reports)
    add("--locs", file, false);
  for (const std::string &file : options.supplies.files)
    add("--link", file, false);
  for (const std::string &file : options.plugins)
    add("--load", file, false);
  return files;
}

std::string helpText() {
  std::string text =
      "Usage: rbcheck [options] PROGRAM [-- ARGS...]\n"
      "\n"
      "Checks a concurrent program in all its schedules: finds an error and "
      "shows how\nit comes about, or says how far it looked. PROGRAM is "
      "LLVM bitcode (.bc, .ll),\nan executable built under rbbuild, or one C "
      "or C++ "
      "source file.\n";
  constexpr size_t kHelpColumn = 22;
  for (const Row &row : allRows()) {
    if (!row.name) {
      text += "\n" + std::string(row.help) + ":\n";
      continue;
    }
    if (!row.help)
      continue;
    std::string line = "  " + dashed(row);
    if (row.value)
      line += (isLetter(row) ? "" : "=") + std::string(row.value);
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
