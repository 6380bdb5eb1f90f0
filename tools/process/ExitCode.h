//===- tools/process/ExitCode.h - The exit codes of every tool ------------===//
//
// The contract with everybody who scripts rbcheck; see docs/man/rbcheck.md.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace rbcheck {

enum ExitCode : int {
  kExitNoError = 0,      ///< the search was complete: no error
  kExitError = 1,        ///< an error was found; its trace replays
  kExitInconclusive = 2, ///< nothing found, but the search was cut
  kExitBadInput = 3,     ///< bad input or bad usage
  kExitInternal = 4,     ///< a bug in rbcheck itself
  kExitDiverged = 5      ///< rbreplay --native: the program left the trace
};

} // namespace rbcheck
