//===- tools/warnings/Read.h - Reports of other tools into warnings -------===//
//
// The one door to the importers: files in, warnings in their normal form out.
// Formats are recognised by content. Copies of a warning are merged, each
// warning gets an id and a fingerprint.
// Tested by test/warnings and test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

#include "llvm/Support/MemoryBuffer.h"

namespace rbcheck {

/// Reads all reports. A file that cannot be opened is an error, and so is, when
/// strict, anything that cannot be read. Otherwise that is a complaint, and an
/// error only if nothing at all could be read.
llvm::Expected<ImportedWarnings> readWarnings(
    const std::vector<std::string> &files, const ReadOptions &options);

/// The same for text that is already in memory.
llvm::Error readWarningText(llvm::StringRef text, const std::string &path,
                            const ReadOptions &options, ImportedWarnings &to);

/// Merges copies, and gives ids and fingerprints (called by readWarnings).
void finishWarnings(std::vector<Warning> &warnings);

/// Opens a report; standard input ("-") is read once and then kept.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openReport(const std::string &file, const ReadOptions &options);

/// "sarif", "tsan", ...: the words of --format.
const char *formatWord(WarningFormat format);
std::optional<WarningFormat> formatOf(llvm::StringRef word);
/// All words, for messages: "sarif, tsan, ...".
std::string formatWords();

/// The warnings in the native format (NativeWrite.cpp).
std::string nativeText(const std::vector<Warning> &warnings);
/// The normal form, one JSON object per line (NormalJson.cpp).
std::string normalJson(const std::vector<Warning> &warnings);

} // namespace rbcheck
