//===- tools/process/Crash.cpp - When rbcheck itself fails ----------------===//
//
// Signal handlers have no argument, so what they need is global here, the only
// place of the project where that is so.
//
//===----------------------------------------------------------------------===//
#include "tools/process/Crash.h"

#include "tools/process/ExitCode.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RB_SANITIZER_HANDLES_SIGNALS 1
#endif
#endif

namespace rbcheck {

namespace {

std::atomic<bool> interrupted{false};
volatile Stage stage = Stage::Reading;
char programName[512] = "the program";
const char *toolName = "rbcheck";

/// Only what is allowed in a signal handler.
/// Where messages go: standard error, or its copy while that is silenced.
int errorFd = STDERR_FILENO;

void writeText(const char *text) {
  size_t size = std::strlen(text);
  while (size) {
    ssize_t n = write(errorFd, text, size);
    if (n <= 0)
      return;
    text += n;
    size -= size_t(n);
  }
}

[[noreturn]] void die(const char *what) {
  if (stage == Stage::Reading) {
    writeText(toolName);
    writeText(": ");
    writeText(programName);
    writeText(": the file is corrupt (");
    writeText(what);
    writeText("); make it again\n");
    _exit(kExitBadInput);
  }
  writeText(toolName);
  writeText(": internal error while checking ");
  writeText(programName);
  writeText(": ");
  writeText(what);
  writeText("; please report this, with the program\n");
  _exit(kExitInternal);
}

const char *signalText(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "invalid memory access";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic error";
  case SIGILL:
    return "illegal instruction";
  default:
    return "aborted";
  }
}

void onCrash(int signal) { die(signalText(signal)); }

void onInterrupt(int) {
  if (interrupted.exchange(true))
    _exit(128 + SIGINT);
}

/// Unlike SIG_IGN not inherited by the programs that are started.
void onLeftReader(int) {}

/// Instead of what is closed: reading gives nothing, writing to standard output
/// fails, as it would have, and messages go nowhere.
void openStandardFiles() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
      int opened = open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
      if (opened >= 0 && opened != fd) {
        dup2(opened, fd);
        close(opened);
      }
    }
}

/// Neither the input nor rbcheck is wrong then, and there is no verdict.
[[noreturn]] void onNoMemory() {
  writeText(toolName);
  writeText(": inconclusive: the machine has no more memory; --memory-limit "
            "ends a search earlier\n");
  _exit(kExitInconclusive);
}

void onBadAlloc(void *, const char *, bool) { onNoMemory(); }

void onFatalError(void *, const char *reason, bool) { die(reason); }

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action;
  std::memset(&action, 0, sizeof(action));
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

} // namespace

QuietErrors::QuietErrors() {
  llvm::errs().flush();
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  int silence = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (copy >= 0 && silence >= 0) {
    errorFd = copy;
    dup2(silence, STDERR_FILENO);
  }
  if (silence >= 0)
    close(silence);
}

QuietErrors::~QuietErrors() {
  llvm::errs().flush();
  if (errorFd == STDERR_FILENO)
    return;
  dup2(errorFd, STDERR_FILENO);
  close(errorFd);
  errorFd = STDERR_FILENO;
}

void installCrashHandlers(const char *tool) {
  toolName = tool;
  openStandardFiles();
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
  std::set_new_handler(onNoMemory);
  handle(SIGINT, onInterrupt, 0);
  handle(SIGTERM, onInterrupt, 0);
#ifndef RB_SANITIZER_HANDLES_SIGNALS
  // A stack of its own, so that running out of stack can be told, too.
  static char stack[64 * 1024];
  stack_t alternative;
  std::memset(&alternative, 0, sizeof(alternative));
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    handle(signal, onCrash, SA_ONSTACK);
#endif
}

void outliveReaders() { handle(SIGPIPE, onLeftReader, SA_RESTART); }

void setCrashStage(Stage newStage, llvm::StringRef program) {
  size_t size = std::min(program.size(), sizeof(programName) - 1);
  std::memcpy(programName, program.data(), size);
  programName[size] = 0;
  stage = newStage;
}

const std::atomic<bool> &interruptFlag() { return interrupted; }

ReadRules readRules() {
  ReadRules rules;
  rules.interrupted = &interrupted;
  rules.note = [](const std::string &text) {
    llvm::errs() << toolName << ": note: " << text << "\n";
  };
  return rules;
}

void internalError(llvm::StringRef message) {
  stage = Stage::Checking;
  die(message.str().c_str());
}

} // namespace rbcheck
