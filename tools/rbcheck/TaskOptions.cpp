//===- tools/rbcheck/TaskOptions.cpp - What to do, and with what ---------===//
//
// Options that say what is asked of the program, and what it lacks.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

namespace rbcheck::options {
namespace {

Error setRun(Options &to, StringRef, StringRef) {
  to.run = true;
  return Error::success();
}
Error setTests(Options &to, StringRef, StringRef) {
  to.tests = true;
  return Error::success();
}
Error setListTests(Options &to, StringRef, StringRef) {
  to.tests = to.listTests = true;
  return Error::success();
}
Error setNeeds(Options &to, StringRef, StringRef) {
  to.needs = true;
  return Error::success();
}
Error setLink(Options &to, StringRef o, StringRef v) {
  return readFileName(o, v, to.supplies.files.emplace_back());
}
Error setStub(Options &to, StringRef o, StringRef v) {
  auto [name, value] = v.split('=');
  if (name.empty() || value.empty())
    return usage("option '{0}': '{1}' is not of the form NAME=VALUE", o, v);
  to.supplies.stubs.push_back({name.str(), value.str()});
  return Error::success();
}
Error setStd(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a standard, as in {0}=c++23", o);
  to.compile.flags.push_back("-std=" + v.str());
  return Error::success();
}
Error setCflags(Options &to, StringRef, StringRef v) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 16> words;
  llvm::cl::TokenizeGNUCommandLine(v, saver, words);
  to.compile.flags.insert(to.compile.flags.end(), words.begin(), words.end());
  return Error::success();
}
/// -I and -D.
Error setFlag(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a value", o);
  to.compile.flags.push_back((o + v).str());
  return Error::success();
}
Error setBuildFolder(Options &to, StringRef o, StringRef v) {
  return readFileName(o, v, to.compile.buildFolder);
}
Error setCheck(Options &to, StringRef, StringRef v) {
  if (llvm::Error error = assign(to.check.context.checks, CheckSet::parse(v)))
    return error;
  to.check.machine.racesInSections =
      to.check.context.checks.has(FaultKind::DataRace);
  to.check.machine.locksets =
      to.check.context.checks.has(FaultKind::RaceBothOrders);
  to.check.machine.checksHandlers =
      to.check.context.checks.has(FaultKind::SignalUnsafeCall);
  return llvm::Error::success();
}
Error setAccept(Options &to, StringRef o, StringRef v) {
  llvm::SmallVector<StringRef, 8> names;
  v.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    std::optional<ApproximationKind> kind = findApproximation(name);
    if (!kind) {
      std::string known;
      for (const ApproximationInfo &info : allApproximations())
        if (info.couldHide)
          known += (known.empty() ? "" : ", ") + std::string(info.name);
      return usage("option '{0}': '{1}' is not an approximation; there are {2}",
                   o, name, known);
    }
    to.check.context.accepted.push_back(*kind);
  }
  return names.empty() ? usage("option '{0}' needs a name", o)
                       : Error::success();
}
Error setStdin(Options &to, StringRef o, StringRef v) {
  return readFileName(o, v, to.inputFile);
}
Error setEnv(Options &to, StringRef o, StringRef v) {
  const StringRef name = v.split('=').first;
  if (name.empty() || name.size() == v.size())
    return usage("option '{0}': '{1}' is not of the form NAME=VALUE", o, v);
  std::vector<std::string> &all = to.check.machine.environment;
  llvm::erase_if(all,
                 [&](StringRef each) { return each.split('=').first == name; });
  all.push_back(v.str());
  return Error::success();
}
Error setAllErrors(Options &to, StringRef, StringRef) {
  to.check.context.allErrors = true;
  return Error::success();
}

const Row kRows[] = {
    {nullptr, nullptr, "What to do", 0, nullptr},
    {"run", nullptr,
     "execute once, without a search: the program's own output and exit "
     "status; under a random schedule with --seed",
     kRuns, setRun},
    {"gtest", nullptr,
     "check every test of the program by itself: GoogleTest, Catch2, doctest; "
     "behind -- the framework's own options, which may select some",
     kTests | kLists, setTests},
    {"gtest-list", nullptr, "only list these tests", kTests | kLists,
     setListTests},
    {"check", "+x,-y",
     "which properties, on top of the default set (--list-checks); without "
     "a sign: these alone",
     kFinds | kRuns | kTests, setCheck},
    {"all-errors", nullptr,
     "go on after the first error; report each distinct one once",
     kFinds | kJudges | kTests, setAllErrors},

    {"stdin", "FILE",
     "the program's standard input; by default what is piped into rbcheck",
     kExecutes, setStdin},
    {"env", "NAME=VALUE",
     "a variable of the program's environment, which is empty otherwise; may "
     "be "
     "given several times",
     kExecutes, setEnv},
    {"accept", "NAME,...",
     "what is not exact and could hide an error makes a result inconclusive; "
     "not so if it is named here",
     kExecutes, setAccept},

    {nullptr, nullptr, "Source files", 0, nullptr},
    {"std", "STANDARD", "as which C or C++ (default c++20, c17)", kTakesProgram,
     setStd},
    {"cflags", "OPTIONS", "options for clang-19, as one word", kTakesProgram,
     setCflags},
    {"I", "FOLDER", "where headers are", kTakesProgram, setFlag},
    {"D", "NAME[=VALUE]", "a macro", kTakesProgram, setFlag},
    {"p", "FOLDER",
     "compile as compile_commands.json in FOLDER says; by default one in the "
     "folders around the file, or in build there, if it knows the file",
     kTakesProgram, setBuildFolder},

    {nullptr, nullptr, "What the program lacks", 0, nullptr},
    {"needs", nullptr,
     "list the functions and variables that the program can use and that "
     "nobody defines; exit code 2 if there are any",
     kNeeds, setNeeds},
    {"link", "FILE", "add the definitions of FILE (.bc, .ll, .c, .cc, .cpp)",
     kTakesProgram, setLink},
    {"stub", "NAME=VALUE", "a function without definition returns VALUE",
     kTakesProgram, setStub},
};

} // namespace

bool isForSources(const Row &row) {
  return llvm::is_contained({setStd, setCflags, setFlag, setBuildFolder},
                            row.set);
}

llvm::ArrayRef<Row> taskRows() { return kRows; }

} // namespace rbcheck::options
