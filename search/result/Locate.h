//===- search/result/Locate.h - From a place in the code to the source ----===//
//
// A CodePlace in the words of the user: file, line, column, function. Names
// come from the side tables of the Program; a place without debug info has an
// empty file and the name of its function. An error inside rbcheck's own C
// library is reported where the user's code called it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"
#include "passes/LibraryFiles.h"

namespace rbcheck {

struct Location {
  std::string file;  ///< empty = unknown
  uint32_t line = 0; ///< 0 = unknown
  uint32_t column = 0;
  std::string function;
  bool isKnown() const { return line != 0; }
  friend bool operator==(const Location &, const Location &) = default;
};

/// The place itself, then where it was inlined, from the inside out.
std::vector<Location> locateInlined(const Program &program, CodePlace place);

/// The innermost of those outside of libraries; else the place itself.
Location locate(const Program &program, CodePlace place);

/// The innermost frame of `thread` in the user's code, if the place is where
/// the thread stands and lies in a library; else the place itself.
Location locateThread(const Machine &machine, uint32_t thread, CodePlace place);

/// "file.c:12:3", or "function f" without debug info.
std::string toString(const Location &location);

} // namespace rbcheck
