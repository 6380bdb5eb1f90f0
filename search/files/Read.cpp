//===- search/files/Read.cpp - Files that are read up to a limit ---------===//
#include "search/files/Read.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace rbcheck {

namespace {

using Clock = std::chrono::steady_clock;
using Buffer = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0)
      ::close(fd_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int get() const { return fd_; }

private:
  int fd_;
};

bool isNull(const struct stat &status) {
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

Buffer copyOf(const std::string &file, const std::string &bytes) {
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, file);
}

} // namespace

std::string sizeText(uint64_t bytes) {
  const char *unit = "bytes";
  for (const char *next : {"kB", "MB", "GB"}) {
    if (bytes < 1024 || bytes % 1024)
      break;
    bytes /= 1024;
    unit = next;
  }
  return std::to_string(bytes) + " " + unit;
}

ReadEnd readStream(int fd, const std::string &name, const ReadRules &rules,
                   std::string &bytes) {
  constexpr int kLookMilliseconds = 100;
  constexpr std::chrono::seconds kSilence(1);
  char buffer[1 << 16];
  bool isTold = !rules.note;
  const Clock::time_point begin = Clock::now();
  for (;;) {
    if (rules.interrupted && rules.interrupted->load(std::memory_order_relaxed))
      return ReadEnd::Interrupted;
    const Clock::time_point now = Clock::now();
    if (rules.until && now >= *rules.until)
      return ReadEnd::Late;
    struct pollfd wait = {fd, POLLIN, 0};
    if (::poll(&wait, 1, kLookMilliseconds) <= 0) {
      if (!isTold && now - begin > kSilence) {
        rules.note("waiting for the end of " + name);
        isTold = true;
      }
      continue;
    }
    ssize_t count = ::read(fd, buffer, sizeof(buffer));
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (count < 0)
      return ReadEnd::Failed;
    if (count == 0)
      return ReadEnd::Whole;
    size_t room = rules.mostBytes - bytes.size();
    bytes.append(buffer, std::min(size_t(count), room));
    if (size_t(count) > room)
      return ReadEnd::TooLarge;
  }
}

Buffer readFile(const std::string &file, const ReadRules &rules) {
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError(file + ": " + why);
  };
  auto cannot = [&](int code) {
    return fail("cannot read it: " +
                std::error_code(code, std::generic_category()).message());
  };
  const std::string large = "is larger than " + sizeText(rules.mostBytes) +
                            ", the most that is read of such a file";
  // Not blocking: to open a pipe that nobody writes would take for ever.
  Descriptor opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (opened.get() < 0 || ::fstat(opened.get(), &status) != 0)
    return cannot(errno);
  if (S_ISDIR(status.st_mode))
    return fail("is a directory");
  if (isNull(status))
    return copyOf(file, "");
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
    return fail("is a device, not a file");
  // The files of /proc claim to be empty.
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    if (uint64_t(status.st_size) > rules.mostBytes)
      return fail(large);
    auto buffer = llvm::MemoryBuffer::getOpenFile(
        llvm::sys::fs::convertFDToNativeFile(opened.get()), file,
        uint64_t(status.st_size));
    if (!buffer)
      return cannot(buffer.getError().value());
    return std::move(*buffer);
  }
  std::string bytes;
  switch (readStream(opened.get(), file, rules, bytes)) {
  case ReadEnd::Whole:
    return copyOf(file, bytes);
  case ReadEnd::TooLarge:
    return fail(large);
  case ReadEnd::Interrupted:
    return fail("interrupted while it was read");
  case ReadEnd::Late:
    return fail("the time limit is over, and its end has not come yet");
  case ReadEnd::Failed:
    return cannot(errno);
  }
  llvm_unreachable("covered switch");
}

std::unique_ptr<llvm::MemoryBuffer> readSourceFile(const std::string &file) {
  struct stat status;
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return nullptr;
  ReadRules rules;
  rules.mostBytes = 64 << 20;
  Buffer buffer = readFile(file, rules);
  if (buffer)
    return std::move(*buffer);
  llvm::consumeError(buffer.takeError());
  return nullptr;
}

} // namespace rbcheck
