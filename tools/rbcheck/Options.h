//===- tools/rbcheck/Options.h - The command line of rbcheck --------------===//
//
// Reads the command line into plain structs with defaults. A new option is a
// field (here, or in the struct of the module it is for), a row in the file of
// its topic, which says in which modes it works (OptionRow.h), and a paragraph
// of docs/man/rbcheck.md. Tested by test/cli/usage.test and
// test/cli/searches.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Inputs.h"
#include "search/files/Names.h"
#include "search/solver/SolverPool.h"
#include "tools/load/ModuleFacts.h"
#include "tools/load/StandardInput.h"
#include "tools/load/Supply.h"
#include "tools/load/TestHooks.h"
#include "tools/warnings/Import.h"

#include "tools/report/Export.h"

#include "search/run/Driver.h"
#include "search/triage/Triage.h"

#include <string>
#include <vector>

namespace rbcheck {

enum class Emit : uint8_t { None, MarkedIr, Program, States, Finals, Warnings };
enum class Show : uint8_t {
  Nothing,
  Help,
  Version,
  Searches,
  Models,
  Checks,
  Explain,
  BashCompletion,
  ZshCompletion
};
enum class When : uint8_t { Auto, Always, Never };

struct Options {
  std::string program;               ///< file to check
  Show show = Show::Nothing;         ///< print this instead
  std::string explain;               ///< the error kind, for Show::Explain
  std::optional<std::string> search; ///< as given; see `check.search`
  bool run = false;
  bool needs = false;     ///< print what the program lacks instead
  bool tests = false;     ///< check every test of a framework (--gtest)
  bool listTests = false; ///< only list them
  bool hasSeed = false;
  bool hasSteps = false; ///< --steps was given
  /// --memory-model; none: what the program asks for (settleMemory).
  std::optional<MemoryModel> memory;
  bool verbose = false;
  Emit emit = Emit::None;
  When progress = When::Auto;
  double rankPatience = 10;         ///< seconds until a silent rank is given up
  std::string jsonFile;             ///< "" = none, "-" = standard output
  std::string traceFile;            ///< the same
  bool minimise = true;             ///< shorten the trace of an error
  CompileOptions compile;           ///< of sources
  Supplies supplies;                ///< definitions beside those of the program
  std::vector<std::string> reports; ///< warnings to triage (--locs)
  ReadOptions reading;              ///< how they are read
  double secondsPerWarning = 0;     ///< 0 = not given
  GuideUse guide = GuideUse::Late;
  std::string explainVerdict; ///< id of a warning to explain, or ""
  std::string target;         ///< file:line to be reached, or ""
  std::vector<std::string> functions, variables; ///< to prefer
  std::string sarifFile; ///< "" = none, "-" = standard output
  bool sarifForGithub = false;
  ExportFiles exports; ///< --html, --witness, and which code flows of SARIF
  std::string codeCheckerFile;
  std::string junitFile;
  std::vector<std::string> plugins;     ///< of --load, which are loaded already
  std::string inputFile;                ///< --stdin, or "": what is piped in
  std::shared_ptr<StandardInput> input; ///< also in check.machine
  std::vector<std::string> notes;       ///< what is not done as it was asked
  ModuleFacts facts;                    ///< of the program, once it is loaded
  Framework framework = Framework::None; ///< the same
  bool symbolic = true;                  ///< inputs are
  Inputs inputs;                         ///< how, if so
  uint64_t solverWork = 50000;           ///< in thousands
  std::shared_ptr<SolverPool> solvers;   ///< null: inputs are not open
  CheckOptions check;                    ///< arguments of the program included
};

/// Reads the command line; a message for the user if it is wrong.
llvm::Expected<Options> parseOptions(int argc, const char *const *argv);

/// Every file that the options name, with the option.
std::vector<NamedFile> namedFiles(const Options &options);

/// What --help prints.
std::string helpText();

} // namespace rbcheck
