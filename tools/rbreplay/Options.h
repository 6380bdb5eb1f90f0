//===- tools/rbreplay/Options.h - The command line of rbreplay ------------===//
//
// Tested by test/trace/usage.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Formats.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace rbcheck {

struct ReplayOptions {
  std::string trace;
  std::string program;                 ///< "" = the one the trace names
  const TraceFormat *format = nullptr; ///< of --export
  std::string output = "-";            ///< of --output
  bool step = false;                   ///< read commands
  bool native = false;                 ///< build and run it natively
  bool gdb = false;                    ///< the same in gdb
  std::string keep;                    ///< folder for what is built; "" = none
  std::vector<std::string> nativeLink; ///< arguments for the linker
  std::vector<std::string> gdbOptions; ///< what stands behind "--"
  bool help = false, version = false;
};

llvm::Expected<ReplayOptions> parseReplayOptions(int argc,
                                                 const char *const *argv);
std::string replayHelp();

} // namespace rbcheck
