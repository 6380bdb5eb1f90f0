//===- search/files/Names.cpp - Two names of one file --------------------===//
#include "search/files/Names.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <sys/stat.h>
#include <unistd.h>

namespace rbcheck {

namespace {

using llvm::StringRef;

/// What tells files apart: the file itself, or its place in a folder.
struct Identity {
  dev_t device;
  ino_t number;
  std::string name; ///< "" if it exists
  bool operator==(const Identity &other) const = default;
};

std::optional<Identity> identityOf(const struct stat &status) {
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
    return std::nullopt;
  return Identity{status.st_dev, status.st_ino, ""};
}

std::string behindLinks(std::string file) {
  for (int i = 0; i < kMostLinks; ++i) {
    std::optional<std::string> next = nextLink(file);
    if (!next)
      break;
    file = std::move(*next);
  }
  return file;
}

std::optional<Identity> identityOf(const std::string &file) {
  struct stat status;
  if (::stat(file.c_str(), &status) == 0)
    return identityOf(status);
  std::string path = behindLinks(file);
  StringRef folder = llvm::sys::path::parent_path(path);
  if (::stat(folder.empty() ? "." : folder.str().c_str(), &status) != 0)
    return std::nullopt; // it can neither be read nor written
  return Identity{status.st_dev, status.st_ino,
                  llvm::sys::path::filename(path).str()};
}

llvm::Error refuse(const llvm::Twine &why) {
  return llvm::createStringError(why);
}

} // namespace

std::optional<std::string> nextLink(const std::string &file) {
  char link[4096];
  ssize_t size = ::readlink(file.c_str(), link, sizeof(link));
  if (size < 0)
    return std::nullopt;
  StringRef to(link, size_t(size));
  if (llvm::sys::path::is_absolute(to))
    return to.str();
  llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(path, to);
  return path.str().str();
}

std::string outputName(StringRef name) {
  bool isStandard =
      name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
  return isStandard ? "-" : name.str();
}

bool isSameFile(const std::string &one, const std::string &other) {
  if (one == "-" || other == "-")
    return one == other;
  std::optional<Identity> first = identityOf(one);
  return first && first == identityOf(other);
}

llvm::Error checkDistinct(llvm::ArrayRef<NamedFile> files) {
  struct stat status;
  std::optional<Identity> standard;
  if (::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode))
    standard = identityOf(status);
  for (size_t i = 0; i < files.size(); ++i) {
    const NamedFile &file = files[i];
    if (!file.isOutput)
      continue;
    if (standard && file.name != "-" && identityOf(file.name) == standard)
      return refuse(file.role + ": " + file.name +
                    " is where standard output goes; give another file, or "
                    "'-'");
    for (size_t j = 0; j < files.size(); ++j) {
      const NamedFile &other = files[j];
      if (j == i || (other.isOutput && j < i))
        continue;
      if (!other.isOutput && (file.name == "-" || other.name == "-"))
        continue;
      if (!isSameFile(file.name, other.name))
        continue;
      if (other.isOutput && file.name == "-")
        return refuse("only one of " + file.role + " and " + other.role +
                      " can be standard output");
      if (other.isOutput)
        return refuse(file.role + " and " + other.role +
                      " would write the same file, " + file.name);
      return refuse(file.role + " would overwrite " + other.role + ", " +
                    other.name);
    }
  }
  return llvm::Error::success();
}

} // namespace rbcheck
