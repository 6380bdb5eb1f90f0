//===- tools/rbbuild/Events.h - What the drivers of a build tell rbbuild --===//
//
// Every driver adds lines to one file, which rbbuild reads at the end: which
// programs have bitcode, and if none has, what happened instead, so that the
// advice fits.
// Tested by test/build/advice.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <string>

namespace rbcheck {

enum class Event : char {
  Program = 'P', ///< linked, with bitcode
  Without = 'W', ///< linked, but its bitcode could not be made
  Library = 'L', ///< a shared library was linked
  Object = 'O',  ///< was compiled
  Refused = 'R', ///< a source that clang-19 does not compile
  Failed = 'F',  ///< a command of the build that failed
  Probe = 'T'    ///< the compiler was tried out by a configure script
};

/// Adds one, if rbbuild started the build.
void addEvent(Event event, llvm::StringRef file);

/// The files of each kind, by their full names.
using Events = std::map<Event, std::set<std::string>>;
Events readEvents(llvm::StringRef log);

/// One line: why no program has bitcode after a build that ended with `code`,
/// and what to do.
std::string adviceOn(const Events &events, int code);

} // namespace rbcheck
