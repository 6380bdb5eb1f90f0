//===- tools/rbreplay/NativeRun.cpp - Runs what NativeBuild built ---------===//
#include "tools/rbreplay/NativeRun.h"

#include "llvm/Support/Program.h"

namespace rbcheck {

using llvm::Expected;
using llvm::StringRef;

namespace {

Expected<int> execute(const std::string &program,
                      llvm::ArrayRef<StringRef> arguments,
                      std::optional<llvm::ArrayRef<StringRef>> environment,
                      llvm::ArrayRef<std::optional<StringRef>> redirects = {}) {
  std::string why;
  int status = llvm::sys::ExecuteAndWait(program, arguments, environment,
                                         redirects, 0, 0, &why);
  if (status >= 0)
    return status;
  return llvm::createStringError(program + ": " +
                                 (why.empty() ? "it crashed" : why));
}

} // namespace

Expected<int> runNative(const NativeFolder &folder,
                        const std::vector<std::string> &arguments,
                        const std::vector<std::string> &variables) {
  std::string schedule = "RBCHECK_NATIVE_SCHEDULE=" + folder.schedule();
  llvm::SmallVector<StringRef, 8> all(arguments.begin(), arguments.end());
  if (all.empty())
    all.push_back(folder.executable());
  llvm::SmallVector<StringRef, 8> environment(variables.begin(),
                                              variables.end());
  environment.push_back(schedule);
  std::string input = folder.input();
  std::optional<StringRef> redirects[] = {input, std::nullopt, std::nullopt};
  return execute(folder.executable(), all,
                 llvm::ArrayRef<StringRef>(environment), redirects);
}

Expected<int> debugNative(const NativeFolder &folder,
                          const std::vector<std::string> &arguments,
                          const std::vector<std::string> &variables,
                          const std::vector<std::string> &more) {
  llvm::ErrorOr<std::string> gdb = llvm::sys::findProgramByName("gdb");
  if (!gdb)
    return llvm::createStringError("gdb was not found; install it, or use "
                                   "--native without it");
  std::string wrapper =
      "set exec-wrapper env -i RBCHECK_NATIVE_SCHEDULE=" + folder.schedule();
  for (const std::string &variable : variables)
    wrapper += " '" + variable + "'";
  std::string run = "run";
  for (size_t i = 1; i < arguments.size(); ++i)
    run += " '" + arguments[i] + "'";
  run += " < '" + folder.input() + "'";
  llvm::SmallVector<StringRef, 32> all = {*gdb,  "-q",
                                          "-ex", wrapper,
                                          "-ex", "set breakpoint pending on",
                                          "-ex", "break rbcheck_failed_here",
                                          "-ex", "break rbcheck_diverged_here",
                                          "-ex", run,
                                          "-ex", "thread apply all bt"};
  all.append(more.begin(), more.end());
  std::string executable = folder.executable();
  all.push_back(executable);
  return execute(*gdb, all, std::nullopt);
}

} // namespace rbcheck
