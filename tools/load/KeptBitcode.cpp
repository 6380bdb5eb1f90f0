//===- tools/load/KeptBitcode.cpp - Libraries that are compiled once ------===//
#include "tools/load/KeptBitcode.h"

#include "tools/load/ClangRun.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace rbcheck {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::Expected;
using llvm::StringRef;
using Buffer = std::unique_ptr<llvm::MemoryBuffer>;

/// The folder, made if need be; "" if there is none that can be used.
std::string folderOfCache() {
  llvm::SmallString<128> folder;
  const char *cache = std::getenv("XDG_CACHE_HOME");
  const char *home = std::getenv("HOME");
  if (cache && path::is_absolute(cache))
    folder = cache;
  else if (home && path::is_absolute(home))
    path::append(folder, home, ".cache");
  else
    return "";
  path::append(folder, "rbcheck");
  return fs::create_directories(folder) ? "" : folder.str().str();
}

/// Half of a SHA-256 of parts, none of which can run into the next.
class Sum {
public:
  void add(StringRef part) {
    hash_.update(std::to_string(part.size()) + ":");
    hash_.update(part);
  }
  std::string text() {
    return llvm::toHex(hash_.final(), /*LowerCase=*/true).substr(0, 32);
  }

private:
  llvm::SHA256 hash_;
};

Buffer read(const llvm::Twine &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? std::move(*buffer) : nullptr;
}

/// The sum of `key` and of what the files hold; "" if one cannot be read, or is
/// not older than `before`.
std::string sumOf(StringRef key, llvm::ArrayRef<std::string> files,
                  std::optional<llvm::sys::TimePoint<>> before = {}) {
  Sum sum;
  sum.add(key);
  for (const std::string &file : files) {
    fs::file_status status;
    if (before && (fs::status(file, status) ||
                   status.getLastModificationTime() >= *before))
      return "";
    Buffer content = read(file);
    if (!content)
      return "";
    sum.add(file);
    sum.add(content->getBuffer());
  }
  return sum.text();
}

/// What a rule of make names: words behind the colon, blanks in them behind a
/// backslash.
std::vector<std::string> namesOfRule(StringRef rule) {
  std::vector<std::string> names;
  std::string name;
  StringRef text = rule.split(": ").second;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (c == '\\' && (next == ' ' || next == '#')) {
      name += next;
      ++i;
    } else if (c == '$' && next == '$') {
      name += c;
      ++i;
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!name.empty() && name != "/dev/null")
        names.push_back(std::exchange(name, {}));
      name.clear();
    } else {
      name += c;
    }
  }
  return names;
}

/// Puts a file there whole. That it cannot be kept is no error.
void keep(const std::string &file, StringRef content) {
  llvm::SmallString<128> temporary;
  int fd;
  if (fs::createUniqueFile(file + ".%%%%%%%%", fd, temporary))
    return;
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
  out << content;
  out.close();
  const bool isWhole = !out.has_error();
  out.clear_error();
  if (!isWhole || fs::rename(temporary, file))
    fs::remove(temporary);
}

class Keeper {
public:
  Keeper(const Recipe &recipe, std::string clang)
      : recipe_(recipe), folder_(folderOfCache()) {
    words_ = {std::move(clang),
              "-xc++",
              "-std=gnu++20",
              "-g",
              "-O1",
              "-pthread",
              "-w",
              "-emit-llvm",
              "-fno-vectorize",
              "-c",
              "-fno-slp-vectorize",
              "-fno-unroll-loops"};
    words_.insert(words_.end(), recipe.words.begin(), recipe.words.end());
    Sum sum;
    sum.add(RBCHECK_VERSION);
    for (const std::string &word : words_)
      sum.add(word);
    key_ = sum.text();
  }

  Buffer find() const {
    Buffer list = read(fileOf(key_, ".files"));
    if (folder_.empty() || !list)
      return nullptr;
    llvm::SmallVector<StringRef, 0> lines;
    list->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
    const std::string sum =
        sumOf(key_, std::vector<std::string>(lines.begin(), lines.end()));
    return sum.empty() ? nullptr : read(fileOf(sum, ".bc"));
  }

  Expected<Buffer> make(const std::atomic<bool> &interrupted) const {
    llvm::errs() << "rbcheck: note: compiling " << recipe_.title
                 << (folder_.empty() ? "" : ", which is kept in " + folder_)
                 << "\n";
    Expected<TemporaryFile> output = TemporaryFile::make("bc");
    if (!output)
      return output.takeError();
    Expected<TemporaryFile> rule = TemporaryFile::make("d");
    if (!rule)
      return rule.takeError();
    std::vector<std::string> words = words_;
    for (StringRef word :
         {StringRef("-MD"), StringRef("-MF"), rule->path(), StringRef("-o"),
          output->path(), StringRef("/dev/null")})
      words.push_back(word.str());
    const auto start = std::chrono::system_clock::now();
    Expected<ClangRun> run = runClang(words, &interrupted);
    if (!run)
      return run.takeError();
    if (interrupted)
      return llvm::createStringError(recipe_.title +
                                     ": interrupted while it was compiled");
    if (!run->isDone) {
      llvm::errs() << run->messages;
      return llvm::createStringError(recipe_.title + ": does not compile");
    }
    Buffer bitcode = read(output->path());
    if (!bitcode)
      return llvm::createStringError(recipe_.title + ": cannot be read again");
    // Held in memory: the file goes with its owner.
    bitcode = llvm::MemoryBuffer::getMemBufferCopy(bitcode->getBuffer());
    keepAll(namesOfRule(rule->content()), bitcode->getBuffer(), start);
    return bitcode;
  }

private:
  std::string fileOf(StringRef sum, StringRef ending) const {
    return folder_ + "/" + recipe_.name + "-" + sum.str() + ending.str();
  }

  void keepAll(llvm::ArrayRef<std::string> files, StringRef bitcode,
               llvm::sys::TimePoint<> start) const {
    const std::string sum = sumOf(key_, files, start);
    if (folder_.empty() || files.empty() || sum.empty())
      return;
    keep(fileOf(sum, ".bc"), bitcode);
    keep(fileOf(key_, ".files"), llvm::join(files, "\n") + "\n");
  }

  const Recipe &recipe_;
  std::string folder_, key_;
  std::vector<std::string> words_;
};

} // namespace

Expected<Buffer> keptBitcode(const Recipe &recipe,
                             const std::atomic<bool> &interrupted,
                             bool isDistrusted) {
  Expected<std::string> clang = findClang();
  if (!clang)
    return clang.takeError();
  Keeper keeper(recipe, *clang);
  if (!isDistrusted)
    if (Buffer kept = keeper.find())
      return kept;
  return keeper.make(interrupted);
}

} // namespace rbcheck
