//===- tools/rbcheck/OptionRow.h - What an option is ---------------------===//
//
// The rows of the command line, by topic, and how their values are read. A new
// option is a row and its setter in the file of its topic. A row says in which
// modes the option works; in all others it is refused with one line, so that
// none is ignored in silence.
// Tested by test/cli/usage.test and test/cli/modes.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck::options {

using llvm::Error;
using llvm::StringRef;

/// Sets a field; `o` is the option as written, `v` its value ("" if none).
using Setter = Error (*)(Options &to, StringRef o, StringRef v);

/// What rbcheck is asked to do: which of these a run is follows from the options
/// that were given (modeOf in Options.cpp).
enum Mode : uint32_t {
  kChecks = 1, ///< searches for errors
  kGuided = 2, ///< the same, along the locations of --locs
  kJudges = 4, ///< the warnings of --locs
  kAsks = 8,   ///< --target
  kRuns = 16,  ///< --run
  kNeeds = 32, ///< --needs
  kPrints = 64, ///< the program: --emit=marked-ir, --emit=program
  kReads = 128, ///< --emit=warnings
  kFinds = kChecks | kGuided,
  kSearches = kFinds | kJudges | kAsks,
  kExecutes = kSearches | kRuns,
  kTakesProgram = kExecutes | kNeeds | kPrints,
  kAlways = kTakesProgram | kReads
};

struct Row {
  /// null: `help` is the title of a group. One of a single letter is written
  /// with one dash, and its value may follow at once.
  const char *name;
  const char *value; ///< how the value is called; null = takes none
  const char *help;  ///< null = hidden
  uint32_t modes;    ///< in which it does what it says; refused in others
  Setter set;
};

inline bool isLetter(const Row &row) { return row.name && !row.name[1]; }
/// How an option is written: --name, or -n.
inline std::string dashed(const Row &row) {
  return (isLetter(row) ? "-" : "--") + std::string(row.name);
}

/// True for --std, --cflags, -I, -D and -p.
bool isForSources(const Row &row);

llvm::ArrayRef<Row> taskRows();    ///< what to do, what the program lacks
llvm::ArrayRef<Row> warningRows(); ///< warnings of other tools, a place to reach
llvm::ArrayRef<Row> searchRows();  ///< how to search, limits
llvm::ArrayRef<Row> outputRows();  ///< what is written; information
const std::vector<Row> &allRows(); ///< these, in the order of --help

//===--- Values -----------------------------------------------------------===//

template <typename... Args> Error usage(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

Error readNumber(StringRef option, StringRef text, uint64_t &number,
                 uint64_t low = 0, uint64_t high = ~0ull);
Error readSeconds(StringRef option, StringRef text, double &seconds);
Error readFileName(StringRef option, StringRef text, std::string &file);
/// The same for what is written: the names of standard output become "-".
Error readOutputName(StringRef option, StringRef text, std::string &file);

template <typename T>
Error readWord(StringRef option, StringRef text, T &value,
               std::initializer_list<std::pair<const char *, T>> words) {
  std::string names;
  for (auto [name, meaning] : words) {
    if (text == name) {
      value = meaning;
      return Error::success();
    }
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return usage("option '{0}': '{1}' is not one of {2}", option, text, names);
}

template <typename T> Error assign(T &field, llvm::Expected<T> value) {
  if (!value)
    return value.takeError();
  field = std::move(*value);
  return Error::success();
}

} // namespace rbcheck::options
