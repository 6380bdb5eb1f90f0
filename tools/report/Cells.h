//===- tools/report/Cells.h - Text in columns -----------------------------===//
//
// Texts come from reports and programs and may be of any length and script.
// Widths are columns of a terminal: a Chinese character takes two, a combining
// accent none. What does not fit is cut in the middle, since names differ at
// both ends, or wrapped.
// Tested by test/unit/CellsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace rbcheck {

/// Columns that UTF-8 text without control characters takes.
size_t widthOf(llvm::StringRef text);

/// Filled up with blanks to at least that many columns.
std::string padded(const std::string &text, size_t width);

/// At most `width` columns: "a_very_long..name.c:16".
std::string cutInMiddle(llvm::StringRef text, size_t width);

/// Cuts each of the parts so that all of them, with what is between, fit; as a
/// last resort the whole.
std::string cutParts(const std::vector<std::string> &parts,
                     llvm::StringRef between, size_t width);

/// Lines of at most `width` columns, broken at blanks; longer words are broken
/// anywhere. At least one line.
std::vector<std::string> wrapped(llvm::StringRef text, size_t width);

/// One line, with colours or not, broken at blanks so that it fits; what is
/// broken off is indented, and words are left whole.
std::string wrappedLine(llvm::StringRef line, size_t width);

} // namespace rbcheck
