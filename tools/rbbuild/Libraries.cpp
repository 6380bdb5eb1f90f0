//===- tools/rbbuild/Libraries.cpp - The shared libraries of a program ----===//
#include "tools/rbbuild/Libraries.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <deque>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using Elf = llvm::object::ELF64LEObjectFile;

/// What the dynamic linker reads of a file.
struct Dynamic {
  std::vector<std::string> needed;
  std::vector<std::string> folders; ///< of RPATH and RUNPATH
  bool isPie = false;
};

/// A file without dynamic section, or a broken one, needs nothing.
Dynamic readDynamic(const Elf &file) {
  Dynamic dynamic;
  auto entries = file.getELFFile().dynamicEntries();
  if (!entries) {
    llvm::consumeError(entries.takeError());
    return dynamic;
  }
  const char *strings = nullptr;
  uint64_t size = 0;
  for (const auto &entry : *entries) {
    if (entry.getTag() == llvm::ELF::DT_STRSZ)
      size = entry.getVal();
    if (entry.getTag() != llvm::ELF::DT_STRTAB)
      continue;
    auto mapped = file.getELFFile().toMappedAddr(entry.getPtr());
    if (mapped)
      strings = reinterpret_cast<const char *>(*mapped);
    else
      llvm::consumeError(mapped.takeError());
  }
  for (const auto &entry : *entries) {
    if (entry.getTag() == llvm::ELF::DT_FLAGS_1)
      dynamic.isPie = entry.getVal() & llvm::ELF::DF_1_PIE;
    if (!strings || entry.getVal() >= size)
      continue;
    StringRef text = strings + entry.getVal();
    if (entry.getTag() == llvm::ELF::DT_NEEDED)
      dynamic.needed.push_back(text.str());
    if (entry.getTag() != llvm::ELF::DT_RPATH &&
        entry.getTag() != llvm::ELF::DT_RUNPATH)
      continue;
    llvm::SmallVector<StringRef, 4> folders;
    text.split(folders, ':');
    for (StringRef folder : folders) {
      StringRef origin = llvm::sys::path::parent_path(file.getFileName());
      std::string path = folder.str();
      for (StringRef variable : {"$ORIGIN", "${ORIGIN}"})
        if (size_t at = path.find(variable); at != std::string::npos)
          path.replace(at, variable.size(),
                       origin.empty() ? "." : origin.str());
      dynamic.folders.push_back(path);
    }
  }
  return dynamic;
}

llvm::StringSet<> readExported(const Elf &file) {
  llvm::StringSet<> names;
  for (llvm::object::ELFSymbolRef symbol : file.getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    auto flags = symbol.getFlags();
    if (name && flags && !(*flags & llvm::object::SymbolRef::SF_Undefined))
      names.insert(*name);
    llvm::consumeError(name.takeError());
    llvm::consumeError(flags.takeError());
  }
  return names;
}

/// Where libraries may lie: beside those named, in -L, in the files' own paths.
class Finder {
public:
  explicit Finder(const CommandLine &line) : folders_(line.libraryFolders) {
    for (const std::string &input : line.inputs) {
      if (!StringRef(llvm::sys::path::filename(input)).contains(".so"))
        continue;
      StringRef folder = llvm::sys::path::parent_path(input);
      folders_.push_back(folder.empty() ? "." : folder.str());
    }
  }

  void addFolders(const std::vector<std::string> &folders) {
    folders_.insert(folders_.end(), folders.begin(), folders.end());
  }

  /// "" if the library is not the project's.
  std::string find(const std::string &name) const {
    for (const std::string &folder : folders_)
      if (std::string path = folder + "/" + name; llvm::sys::fs::exists(path))
        return path;
    return "";
  }

private:
  std::vector<std::string> folders_;
};

} // namespace

bool isProgram(const llvm::object::ObjectFile &file) {
  auto *elf = llvm::dyn_cast<Elf>(&file);
  if (!elf)
    return false;
  uint16_t type = elf->getELFFile().getHeader().e_type;
  if (type != llvm::ELF::ET_DYN)
    return type == llvm::ELF::ET_EXEC;
  auto segments = elf->getELFFile().program_headers();
  if (!segments) {
    llvm::consumeError(segments.takeError());
    return false;
  }
  for (const auto &segment : *segments)
    if (segment.p_type == llvm::ELF::PT_INTERP)
      return true;
  return readDynamic(*elf).isPie;
}

Expected<std::vector<SharedLibrary>> findLibraries(StringRef program,
                                                   const CommandLine &line) {
  std::vector<SharedLibrary> libraries;
  Finder finder(line);
  std::deque<std::string> waiting = {program.str()};
  llvm::StringSet<> seen;
  while (!waiting.empty()) {
    std::string path = std::move(waiting.front());
    waiting.pop_front();
    auto binary = llvm::object::ObjectFile::createObjectFile(path);
    if (!binary)
      return binary.takeError();
    auto *elf = llvm::dyn_cast<Elf>(binary->getBinary());
    if (!elf)
      continue;
    Dynamic dynamic = readDynamic(*elf);
    finder.addFolders(dynamic.folders);
    for (const std::string &name : dynamic.needed)
      if (seen.insert(name).second)
        if (std::string found = finder.find(name); !found.empty())
          waiting.push_back(found);
    if (path == program)
      continue;
    auto records = readRecords(*elf);
    if (!records)
      return records.takeError();
    if (!records->empty())
      libraries.push_back({path, std::move(*records), readExported(*elf)});
  }
  return libraries;
}

} // namespace rbcheck
