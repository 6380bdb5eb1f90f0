//===- search/files/Write.h - Files that are written whole or not at all -===//
//
// The one way in which rbcheck's tools write a file. What is written goes to a
// file beside the one that is meant and takes its place when it is complete: a
// full disk, a crash or a second reader never shows half a file, and until then
// what was there before stays.
//
// - "-" is standard output.
// - A symbolic link is followed: the file that it names is replaced.
// - A new file gets the permissions that the umask leaves, an old one keeps
// its.
// - What is no ordinary file (a pipe, /dev/null, /dev/stderr) is written
//   directly; so is a file in a folder where no other can be made.
//
// Tested by test/unit/FilesTest.cpp and test/cli/files/write.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace rbcheck {

using FileWriter = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// Writes `file` by calling `write`. An error names the file; nothing of this
/// attempt is left behind then.
llvm::Error writeFile(const std::string &file, FileWriter write);

/// The same for a text that is there already.
llvm::Error writeFile(const std::string &file, llvm::StringRef text);

/// An error if `file` cannot be written as far as can be seen now: to be asked
/// before an hour's work. Changes nothing.
llvm::Error checkWritable(const std::string &file);

/// Flushes standard output; an error if not all of it was written. That its
/// reader has left is none: it has what it wanted. The last thing of a tool.
llvm::Error flushStandardOutput();

} // namespace rbcheck
