//===- tools/load/ClangRun.cpp - One run of clang-19 ----------------------===//
#include "tools/load/ClangRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace rbcheck {

using llvm::StringRef;

llvm::Expected<TemporaryFile> TemporaryFile::make(StringRef ending) {
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("rbcheck", ending, path))
    return llvm::createStringError("cannot make a temporary file: " +
                                   error.message());
  return TemporaryFile(path.str().str());
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty())
    llvm::sys::fs::remove(path_);
}

std::string TemporaryFile::content() const {
  auto buffer = llvm::MemoryBuffer::getFile(path_);
  return buffer ? (*buffer)->getBuffer().str() : "";
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

namespace {

/// Sleeps until a process ends, but not for longer than it takes until somebody
/// who interrupts grows impatient.
class Nap {
public:
  explicit Nap(pid_t process)
      : file_(int(syscall(SYS_pidfd_open, process, 0))) {}
  Nap(const Nap &) = delete;
  ~Nap() {
    if (file_ >= 0)
      close(file_);
  }
  void take() const {
    constexpr int kMilliseconds = 20;
    if (file_ < 0) { // an old kernel: look often
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return;
    }
    pollfd one = {file_, POLLIN, 0};
    poll(&one, 1, kMilliseconds);
  }

private:
  int file_;
};

} // namespace

/// The exit status of a compiler, which an interruption ends with us.
static int statusOf(const llvm::sys::ProcessInfo &process, std::string &why,
                    const std::atomic<bool> &interrupted) {
  const Nap nap(process.Pid);
  for (;;) {
    llvm::sys::ProcessInfo done =
        llvm::sys::Wait(process, /*SecondsToWait=*/0, &why, nullptr,
                        /*Polling=*/true);
    if (done.Pid != llvm::sys::ProcessInfo::InvalidPid || !why.empty())
      return done.ReturnCode;
    if (interrupted)
      kill(process.Pid, SIGTERM);
    nap.take();
  }
}

llvm::Expected<ClangRun> runClang(llvm::ArrayRef<std::string> words,
                                  const std::atomic<bool> *interrupted) {
  llvm::Expected<TemporaryFile> messages = TemporaryFile::make("txt");
  if (!messages)
    return messages.takeError();
  llvm::SmallVector<StringRef, 32> arguments(words.begin(), words.end());
  // Nothing is read, and nothing goes past us.
  std::optional<StringRef> files[] = {"", "", messages->path()};
  std::string why;
  bool hasFailed = false;
  llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(
      words.front(), arguments, std::nullopt, files, 0, &why, &hasFailed);
  static const std::atomic<bool> never = false;
  int status = hasFailed
                   ? -1
                   : statusOf(process, why, interrupted ? *interrupted : never);
  if (!why.empty() && !(interrupted && *interrupted))
    return llvm::createStringError("cannot run clang-19: " + why);
  return ClangRun{status == 0, messages->content()};
}

bool giveWay(std::vector<std::string> &words, StringRef messages) {
  bool changed = false;
  llvm::SmallVector<StringRef, 16> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.contains(": error: "))
      continue;
    size_t before = words.size();
    llvm::erase_if(words, [&](const std::string &word) {
      return StringRef(word).starts_with("-") && word.size() > 2 &&
             line.contains("'" + word + "'");
    });
    changed |= words.size() < before;
    StringRef group = line.rsplit("[-W").second;
    if (!group.consume_back("]"))
      continue;
    std::string demoted = "-Wno-error=" + group.str();
    if (llvm::is_contained(words, demoted))
      continue;
    words.insert(words.begin() + 1, demoted);
    changed = true;
  }
  return changed;
}

} // namespace rbcheck
