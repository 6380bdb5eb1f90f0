//===- tools/warnings/Valgrind.h - What Helgrind and DRD report -----------===//
//
// One error of Valgrind's thread checkers, however it was written: XML and text
// are read into this, and turned into warnings in one place.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Frames.h"
#include "tools/warnings/Import.h"

#include <map>

namespace rbcheck {

/// Words with a stack: what happened, or what else is known.
struct ValgrindPart {
  std::string text;
  std::vector<ToolFrame> frames;
  size_t line = 0; ///< of a text log
};

struct ValgrindError {
  std::string kind; ///< "Race", "LockOrder", "ConflictingAccess", ...
  ValgrindPart what;
  std::vector<ValgrindPart> more;
  /// DRD: the ends of the other thread's segment, which are not the access.
  std::vector<ToolFrame> segmentStart, segmentEnd;
};

/// Where threads were created, by number.
using ValgrindThreads = std::map<std::string, WarningPlace>;

void addHelgrindError(Import &in, const ValgrindError &error,
                      const ValgrindThreads &threads,
                      const std::string &pointer);
void addDrdError(Import &in, const ValgrindError &error,
                 const std::string &pointer);

/// `reader (race_flag.c:28)`, `??? (in /usr/lib/x.so)`: a frame behind its
/// address.
ToolFrame readValgrindFrame(llvm::StringRef text);

} // namespace rbcheck
