//===- tools/warnings/Import.h - What an importer reads and gives back ----===//
//
// Every importer is one function that takes an Import: the text of a report
// and a place for what it says. One bad record never ends the import: the
// importer complains about it, with its position, and goes on. Whatever comes
// from a report is clipped here, so that no input makes warnings without
// bounds; copies of a warning are merged as they come.
// Tested by test/warnings/samples.test, test/warnings/bad-input.test and
// test/warnings/scale.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/SourcePaths.h"
#include "search/triage/Warning.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace rbcheck {

enum class WarningFormat : uint8_t {
  Auto, ///< recognise it by its content
  Native,
  Sarif,
  Tsan,
  HelgrindXml,
  HelgrindText,
  InferJson,
  GoblintJson,
  GoblintText,
  CompilerText,
  Plist,
  TidyYaml,
  CppcheckXml,
  DrdXml,
  DrdText,
  GccJson,
  Coderrect,
  OpenRace,
  Locksmith
};

struct ReadOptions {
  WarningFormat format = WarningFormat::Auto;
  bool isStrict = false;           ///< a bad record is an error
  bool includeSuppressed = false;  ///< also what the tool was told to hide
  std::vector<PathMap> pathMaps;
  /// Reading stops when this is set, or the time is over.
  const std::atomic<bool> *interrupted = nullptr;
  std::optional<std::chrono::steady_clock::time_point> until;
  /// Told when a pipe stays silent; may be empty.
  std::function<void(const std::string &text)> note;
  /// What came from standard input ("-") and pipes, by name, to be given back:
  /// it can be read once only.
  std::shared_ptr<std::map<std::string, std::string>> streams =
      std::make_shared<std::map<std::string, std::string>>();
};

/// What was read from one or more reports.
struct ImportedWarnings {
  std::vector<Warning> warnings;
  /// Records that could not be read, each with its position: what they warn
  /// of is not among the warnings.
  std::vector<std::string> complaints;
  std::vector<std::string> remarks; ///< how something was understood
  /// Where each warning is, by a hash of what makes a copy of it (Import.cpp).
  std::map<std::pair<uint64_t, uint64_t>, size_t> known;
  /// Place in `complaints` and number of complaints, by file and reason.
  std::map<std::string, std::pair<size_t, size_t>> causes;
  bool isStopped = false; ///< by a signal or the time limit, before the end
};

class Import {
public:
  Import(llvm::StringRef text, std::string path, const ReadOptions &options,
         ImportedWarnings &to)
      : text(text), path(std::move(path)), options(options), to_(to) {}

  const llvm::StringRef text;
  const std::string path;
  const ReadOptions &options;
  /// Of a part of a file: lines before it, and runs of SARIF before it.
  size_t linesBefore = 0;
  size_t firstRun = 0;

  /// Takes a warning; `pointer` is where the report has it.
  void add(Warning warning, std::string pointer);
  /// The same for a warning that the report has in several records.
  void add(Warning warning, const std::vector<std::string> &pointers);
  /// No more is to be read: said once, and what was read stays.
  bool isStopped();
  /// The line in the file of a place in `text`.
  size_t lineOf(size_t at) const;
  /// A record that cannot be read.
  void complain(const std::string &position, const std::string &why);
  /// Says once how something is understood.
  void remark(const std::string &text);
  /// "FILE:LINE: WHY", for a report that cannot be read at all.
  llvm::Error fail(size_t line, const std::string &why) const;

private:
  ImportedWarnings &to_;
  std::set<std::string> said_;
  bool isFull_ = false;    ///< a warning had to be left out
  bool isStopped_ = false;
  mutable std::pair<size_t, size_t> lastLine_{0, 1}; ///< place, its line
};

/// One function per format, each in a file of its name.
llvm::Error readNative(Import &in);
llvm::Error readSarif(Import &in);
llvm::Error readTsan(Import &in);
llvm::Error readHelgrindXml(Import &in);
llvm::Error readHelgrindText(Import &in);
llvm::Error readInferJson(Import &in);
llvm::Error readGoblintJson(Import &in);
llvm::Error readGoblintText(Import &in);
llvm::Error readCompilerText(Import &in);
llvm::Error readPlist(Import &in);
llvm::Error readTidyYaml(Import &in);
llvm::Error readCppcheckXml(Import &in);
llvm::Error readDrdXml(Import &in);
llvm::Error readDrdText(Import &in);
llvm::Error readGccJson(Import &in);
llvm::Error readCoderrect(Import &in);
llvm::Error readOpenRace(Import &in);
llvm::Error readLocksmith(Import &in);

/// Words without line breaks: runs of white space become one blank.
std::string oneLine(llvm::StringRef text);

/// Escapes what would act on a terminal: control characters and bytes that are
/// not UTF-8, as \xNN.
std::string safeForTerminal(llvm::StringRef text);

/// The text between the first `open` and the next `close` behind it, or "".
llvm::StringRef between(llvm::StringRef text, llvm::StringRef open,
                        llvm::StringRef close);

/// A line or column of a report; 0 if it is none that a file can have.
uint32_t lineNumber(llvm::StringRef digits);

/// Splits "FILE:LINE[:COLUMN[-...]]" from the right; false if it is not one.
bool splitPlace(llvm::StringRef text, WarningPlace &place, uint32_t &column);

} // namespace rbcheck
