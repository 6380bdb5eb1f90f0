//===- test/oracle/main.cpp - rbcheck-oracle ------------------------------===//
//
//   rbcheck-oracle [--spurious=on|off] [--max-states=N] [--verbose] PROGRAM.bc
//
// A second reference for verdicts. It shares no line with rbcheck: it reads the
// bitcode that clang wrote, unmarked, walks LLVM's instructions, and has its
// own memory, library, races and search. Slow and obvious; for small programs.
//
// Prints, sorted, what can happen:
//
//   error KIND FILE:LINE             for races two places, for deadlocks none
//   maybe KIND FILE:LINE             found only if threads may stop where no
//                                    other thread can see it (Explorer.h)
//   exit STATUS
//
// then `complete`, or `cut` if there were more states than --max-states. Exit
// code 0; 3 after `unsupported WHAT` (it never guesses) or if the file cannot
// be read; 4 if its two race tests contradict each other.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Explorer.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace oracle;

namespace {

struct CommandLine {
  Options options;
  size_t maxStates = 300'000;
  bool isVerbose = false;
  std::string file;
};

std::optional<CommandLine> parse(int argc, char **argv) {
  CommandLine line;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word = argv[i];
    if (word == "--spurious=on" || word == "--spurious=off")
      line.options.spurious = word.ends_with("on");
    else if (word.consume_front("--max-states=")) {
      if (word.getAsInteger(10, line.maxStates))
        return std::nullopt;
    } else if (word == "--verbose")
      line.isVerbose = true;
    else if (word.starts_with("-") || !line.file.empty())
      return std::nullopt;
    else
      line.file = word.str();
  }
  if (line.file.empty())
    return std::nullopt;
  return line;
}

int check(const llvm::Module &module, const CommandLine &line) {
  Program program(module);
  Explorer explorer(program, line.options, line.maxStates);
  Findings finest = explorer.finest();
  Findings eager = explorer.eager();
  std::set<std::string> lines;
  auto may = [&](const std::string &error) {
    lines.insert((eager.errors.count(error) ? "error " : "maybe ") + error);
  };
  for (const Findings *findings : {&finest, &eager})
    for (const auto *errors : {&findings->errors, &findings->doubts})
      for (const std::string &error : *errors)
        may(error);
  for (int status : finest.exits)
    lines.insert("exit " + std::to_string(status));
  for (const std::string &text : lines)
    llvm::outs() << text << "\n";
  llvm::outs() << (finest.isCut || eager.isCut ? "cut\n" : "complete\n");
  if (line.isVerbose)
    llvm::outs() << "states " << finest.states << ", eager " << eager.states
                 << "; the clocks saw " << (finest.clocksSawRace ? "a" : "no")
                 << " race\n";
  if (finest.clocksSawRace && !finest.hasRace && !finest.isCut) {
    llvm::errs() << "rbcheck-oracle: the clocks see a race, the states none\n";
    return 4;
  }
  for (const std::string &error : eager.errors)
    if (!finest.isCut && !finest.errors.count(error) &&
        !finest.doubts.count(error)) {
      llvm::errs() << "rbcheck-oracle: found eagerly only: " << error << "\n";
      return 4;
    }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  std::optional<CommandLine> line = parse(argc, argv);
  if (!line) {
    llvm::errs()
        << "usage: rbcheck-oracle [--spurious=on|off] [--max-states=N] "
           "[--verbose] PROGRAM.bc\n";
    return 3;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIRFile(line->file, problem, context);
  if (!module) {
    problem.print("rbcheck-oracle", llvm::errs());
    return 3;
  }
  try {
    return check(*module, *line);
  } catch (const Unsupported &unsupported) {
    llvm::outs() << "unsupported " << unsupported.what << "\n";
    return 3;
  }
}
