//===- interp/models/HostFile.cpp - Input files of the host ---------------===//
//
// What the runtime library asks of the machine about the world outside.
// A file is read once in the life of rbcheck, so that every schedule finds the
// same bytes, and is never written. Devices and files that the system makes up
// are not supported: they differ from run to run.
// Tested by test/libc/file-host.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

namespace rbcheck {
namespace {

struct HostFile {
  int error = 0;
  bool isSpecial = false;
  bool isLarge = false;
  std::string bytes;
};

/// What a program reads is in every state; more would not fit.
constexpr off_t kMostBytes = 64 << 20;

bool isMadeUp(llvm::StringRef name) {
  return name.starts_with("/proc/") || name.starts_with("/sys/") ||
         name.starts_with("/dev/");
}

HostFile readHostFile(const std::string &name) {
  HostFile file;
  int fd = ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    file.error = errno;
    return file;
  }
  struct stat status;
  if (::fstat(fd, &status) != 0)
    file.error = errno;
  else if (S_ISDIR(status.st_mode))
    file.error = EISDIR;
  else if (!S_ISREG(status.st_mode) || isMadeUp(name))
    file.isSpecial = true;
  else if (status.st_size > kMostBytes)
    file.isLarge = true;
  char buffer[4096];
  while (!file.error && !file.isSpecial && !file.isLarge) {
    ssize_t n = ::read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      file.error = errno;
    if (n <= 0)
      break;
    file.bytes.append(buffer, size_t(n));
  }
  ::close(fd);
  return file;
}

const HostFile &hostFile(const std::string &name) {
  // Workers share it: all of them read the same bytes.
  static std::mutex mutex;
  static llvm::StringMap<HostFile> files;
  std::lock_guard lock(mutex);
  auto [at, isNew] = files.try_emplace(name);
  if (isNew)
    at->second = readHostFile(name);
  return at->second;
}

/// int __rb_host_file(const char *name, char **data, size_t *size)
/// Copies the bytes into fresh memory; an errno value, or 0.
ModelResult copyHostFile(ModelCall &call) {
  std::string name;
  if (!call.readString(call.arg(0), name, 4096))
    return call.failed();
  const HostFile &file = hostFile(name);
  if (file.error)
    return call.retInt(file.error);
  if (file.isSpecial)
    return call.unsupported("opening " + llvm::Twine(name) +
                            ", which is no ordinary file");
  if (file.isLarge)
    return call.unsupported("opening " + llvm::Twine(name) +
                            ", which is larger than 64 MB");
  uint64_t data = call.allocate(file.bytes.size(), 0);
  if (!data)
    return call.retInt(ENOMEM);
  if ((!file.bytes.empty() &&
       !call.write(data, file.bytes.data(), file.bytes.size())) ||
      !call.store(call.arg(1), data) ||
      !call.store(call.arg(2), uint64_t(file.bytes.size())))
    return call.failed();
  return call.retInt(0);
}

struct HostList {
  int error = 0;
  std::string names; ///< each with its end, directories with a slash
};

HostList listHostDirectory(const std::string &name) {
  HostList list;
  std::error_code error;
  std::vector<std::string> found;
  for (llvm::sys::fs::directory_iterator at(name, error), end;
       !error && at != end; at.increment(error)) {
    bool isDirectory = at->type() == llvm::sys::fs::file_type::directory_file;
    found.push_back(llvm::sys::path::filename(at->path()).str() +
                    (isDirectory ? "/" : ""));
  }
  std::sort(found.begin(), found.end());
  for (const std::string &one : found)
    list.names.append(one).push_back('\0');
  list.error = error.value();
  return list;
}

/// int __rb_host_list(const char *name, char **names, size_t *size)
/// Copies the names of what is in a directory; an errno value, or 0.
ModelResult copyHostList(ModelCall &call) {
  static std::mutex mutex; // as above: all workers see the same
  static llvm::StringMap<HostList> lists;
  std::string name;
  if (!call.readString(call.arg(0), name, 4096))
    return call.failed();
  if (isMadeUp(name + "/"))
    return call.unsupported("listing " + llvm::Twine(name));
  std::unique_lock lock(mutex);
  auto [at, isNew] = lists.try_emplace(name);
  if (isNew)
    at->second = listHostDirectory(name);
  const HostList &list = at->second;
  lock.unlock(); // never changed again
  if (list.error)
    return call.retInt(list.error);
  uint64_t data = call.allocate(list.names.size(), 0);
  if (!data)
    return call.retInt(ENOMEM);
  if ((!list.names.empty() &&
       !call.write(data, list.names.data(), list.names.size())) ||
      !call.store(call.arg(1), data) ||
      !call.store(call.arg(2), uint64_t(list.names.size())))
    return call.failed();
  return call.retInt(0);
}

/// long __rb_input(size_t position, void *to, size_t size)
/// Bytes of standard input from there on; how many, 0 at its end.
ModelResult readInput(ModelCall &call) {
  static const InputBytes::Bytes kEmpty;
  if (const uint64_t open = call.openInputBytes()) {
    const uint64_t from = std::min(call.arg(0), open);
    const uint64_t size = std::min(call.arg(2), open - from);
    const std::string name = "stdin+" + std::to_string(from);
    if (size && !call.writeInputs(call.arg(1), size, name))
      return call.failed();
    return call.ret(size);
  }
  InputBytes *source = call.input();
  const InputBytes::Bytes &input = source ? source->read() : kEmpty;
  if (!input.unsupported.empty())
    return call.unsupported(input.unsupported);
  llvm::StringRef rest = input.bytes;
  rest = rest.drop_front(std::min<uint64_t>(call.arg(0), rest.size()));
  if (input.isCut && call.arg(2) > rest.size())
    call.approximation(ApproximationKind::LongInput);
  rest = rest.take_front(call.arg(2));
  if (!rest.empty() && !call.write(call.arg(1), rest.data(), rest.size()))
    return call.failed();
  return call.ret(rest.size());
}

/// void __rb_approximate(const char *name, const char *who)
/// The runtime library does something that is not exact.
ModelResult approximate(ModelCall &call) {
  std::string name, who;
  if (!call.readString(call.arg(0), name, 64) ||
      !call.readString(call.arg(1), who, 64))
    return call.failed();
  if (std::optional<ApproximationKind> kind = findApproximation(name))
    call.approximationOf(*kind, who);
  else
    return call.unsupported("the approximation " + llvm::Twine(name));
  return call.retVoid();
}

/// void __rb_keep(void *function)
/// Nothing: that a program refers to the function makes it part of it.
ModelResult keep(ModelCall &call) { return call.retVoid(); }

/// void __rb_unsupported(const char *what)
/// Ends the path: the runtime library cannot do it.
ModelResult cannotDo(ModelCall &call) {
  std::string what;
  if (!call.readString(call.arg(0), what, 4096))
    return call.failed();
  return call.unsupported(what);
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;

const RegisterModels kHostFileModels({
    {"__rb_host_file",   kExact, kNo, copyHostFile},
    {"__rb_host_list",   kExact, kNo, copyHostList},
    {"__rb_input",       kExact, kNo, readInput},
    {"__rb_approximate", kExact, kNo, approximate},
    {"__rb_keep",        kExact, kNo, keep},
    {"__rb_unsupported", kExact, kNo, cannotDo},
});

} // namespace
} // namespace rbcheck
