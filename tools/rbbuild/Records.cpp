//===- tools/rbbuild/Records.cpp - Bitcode that travels in native files ---===//
#include "tools/rbbuild/Records.h"

#include "search/files/Write.h"

#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

constexpr StringRef kSection = ".rbcheck.bc";
constexpr StringRef kMagic = "RBCHKBC1";
constexpr size_t kHead = 16;

Error parseSection(StringRef bytes, std::vector<Bitcode> &to) {
  while (true) {
    bytes = bytes.drop_while([](char c) { return c == 0; });
    if (bytes.empty())
      return Error::success();
    if (!bytes.starts_with(kMagic) || bytes.size() < kHead)
      return llvm::createStringError("its section " + kSection +
                                     " was not written by this version");
    uint64_t size = llvm::support::endian::read64le(bytes.data() + 8);
    if (size > bytes.size() - kHead)
      return llvm::createStringError("its section " + kSection +
                                     " is cut short");
    to.push_back(bytes.substr(kHead, size).str());
    bytes = bytes.drop_front(kHead + size);
  }
}

/// The file with one section more.
Expected<std::string> withSection(StringRef file, const std::string &section) {
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary)
    return binary.takeError();
  llvm::objcopy::ConfigManager config;
  config.Common.AddSection.emplace_back(
      kSection, llvm::MemoryBuffer::getMemBuffer(section, kSection, false));
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  if (Error error = llvm::objcopy::executeObjcopyOnBinary(
          config, *binary->getBinary(), out))
    return std::move(error);
  return bytes;
}

} // namespace

Error attachRecords(StringRef file, llvm::ArrayRef<Bitcode> records) {
  std::string section;
  for (const Bitcode &record : records) {
    char size[8];
    llvm::support::endian::write64le(size, record.size());
    section += kMagic;
    section.append(size, sizeof(size));
    section += record;
  }
  Expected<std::string> bytes = withSection(file, section);
  if (!bytes)
    return bytes.takeError();
  return writeFile(file.str(), *bytes);
}

Expected<std::vector<Bitcode>>
readRecords(const llvm::object::ObjectFile &file) {
  std::vector<Bitcode> records;
  for (const llvm::object::SectionRef &section : file.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != kSection)
      continue;
    Expected<StringRef> bytes = section.getContents();
    if (!bytes)
      return bytes.takeError();
    if (Error error = parseSection(*bytes, records))
      return std::move(error);
  }
  return records;
}

} // namespace rbcheck
