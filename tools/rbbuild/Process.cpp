//===- tools/rbbuild/Process.cpp - Starting other programs ----------------===//
#include "tools/rbbuild/Process.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace rbcheck {

namespace {

std::vector<char *> toArguments(llvm::ArrayRef<std::string> words) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  return arguments;
}

int cannotRun(const std::string &program, int error) {
  llvm::errs() << "rbbuild: cannot run " << program << ": "
               << std::strerror(error)
               << (error == ENOENT ? "; is it installed, and in PATH?" : "")
               << "\n";
  return kNoSuchCommand;
}

} // namespace

int runProgram(llvm::ArrayRef<std::string> words) {
  std::vector<char *> arguments = toArguments(words);
  pid_t child;
  if (int error = posix_spawnp(&child, arguments[0], nullptr, nullptr,
                               arguments.data(), environ))
    return cannotRun(words[0], error);
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return cannotRun(words[0], errno);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int becomeProgram(llvm::ArrayRef<std::string> words) {
  std::vector<char *> arguments = toArguments(words);
  execvp(arguments[0], arguments.data());
  return cannotRun(words[0], errno);
}

} // namespace rbcheck
