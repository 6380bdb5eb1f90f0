//===- tools/rbcheck/main.cpp - rbcheck, from options to a verdict --------===//
//
// The whole tool as one picture: read options, load, run the pipeline, decode,
// build the machine, search, report. Every arrow is a function with a value in
// and a value out; errors of the input travel up to here and become text.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"
#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/CheckMode.h"
#include "tools/rbcheck/Inform.h"
#include "tools/rbcheck/MpiSession.h"
#include "tools/rbcheck/Needs.h"
#include "tools/rbcheck/Output.h"
#include "tools/rbcheck/RunMode.h"
#include "tools/rbcheck/TargetMode.h"
#include "tools/rbcheck/TestMode.h"
#include "tools/rbcheck/TriageMode.h"
#include "tools/rbcheck/WarningsMode.h"

#include "interp/exec/Handlers.h"
#include "interp/exec/Model.h"
#include "interp/exec/Symbolic.h"
#include "interp/program/Decode.h"
#include "interp/program/Dump.h"

#include "search/solver/SolverPool.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace rbcheck;

static int reportError(llvm::Error error) {
  llvm::errs() << "rbcheck: " << llvm::toString(std::move(error)) << "\n";
  return kExitBadInput;
}

/// What is to be known before the search: the input, and how the program was
/// made.
static llvm::Error learn(Options &options, const llvm::Module &module) {
  options.input = StandardInput::piped();
  if (!options.inputFile.empty()) {
    auto input = StandardInput::fromFile(options.inputFile);
    if (!input)
      return input.takeError();
    options.input = std::move(*input);
  }
  options.check.machine.input = options.input;
  options.facts = factsOf(module);
  options.framework = frameworkOf(module);
  if (options.tests && options.framework == Framework::None)
    return llvm::createStringError(
        options.program +
        ": option '--gtest': no test of GoogleTest, Catch2 or doctest in it");
  if (options.facts.isOptimised)
    llvm::errs() << "rbcheck: note: " << options.program
                 << " was optimised: the compiler may have moved or merged "
                    "accesses; -O0 -g keeps them as the source has them\n";
  if (!options.facts.ignoredOpenMp.empty())
    options.check.context.approximations.push_back({ApproximationKind::OpenMp,
                                                    "",
                                                    options.facts.ignoredOpenMp,
                                                    {},
                                                    false});
  if (options.facts.hasSerialAlgorithms)
    options.check.context.approximations.push_back(
        {ApproximationKind::ParallelAlgorithms, "", "", {}, false});
  return llvm::Error::success();
}

/// What --memory-model=auto is for this program.
static void settleMemory(Options &options, const Program &program) {
  const AtomicOrders &orders = program.orders;
  options.check.machine.memory =
      options.memory.value_or(!orders.hasWeak    ? MemoryModel::Sc
                              : orders.weakIsAsm ? MemoryModel::Tso
                                                 : MemoryModel::C11);
}

/// A memory limit that is passed before a search begins would stop every one.
static llvm::Error checkMemoryLimit(const Options &options) {
  const uint64_t limit = options.check.context.limits.megabytes,
                 base = baseMb();
  if (!limit || base < limit)
    return llvm::Error::success();
  const uint64_t enough = (base * 5 / 4 + 9) / 10 * 10;
  return llvm::createStringError(
      llvm::formatv("option '--memory-limit': {0} MB is too little: rbcheck "
                    "takes {1} MB with {2} before a search begins; give {3} or "
                    "more",
                    limit, base, options.program, enough)
          .str());
}

/// Signals interrupt threads between any two accesses, so there are no larger
/// steps.
static void settleSignals(Options &options, const Program &program) {
  Steps &steps = options.check.machine.steps;
  if (steps == Steps::Access || !sendsSignals(program))
    return;
  steps = Steps::Access;
  llvm::errs() << "rbcheck: note: --steps=access is used instead of sync: the "
                  "program can send signals\n";
}

