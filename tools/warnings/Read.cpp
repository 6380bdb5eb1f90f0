//===- tools/warnings/Read.cpp - Reports of other tools into warnings -----===//
#include "tools/warnings/Read.h"

#include "search/files/Read.h"
#include "tools/warnings/Fingerprint.h"
#include "tools/warnings/Pieces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <map>
#include <unistd.h>

namespace rbcheck {

namespace {

struct Format {
  WarningFormat format;
  const char *word;
  llvm::Error (*read)(Import &in);
};

constexpr Format kFormats[] = {
    {WarningFormat::Native, "native", readNative},
    {WarningFormat::Sarif, "sarif", readSarif},
    {WarningFormat::Tsan, "tsan", readTsan},
    {WarningFormat::HelgrindXml, "helgrind-xml", readHelgrindXml},
    {WarningFormat::HelgrindText, "helgrind", readHelgrindText},
    {WarningFormat::InferJson, "infer", readInferJson},
    {WarningFormat::GoblintJson, "goblint-json", readGoblintJson},
    {WarningFormat::GoblintText, "goblint", readGoblintText},
    {WarningFormat::CompilerText, "text", readCompilerText},
    {WarningFormat::Plist, "plist", readPlist},
    {WarningFormat::TidyYaml, "clang-tidy-yaml", readTidyYaml},
    {WarningFormat::CppcheckXml, "cppcheck-xml", readCppcheckXml},
    {WarningFormat::DrdXml, "drd-xml", readDrdXml},
    {WarningFormat::DrdText, "drd", readDrdText},
    {WarningFormat::GccJson, "gcc-json", readGccJson},
    {WarningFormat::Coderrect, "coderrect", readCoderrect},
    {WarningFormat::OpenRace, "openrace", readOpenRace},
    {WarningFormat::Locksmith, "locksmith", readLocksmith},
};

llvm::Error (*readerOf(WarningFormat format))(Import &in) {
  for (const Format &row : kFormats)
    if (row.format == format)
      return row.read;
  llvm_unreachable("every format has a row");
}

void giveIds(std::vector<Warning> &warnings) {
  std::set<std::string> used;
  for (Warning &warning : warnings)
    if (!warning.id.empty() && !used.insert(warning.id).second)
      warning.id.clear();
  size_t next = 0;
  for (Warning &warning : warnings)
    while (warning.id.empty()) {
      std::string id = "W" + std::to_string(++next);
      if (used.insert(id).second)
        warning.id = id;
    }
}

/// A cycle of Helgrind's XML lacks an acquisition that its text log has.
bool completes(const Warning &whole, const Warning &part) {
  return whole.kind == WarningKind::LockCycle && whole.kind == part.kind &&
         whole.incomplete.empty() && !part.incomplete.empty() &&
         !whole.message.empty() && whole.tool == part.tool &&
         whole.rule == part.rule && whole.message == part.message;
}

void merge(Warning &into, Warning &copy) {
  into.sources.insert(into.sources.end(), copy.sources.begin(),
                      copy.sources.end());
}

void mergeCopies(std::vector<Warning> &warnings) {
  std::vector<Warning> kept;
  std::map<std::string, size_t> byKey, byMessage;
  for (Warning &warning : warnings) {
    auto [copy, isNew] = byKey.try_emplace(copyKey(warning), kept.size());
    if (!isNew) {
      merge(kept[copy->second], warning);
      continue;
    }
    auto [same, isFirst] =
        byMessage.try_emplace(warning.tool + "\n" + warning.message,
                              kept.size());
    if (!isFirst && completes(kept[same->second], warning)) {
      copy->second = same->second;
      merge(kept[same->second], warning);
      continue;
    }
    if (!isFirst && completes(warning, kept[same->second])) {
      copy->second = same->second;
      std::swap(kept[same->second], warning);
      merge(kept[same->second], warning);
      continue;
    }
    kept.push_back(std::move(warning));
  }
  warnings = std::move(kept);
}

} // namespace

const char *formatWord(WarningFormat format) {
  for (const Format &row : kFormats)
    if (row.format == format)
      return row.word;
  return "auto";
}

std::optional<WarningFormat> formatOf(llvm::StringRef word) {
  for (const Format &row : kFormats)
    if (word == row.word)
      return row.format;
  if (word == "auto")
    return WarningFormat::Auto;
  return std::nullopt;
}

std::string formatWords() {
  std::string words = "auto";
  for (const Format &row : kFormats)
    words += std::string(", ") + row.word;
  return words;
}

llvm::Error readWarningText(llvm::StringRef text, const std::string &path,
                            const ReadOptions &options, ImportedWarnings &to) {
  Import in(text, path, options, to);
  if (text.trim().empty()) {
    in.remark("the file is empty: no warnings");
    return llvm::Error::success();
  }
  Pieces pieces = piecesOf(text, options.format);
  if (pieces.list.empty())
    return llvm::createStringError(
        path + ": nobody knows this format; name it with --format (" +
        formatWords() + ")");
  // A piece that cannot be read does not take the others with it.
  std::vector<std::string> failures;
  for (const Piece &piece : pieces.list) {
    Import part(piece.text, path, options, to);
    part.linesBefore = piece.linesBefore;
    part.firstRun = piece.firstRun;
    if (llvm::Error error = readerOf(piece.format)(part))
      failures.push_back(llvm::toString(std::move(error)));
  }
  if (failures.size() == pieces.list.size())
    return llvm::createStringError(llvm::join(failures, "\nrbcheck: "));
  to.complaints.insert(to.complaints.end(), failures.begin(), failures.end());
  return llvm::Error::success();
}

void finishWarnings(std::vector<Warning> &warnings) {
  mergeCopies(warnings);
  giveIds(warnings);
  for (Warning &warning : warnings)
    warning.fingerprint = fingerprintOf(warning);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openReport(const std::string &file, const ReadOptions &options) {
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError(file + ": " + why);
  };
  if (auto kept = options.streams->find(file); kept != options.streams->end())
    return llvm::MemoryBuffer::getMemBuffer(kept->second, file, false);
  ReadRules rules;
  rules.interrupted = options.interrupted;
  rules.until = options.until;
  rules.note = options.note;
  if (file == "-") {
    std::string bytes;
    if (readStream(STDIN_FILENO, "standard input", rules, bytes) ==
        ReadEnd::TooLarge)
      return fail("is larger than " + sizeText(rules.mostBytes) +
                  "; give it in parts");
    std::string &kept = (*options.streams)[file] = std::move(bytes);
    return llvm::MemoryBuffer::getMemBuffer(kept, file, false);
  }
  if (llvm::sys::fs::is_directory(file))
    return fail("is a directory, not a report");
  auto buffer = readFile(file, rules);
  if (buffer && !llvm::sys::fs::is_regular_file(file))
    (*options.streams)[file] = (*buffer)->getBuffer().str();
  return buffer;
}

llvm::Expected<ImportedWarnings> readWarnings(
    const std::vector<std::string> &files, const ReadOptions &options) {
  ImportedWarnings read;
  size_t unread = 0;
  for (const std::string &file : files) {
    auto buffer = openReport(file, options);
    if (!buffer)
      return buffer.takeError();
    llvm::Error error = readWarningText((*buffer)->getBuffer(), file, options,
                                        read);
    if (!error)
      continue;
    ++unread;
    read.complaints.push_back(llvm::toString(std::move(error)));
  }
  for (const auto &[cause, counted] : read.causes)
    if (auto [at, times] = counted; times > 1 && at < read.complaints.size())
      read.complaints[at] += " (" + std::to_string(times) + " times)";
  if (!read.complaints.empty() && !read.isStopped &&
      (options.isStrict || unread == files.size() || read.warnings.empty()))
    return llvm::createStringError(llvm::join(read.complaints, "\nrbcheck: "));
  finishWarnings(read.warnings);
  return read;
}

} // namespace rbcheck
