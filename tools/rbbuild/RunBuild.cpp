//===- tools/rbbuild/RunBuild.cpp - rbbuild COMMAND... --------------------===//
#include "tools/rbbuild/RunBuild.h"

#include "tools/load/Compile.h"
#include "tools/load/CompilerName.h"
#include "tools/process/ExitCode.h"
#include "tools/rbbuild/CompileBitcode.h"
#include "tools/rbbuild/Driver.h"
#include "tools/rbbuild/Events.h"
#include "tools/rbbuild/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <set>

namespace rbcheck {

namespace {

using llvm::StringRef;

int usage(const llvm::Twine &message) {
  llvm::errs() << "rbbuild: " << message << "\n";
  return kExitBadInput;
}

/// `variable` with `word` in front of, or behind, what it has already.
void extend(const char *variable, const std::string &word, bool inFront) {
  const char *old = std::getenv(variable);
  std::string value = word;
  if (old && *old)
    value = inFront ? word + ":" + old : old + (":" + word);
  setenv(variable, value.c_str(), 1);
}

void setEnvironment(const Parts &parts, StringRef log) {
  setenv(kDriverVariable, parts.driver.c_str(), 1);
  setenv(kLogVariable, log.str().c_str(), 1);
  extend("LD_PRELOAD", parts.intercept, true);
  // Objects from a compiler cache have no bitcode.
  setenv("CCACHE_DISABLE", "1", 1);
  // A program with ASan that the build runs must bear our library.
  extend("ASAN_OPTIONS", "verify_asan_link_order=0", false);
}

/// The command; the driver if it is a compiler itself.
std::vector<std::string> wordsFor(const Parts &parts,
                                  llvm::ArrayRef<const char *> command) {
  std::vector<std::string> words(command.begin(), command.end());
  if (!isCompilerName(
          std::string_view(llvm::sys::path::filename(command.front()))))
    return words;
  if (auto path = llvm::sys::findProgramByName(command.front())) {
    words.front() = kAsOption + *path;
    words.insert(words.begin(), parts.driver);
  }
  return words;
}

/// `isBuild`: more than one compiler was to run.
void report(StringRef log, int code, bool isBuild) {
  Events events = readEvents(log);
  // A build that tries its compiler out takes the program away, not ours.
  std::set<std::string> programs = std::move(events[Event::Program]);
  events.erase(Event::Program);
  std::erase_if(programs, [](const std::string &file) {
    StringRef program = StringRef(file).drop_back(strlen(".bc"));
    return !llvm::sys::fs::exists(program) && !llvm::sys::fs::remove(file);
  });
  llvm::SmallString<256> here;
  llvm::sys::fs::current_path(here);
  for (StringRef program : programs) {
    if (program.consume_front(here))
      program.consume_front("/");
    llvm::errs() << "rbbuild: " << program << "\n";
  }
  // One compiler that made what it was asked to has nothing to be told.
  const bool isPart = !isBuild && code == 0 && events.size() == 1 &&
                      events.contains(Event::Object);
  if (programs.empty() && !isPart && code != kNoSuchCommand)
    llvm::errs() << "rbbuild: " << adviceOn(events, code) << "\n";
}

} // namespace

int runBuild(const char *argv0, llvm::ArrayRef<const char *> command) {
  llvm::Expected<Parts> parts = Parts::find(argv0);
  if (!parts)
    return usage(llvm::toString(parts.takeError()));
  if (StringRef(parts->intercept).find_first_of(" :") != StringRef::npos)
    return usage("it cannot work from a folder with a space or colon in its "
                 "name: " +
                 parts->intercept);
  llvm::Expected<TemporaryFile> log = TemporaryFile::make("log");
  if (!log)
    return usage(llvm::toString(log.takeError()));
  setEnvironment(*parts, log->path());
  // Ctrl-C is for the build; its end is waited for.
  std::signal(SIGINT, SIG_IGN);
  const std::vector<std::string> words = wordsFor(*parts, command);
  int code = runProgram(words);
  report(log->path(), code, words.front() == command.front());
  return code;
}

} // namespace rbcheck
