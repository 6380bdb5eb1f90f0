//===- tools/rbcheck/Output.h - The files that rbcheck writes -------------===//
//
// All outputs take this way: they are tried before the search, since it is
// better to fail then than after an hour, and written through search/files/Write.h.
// What cannot be written is named on standard error; the verdict is shown all
// the same, and the exit code is 3, so that no script misses the file in
// silence. Tested by test/cli/files/write.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/files/Write.h"
#include "tools/rbcheck/Options.h"

namespace rbcheck {

/// False, with a message, if one of the files cannot be written.
bool canWriteOutputs(const Options &options);

/// Writes one, if a file is named; false, with a message, if that failed.
bool writeOutput(const std::string &file, FileWriter write);

/// True if a file goes to standard output: the report gives way.
bool usesStandardOutput(const Options &options);

/// Flushes standard output; `code`, or that of a failure, with a message.
int finishOutput(int code);

} // namespace rbcheck
