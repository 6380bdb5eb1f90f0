//===- tools/load/StandardInput.cpp - Where the program's input is from ---===//
#include "tools/load/StandardInput.h"

#include "tools/process/Crash.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace rbcheck {

namespace {

/// Reads to the end, to kMostInput, or until Ctrl-C; 0 or an errno value.
int readAll(int fd, InputBytes::Bytes &to) {
  char buffer[1 << 16];
  for (;;) {
    struct pollfd wait = {fd, POLLIN, 0};
    constexpr int kMilliseconds = 100;
    if (::poll(&wait, 1, kMilliseconds) <= 0) {
      if (!interruptFlag())
        continue;
      to.isCut = true;
      return 0;
    }
    ssize_t count = ::read(fd, buffer, sizeof(buffer));
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (count < 0)
      return errno;
    if (count == 0)
      return 0;
    size_t room = StandardInput::kMostInput - to.bytes.size();
    to.isCut = size_t(count) > room;
    to.bytes.append(buffer, std::min(size_t(count), room));
    if (to.isCut)
      return 0;
  }
}

} // namespace

std::shared_ptr<StandardInput> StandardInput::piped() {
  return std::make_shared<StandardInput>();
}

std::shared_ptr<StandardInput> StandardInput::fixed(std::string bytes) {
  auto input = std::make_shared<StandardInput>();
  input->bytes_.bytes = std::move(bytes);
  input->isReady_ = true;
  return input;
}

llvm::Expected<std::shared_ptr<StandardInput>>
StandardInput::fromFile(const std::string &file) {
  auto input = std::make_shared<StandardInput>();
  input->file_ = file;
  int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  int error = fd < 0 ? errno : readAll(fd, input->bytes_);
  if (fd >= 0)
    ::close(fd);
  if (error)
    return llvm::createStringError("option '--stdin': " + file +
                                   ": cannot read it: " +
                                   std::strerror(error));
  input->isReady_ = true;
  return input;
}

const InputBytes::Bytes &StandardInput::bytes() {
  std::lock_guard lock(mutex_);
  // A terminal would ask the user at some odd moment of the search.
  if (!isReady_ && !::isatty(STDIN_FILENO))
    readAll(STDIN_FILENO, bytes_); // closed is as good as empty
  isReady_ = true;
  return bytes_;
}

void StandardInput::forbid(const std::string &why) {
  if (!isReady_)
    bytes_.unsupported = why;
  isReady_ = true;
}

} // namespace rbcheck
