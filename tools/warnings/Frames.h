//===- tools/warnings/Frames.h - Which frames of a stack are the user's ---===//
//
// Dynamic tools give whole stacks: the user's code between the C library that
// started the thread and the library function that was called. Only the user's
// frames are milestones: frames of sanitizers, of Valgrind's preloaded code, of
// the C and the C++ library are passed over, by this one rule for all formats.
// Tested by test/warnings/frames.test and test/unit/FramesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Warning.h"

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

/// A frame as a tool gives it, innermost first in a stack.
struct ToolFrame {
  WarningPlace place;
  uint32_t column = 0;
  std::string module; ///< object file, or ""
};

bool isUserFrame(const ToolFrame &frame);
/// The same for a step of a path.
bool isUserPlace(const WarningPlace &place);

/// Step and stack from the user's frames; false if there are none.
bool placeFrom(const std::vector<ToolFrame> &frames, WarningStep &step);

/// The innermost frame of the user: where a thread was created.
std::optional<WarningPlace> userPlace(const std::vector<ToolFrame> &frames);

} // namespace rbcheck
