//===- tools/report/Source.cpp - Lines of the checked program's source ----===//
#include "tools/report/Source.h"

#include "search/files/Read.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

std::vector<std::string> readLines(const std::string &file) {
  std::vector<std::string> lines;
  auto buffer = readSourceFile(file);
  if (!buffer)
    return lines;
  llvm::StringRef rest = buffer->getBuffer();
  while (!rest.empty()) {
    auto [line, next] = rest.split('\n');
    std::string text = line.rtrim("\r").str();
    for (char &c : text)
      if (static_cast<unsigned char>(c) < ' ' || c == 127)
        c = ' ';
    lines.push_back(std::move(text));
    rest = next;
  }
  return lines;
}

} // namespace

llvm::StringRef SourceFiles::line(const Location &location) {
  if (location.file.empty() || !location.line)
    return "";
  const std::vector<std::string> &all = lines(location.file);
  if (location.line > all.size())
    return "";
  return all[location.line - 1];
}

const std::vector<std::string> &SourceFiles::lines(llvm::StringRef file) {
  auto [entry, isNew] = files_.try_emplace(file.str());
  if (isNew)
    entry->second = readLines(entry->first);
  return entry->second;
}

std::string baseName(llvm::StringRef path) {
  return llvm::sys::path::filename(path).str();
}

std::string shortPath(llvm::StringRef path) {
  llvm::SmallString<128> here;
  if (!llvm::sys::fs::current_path(here)) {
    here += "/";
    path.consume_front(here);
  }
  path.consume_front("./");
  return path.str();
}

} // namespace rbcheck
