//===- search/triage/SourcePaths.cpp - Which file of the program is meant -===//
#include "search/triage/SourcePaths.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace rbcheck {

namespace {

size_t commonSuffix(const std::vector<std::string> &a,
                    const std::vector<std::string> &b) {
  size_t most = std::min(a.size(), b.size());
  size_t count = 0;
  while (count < most && a[a.size() - 1 - count] == b[b.size() - 1 - count])
    ++count;
  return count;
}

bool startsWith(const std::vector<std::string> &path,
                const std::vector<std::string> &prefix) {
  return path.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), path.begin());
}

} // namespace

std::vector<std::string> pathComponents(const std::string &path) {
  llvm::StringRef rest = path;
  if (rest.consume_front("file://"))
    rest.consume_front("localhost");
  std::vector<std::string> components;
  llvm::SmallVector<llvm::StringRef, 16> words;
  std::string slashes = rest.str();
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  llvm::StringRef(slashes).split(words, '/', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    if (word == ".")
      continue;
    if (word != "..")
      components.push_back(word.str());
    else if (!components.empty())
      components.pop_back();
  }
  return components;
}

SourcePaths::SourcePaths(const std::vector<std::string> &files,
                         std::vector<PathMap> maps)
    : names_(files), maps_(std::move(maps)) {
  for (uint32_t i = 0; i < files.size(); ++i)
    if (!files[i].empty())
      files_.push_back({i, pathComponents(files[i])});
}

SourcePaths::Match SourcePaths::find(const std::string &path) const {
  std::vector<std::string> wanted = pathComponents(path);
  for (const PathMap &map : maps_) {
    std::vector<std::string> from = pathComponents(map.from);
    if (from.empty() || !startsWith(wanted, from))
      continue;
    std::vector<std::string> mapped = pathComponents(map.to);
    mapped.insert(mapped.end(), wanted.begin() + long(from.size()),
                  wanted.end());
    wanted = std::move(mapped);
    break;
  }
  Match match;
  size_t longest = 0;
  const File *best = nullptr;
  for (const File &file : files_) {
    size_t common = commonSuffix(wanted, file.components);
    if (common == 0 || common < longest)
      continue;
    if (common > longest) {
      longest = common;
      best = &file;
      match = {{file.number}, ""};
    } else if (file.components == best->components) {
      match.files.push_back(file.number);
    } else if (best->components.size() != longest &&
               file.components.size() == longest) {
      // All of this file's path is in the given one: nothing speaks against.
      best = &file;
      match = {{file.number}, ""};
    } else if (best->components.size() != longest && match.ambiguity.empty()) {
      match.ambiguity = "'" + path + "' may be " + names_[best->number] +
                        " or " + names_[file.number] +
                        "; give more of its path";
    }
  }
  if (!match.ambiguity.empty())
    match.files.clear();
  return match;
}

} // namespace rbcheck
