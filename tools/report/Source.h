//===- tools/report/Source.h - Lines of the checked program's source ------===//
//
// Reads source files on demand, for excerpts. A file that cannot be read gives
// empty lines: a report does without.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Locate.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace rbcheck {

class SourceFiles {
public:
  /// The line of a location without its newline, tabs as blanks; or "".
  llvm::StringRef line(const Location &location);
  /// All lines of a file in that form; none if it cannot be read.
  const std::vector<std::string> &lines(llvm::StringRef file);

private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// The last part of a path.
std::string baseName(llvm::StringRef path);
/// The path as seen from the current folder, if it is below it.
std::string shortPath(llvm::StringRef path);

} // namespace rbcheck
