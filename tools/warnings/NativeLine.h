//===- tools/warnings/NativeLine.h - A line of the native format ----------===//
//
// Words and quoted strings of a line, and the two things that both forms of the
// native format are made of: places and steps. docs/formats.md is the reference.
// Tested by test/warnings/native.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Warning.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace rbcheck {

/// A word; or a quoted string, with what follows its quote without a blank.
struct NativeWord {
  std::string text;
  std::string tail; ///< of a quoted string: ":14:11"
  bool isQuoted = false;

  bool is(llvm::StringRef word) const { return !isQuoted && text == word; }
};

/// Splits a line into words, without its comment. "#7" as the last word is an
/// order, not a comment.
llvm::Expected<std::vector<NativeWord>> nativeWords(llvm::StringRef line);

/// FILE:LINE[:COLUMN[-END]], FUNCTION[:LINE], *[:LINE], into a step.
llvm::Error readNativePlace(const NativeWord &word, WarningStep &step);

/// [OP] PLACE [in FUNCTION] [object NAME] [calls NAME] [holding NAME...] [#N]
llvm::Expected<WarningStep> readNativeStep(llvm::ArrayRef<NativeWord> words);

/// The words of a step as readNativeStep takes them.
std::string nativeStep(const WarningStep &step);
/// Place and function of a step: "queue.c:16:12 in queue_get".
std::string nativeSpot(const WarningStep &step);
/// The same for a place without a column.
std::string nativePlace(const WarningPlace &place);
/// The word itself, or quoted if it would be read as something else.
std::string nativeQuote(llvm::StringRef word);

} // namespace rbcheck