/// Inputs are open if the program has some.
static void settleInputs(Options &options, const Program &program) {
  Inputs inputs = options.inputs;
  const bool asks =
      options.symbolic &&
      (inputs.arguments || inputs.stdinBytes || asksForInputs(program));
  if (options.run || (!asks && inputs.unset == Unset::Fill))
    return;
  inputs.answers = asks;
  inputs.program = shadowed(program);
  if (!asks && inputs.unset == Unset::Report) {
    options.check.machine.inputs = std::make_shared<Inputs>(std::move(inputs));
    return;
  }
  SolverLimits limits;
  limits.work = uint32_t(options.solverWork * 1000);
  limits.run = options.check.context.limits;
  limits.run.interrupted = &interruptFlag();
  options.solvers = std::make_shared<SolverPool>(limits);
  inputs.makeSolver = [pool = options.solvers] { return pool->borrower(); };
  options.check.machine.inputs = std::make_shared<Inputs>(std::move(inputs));
}

/// An error of the file; or its compiler was interrupted, which is a verdict.
static int reportLoadError(llvm::Error error, Options &options) {
  int code = reportError(std::move(error));
  if (!interruptFlag())
    return code;
  if (options.run || options.needs || options.emit != Emit::None ||
      !options.target.empty())
    return kExitInconclusive;
  options.input = StandardInput::piped();
  return options.reports.empty() || options.check.search
             ? reportInterrupted(options)
             : triageMode(Program(), options);
}

/// For what is one process: several would all write the same files.
static int judgeAlone(int (*mode)(const Program &, const Options &),
                      const char *option, const Program &program,
                      const Options &options,
                      const Installation &installation) {
  auto session = MpiSession::start(installation);
  if (!session)
    return reportError(session.takeError());
  if (!*session)
    return mode(program, options);
  if ((*session)->rank() == 0)
    reportError(llvm::createStringError(
        "option '" + llvm::Twine(option) +
        "' cannot be used under mpirun; give --jobs=N"));
  (*session)->finish(true, kExitBadInput);
  return kExitBadInput;
}

static int checkFile(Options options, const char *argv0) {
  for (const std::string &note : options.notes)
    llvm::errs() << "rbcheck: note: " << note << "\n";
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv0);
  auto module =
      loadModule(options.program, context, installation, options.compile);
  if (!module)
    return reportLoadError(module.takeError(), options);
  setCrashStage(Stage::Checking, options.program);
  llvm::Error error =
      supply(**module, options.supplies, installation, options.compile);
  if (!error)
    error = learn(options, **module);
  if (!error)
    error = prepareModule(**module, installation, /*hooks=*/!options.run,
                          options.inputs.unset != Unset::Fill);
  if (error)
    return reportError(std::move(error));
  if (interruptFlag())
    return reportLoadError(
        llvm::createStringError(options.program +
                                ": interrupted while it was prepared"),
        options);
  if (options.needs)
    return needsMode(**module);
  if (options.emit == Emit::MarkedIr)
    return llvm::outs() << **module, kExitNoError;
  llvm::Expected<Program> program = decode(**module, findModel);
  if (!program)
    return reportError(program.takeError());
  module->reset();
  settleMemory(options, *program);
  settleSignals(options, *program);
  settleInputs(options, *program);
  if (options.emit == Emit::Program)
    return llvm::outs() << dump(*program), kExitNoError;
  if (llvm::Error tooLittle = checkMemoryLimit(options))
    return reportError(std::move(tooLittle));
  if (options.run)
    return runMode(*program, options);
  if (options.tests)
    return judgeAlone(testMode, "--gtest", *program, options, installation);
  if (!options.target.empty())
    return targetMode(*program, options);
  return options.reports.empty() || options.check.search
             ? checkMode(*program, options, installation)
             : judgeAlone(triageMode, "--locs", *program, options,
                          installation);
}

static int run(int argc, char **argv) {
  llvm::Expected<Options> options = parseOptions(argc, argv);
  if (!options)
    return reportError(options.takeError());
  if (!options->run && options->emit == Emit::None)
    outliveReaders();
  if (options->emit == Emit::Warnings && options->show == Show::Nothing)
    return warningsMode(*options);
  if (options->show == Show::Nothing)
    return checkFile(*options, argv[0]);
  llvm::outs() << inform(*options, Installation::find(argv[0]));
  return kExitNoError;
}

int main(int argc, char **argv) {
  installCrashHandlers("rbcheck");
  return finishOutput(run(argc, argv));
}
