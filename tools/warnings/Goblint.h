//===- tools/warnings/Goblint.h - What Goblint's pieces mean --------------===//
//
// Goblint describes an access or an acquisition in a line of text; JSON, SARIF
// and its text output share it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

struct GoblintPiece {
  StepOp op = StepOp::At;
  std::string object; ///< of a lock
  bool isBefore = false, isAfter = false; ///< "lock before", "lock after"
  std::vector<std::string> held;
  std::string thread; ///< "main, writer@race_flag.c:36:5-36:44"
  std::optional<WarningPlace> spawn;
};

/// "write with [lock:{m}, thread:[main, f@a.c:3:1-3:9]] (conf. 110)  (exp: & x)"
GoblintPiece readGoblintPiece(llvm::StringRef text);

/// "Memory location ready (race with conf. 110)" is about `ready`.
std::string goblintObject(llvm::StringRef message);

/// A group of pieces into a warning; `pieces` are texts at places.
struct GoblintGroup {
  std::string category; ///< "Race", "Deadlock", ...
  std::string text;
  std::vector<std::pair<WarningStep, std::string>> pieces;
};
/// None if the group has no place.
std::optional<Warning> goblintWarning(Import &in, const GoblintGroup &group);

} // namespace rbcheck
