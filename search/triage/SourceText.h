//===- search/triage/SourceText.h - What the text says about a line -------===//
//
// Debug info knows the lines that have code. Of the others it does not tell
// whether they are the second line of a call, a comment, or the body of a macro
// whose code is where the macro is used. The text does: it is cut into tokens,
// comments and literals left out, and each line is told
//
//   - the macro it is part of the definition of,
//   - the line where the statement begins that it goes on with.
//
// It is a reader of C, not a compiler: what it says is used to choose between
// lines and to explain, never to refute.
// Tested by test/unit/SourceTextTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rbcheck {

class SourceText {
public:
  explicit SourceText(llvm::StringRef text);

  /// The name of the macro whose definition has this line; "" if none.
  const std::string &macroAt(uint32_t line) const;
  /// The first line of the statement that `line` is part of: `line` itself if
  /// one begins there, 0 if there is nothing but comments or directives.
  uint32_t statementAt(uint32_t line) const;
  /// Lines from 1 to this one.
  uint32_t lines() const { return uint32_t(lines_.size()); }

private:
  struct Line {
    std::string macro;
    uint32_t statement = 0;
  };
  std::vector<Line> lines_; ///< [0] is line 1
};

/// The text of a file; empty if it cannot be read or is no source (too large).
std::string readSource(const std::string &path);

} // namespace rbcheck
