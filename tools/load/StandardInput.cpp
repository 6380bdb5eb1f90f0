//===- tools/load/StandardInput.cpp - Where the program's input is from ---===//
#include "tools/load/StandardInput.h"

#include "search/files/Read.h"
#include "tools/process/Crash.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace rbcheck {

namespace {

/// Reads to the end, to kMostInput, or until Ctrl-C; 0 or an errno value.
int readAll(int fd, const std::string &name, InputBytes::Bytes &to) {
  ReadRules rules = readRules();
  rules.mostBytes = StandardInput::kMostInput;
  ReadEnd end = readStream(fd, name, rules, to.bytes);
  to.isCut = end == ReadEnd::TooLarge || end == ReadEnd::Interrupted;
  return end == ReadEnd::Failed ? errno : 0;
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
  // Not blocking: to open a pipe that nobody writes would take for ever.
  int fd = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  int error = fd < 0 ? errno : readAll(fd, file, input->bytes_);
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
    readAll(STDIN_FILENO, "standard input",
            bytes_); // closed is as good as empty
  isReady_ = true;
  return bytes_;
}

void StandardInput::forbid(const std::string &why) {
  if (!isReady_)
    bytes_.unsupported = why;
  isReady_ = true;
}

} // namespace rbcheck
