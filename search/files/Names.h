//===- search/files/Names.h - Two names of one file ----------------------===//
//
// Finds out before anything is run that what is to be written is also read, or
// is to be written twice: by whatever names, links included.
// Tested by test/unit/FilesTest.cpp and test/cli/files/same.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace rbcheck {

/// A file as a command line names it.
struct NamedFile {
  std::string role; ///< "--json", "the program"
  std::string name; ///< "-" is standard output, or input
  bool isOutput = false;
};

/// Where the symbolic link `file` leads, one link further; none if it is none.
std::optional<std::string> nextLink(const std::string &file);
/// No more links than this are followed, as the system does.
inline constexpr int kMostLinks = 40;

/// "-" for the other names of standard output (/dev/stdout), else `name`.
std::string outputName(llvm::StringRef name);

/// Whether both are one file, which may not be there yet. /dev/null and other
/// devices take everything from everybody: they are never the same.
bool isSameFile(const std::string &one, const std::string &other);

/// An error if an output is also an input, another output, or the file that
/// standard output was sent to.
llvm::Error checkDistinct(llvm::ArrayRef<NamedFile> files);

} // namespace rbcheck
