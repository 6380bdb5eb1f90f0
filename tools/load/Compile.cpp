//===- tools/load/Compile.cpp - Compiles one source file to bitcode -------===//
#include "tools/load/Compile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <thread>

namespace rbcheck {

/// The exit status of a compiler, which Ctrl-C ends with us.
static int statusOf(const llvm::sys::ProcessInfo &process, std::string &why,
                    const std::atomic<bool> &interrupted) {
  for (;;) {
    llvm::sys::ProcessInfo done =
        llvm::sys::Wait(process, /*SecondsToWait=*/0, &why, nullptr,
                        /*Polling=*/true);
    if (done.Pid != llvm::sys::ProcessInfo::InvalidPid || !why.empty())
      return done.ReturnCode;
    if (interrupted)
      kill(process.Pid, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty())
    llvm::sys::fs::remove(path_);
}

llvm::Expected<std::string> findClang() {
  if (llvm::sys::fs::can_execute(RBCHECK_CLANG))
    return RBCHECK_CLANG;
  for (const char *name : {"clang-19", "clang"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError(
      "clang-19 is needed to compile sources and was not found; install it "
      "or give bitcode");
}

bool isSourceFile(llvm::StringRef file) {
  llvm::StringRef ending = llvm::sys::path::extension(file);
  return ending == ".c" || ending == ".cc" || ending == ".cpp" ||
         ending == ".cxx" || ending == ".C";
}

llvm::Expected<TemporaryFile> compile(llvm::StringRef file,
                                      llvm::StringRef include, bool openMp,
                                      const std::atomic<bool> &interrupted) {
  llvm::Expected<std::string> clang = findClang();
  if (!clang)
    return clang.takeError();
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("rbcheck", "bc", path))
    return llvm::createStringError("cannot make a temporary file: " +
                                   error.message());
  TemporaryFile output(path.str().str());
  std::string source = file.str(), includeFlag = "-I" + include.str();
  // A name that begins with a dash is no option.
  // The sanitizer's option alone makes clang say where locals live and die.
  llvm::StringRef arguments[] = {
      *clang,      "-g",          "-O0",         "-pthread",
      "-Xclang",   "-fsanitize-address-use-after-scope",
      "-emit-llvm", "-c",         includeFlag,   "-o",
      output.path(), openMp ? "-fopenmp" : "-fno-openmp", "--", source};
  std::string why;
  bool hasFailed = false;
  llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(
      *clang, arguments, std::nullopt, {}, 0, &why, &hasFailed);
  int status = hasFailed ? -1 : statusOf(process, why, interrupted);
  if (interrupted)
    return llvm::createStringError(file + ": interrupted while it was compiled");
  if (status == 0)
    return output;
  if (!why.empty())
    return llvm::createStringError(file + ": cannot run clang-19: " + why);
  return llvm::createStringError(file + ": does not compile");
}

} // namespace rbcheck
