//===- search/files/Write.cpp - Files that are written whole or not at all ===//
#include "search/files/Write.h"

#include "search/files/Names.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::StringRef;

Error cannotWrite(StringRef file, const llvm::Twine &why) {
  return llvm::createStringError(file + ": cannot write it: " + why);
}

Error cannotWrite(StringRef file, int code) {
  return cannotWrite(file,
                     std::error_code(code, std::generic_category()).message());
}

/// Where writing leads.
struct Target {
  std::string path; ///< behind all symbolic links
  bool exists = false;
  bool isOrdinary = true; ///< can be replaced
  bool isInFolder = true; ///< another file can be made beside it
  mode_t mode = 0;        ///< of what exists
};

std::string folderOf(StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

/// An open file of this process, by the names that the system has for it.
bool isDescriptor(StringRef path) {
  llvm::SmallString<128> folder;
  return !llvm::sys::fs::real_path(folderOf(path), folder) &&
         (folder.starts_with("/proc/") || folder.starts_with("/dev/fd"));
}

/// Follows links by hand: the last one may lead to what does not exist yet, and
/// one that stands for an open file must not be followed.
Error follow(const std::string &file, Target &target) {
  target.path = file;
  for (int i = 0; i < kMostLinks; ++i) {
    if (isDescriptor(target.path)) {
      target.isOrdinary = false;
      return Error::success();
    }
    std::optional<std::string> next = nextLink(target.path);
    if (!next)
      return Error::success();
    target.path = std::move(*next);
  }
  return cannotWrite(file, ELOOP);
}

llvm::Expected<Target> findTarget(const std::string &file) {
  Target target;
  if (Error error = follow(file, target))
    return std::move(error);
  struct stat status;
  if (::stat(target.path.c_str(), &status) == 0) {
    target.exists = true;
    target.mode = status.st_mode & 07777;
    target.isOrdinary &= S_ISREG(status.st_mode);
    if (S_ISDIR(status.st_mode))
      return cannotWrite(file, "it is a folder");
    if (::access(target.path.c_str(), W_OK) != 0)
      return cannotWrite(file, errno);
  } else if (errno != ENOENT) {
    return cannotWrite(file, errno);
  } else if (StringRef(target.path).ends_with("/")) {
    return cannotWrite(file, "there is no such folder, and no file's name");
  }
  if (!target.isOrdinary)
    return target;
  std::string folder = folderOf(target.path);
  target.isInFolder = ::access(folder.c_str(), W_OK | X_OK) == 0;
  if (!target.isInFolder && !target.exists)
    return cannotWrite(
        file, errno == ENOENT
                  ? "there is no folder " + folder
                  : std::error_code(errno, std::generic_category()).message());
  return target;
}

/// Calls `write`; 0, or why the bytes could not be written. Flushes.
Error writeTo(llvm::raw_fd_ostream &out, StringRef file, FileWriter write) {
  Error error = write(out);
  out.flush();
  if (out.has_error()) {
    std::error_code code = out.error();
    out.clear_error();
    llvm::consumeError(std::move(error));
    return cannotWrite(file, code.message());
  }
  if (error)
    return cannotWrite(file, llvm::toString(std::move(error)));
  return Error::success();
}

Error writeDirectly(const std::string &file, const Target &target,
                    FileWriter write) {
  // What another process has open is not cut under its hands.
  int flags = O_WRONLY | O_CLOEXEC | (target.isOrdinary ? O_TRUNC : O_APPEND);
  int fd = ::open(target.path.c_str(), flags | O_NONBLOCK);
  if (fd < 0 && errno == ENXIO)
    return cannotWrite(file, "it is a pipe that nobody reads");
  if (fd < 0)
    return cannotWrite(file, errno);
  ::fcntl(fd, F_SETFL, flags & O_APPEND); // a slow reader is waited for
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
  return writeTo(out, file, write);
}

/// A new file beside `path`; its descriptor, or -1.
int makeBeside(const std::string &path, llvm::SmallString<256> &name) {
  std::string model = folderOf(path) + "/.rbcheck-%%%%%%%%";
  int fd = -1;
  std::error_code error = llvm::sys::fs::createUniqueFile(
      model, fd, name, llvm::sys::fs::OF_None,
      llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (error)
    errno = error.value();
  return error ? -1 : fd;
}

} // namespace

Error writeFile(const std::string &file, FileWriter write) {
  if (file == "-") {
    if (Error error = write(llvm::outs()))
      return cannotWrite("standard output", llvm::toString(std::move(error)));
    return flushStandardOutput();
  }
  llvm::Expected<Target> target = findTarget(file);
  if (!target)
    return target.takeError();
  if (!target->isOrdinary || !target->isInFolder)
    return writeDirectly(file, *target, write);
  llvm::SmallString<256> name;
  int fd = makeBeside(target->path, name);
  if (fd < 0)
    return cannotWrite(file, errno);
  llvm::FileRemover remover(name);
  if (target->exists && ::fchmod(fd, target->mode) != 0) {
    int code = errno;
    ::close(fd);
    return cannotWrite(file, code);
  }
  {
    llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
    if (Error error = writeTo(out, file, write))
      return error;
    out.close(); // some systems only tell now
    if (out.has_error()) {
      std::error_code code = out.error();
      out.clear_error();
      return cannotWrite(file, code.message());
    }
  }
  if (::rename(name.c_str(), target->path.c_str()) != 0)
    return cannotWrite(file, errno);
  remover.releaseFile();
  return Error::success();
}

Error writeFile(const std::string &file, StringRef text) {
  return writeFile(file, [&](llvm::raw_ostream &out) {
    out << text;
    return Error::success();
  });
}

Error checkWritable(const std::string &file) {
  if (file == "-")
    return Error::success();
  return findTarget(file).takeError();
}

Error flushStandardOutput() {
  llvm::errs().clear_error(); // of what cannot be told, LLVM would abort
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (!out.has_error())
    return Error::success();
  std::error_code code = out.error();
  out.clear_error();
  if (code == std::errc::broken_pipe)
    return Error::success();
  return cannotWrite("standard output", code.message());
}

} // namespace rbcheck
