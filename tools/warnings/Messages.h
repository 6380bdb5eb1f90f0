//===- tools/warnings/Messages.h - What the words of an analyzer mean -----===//
//
// Compilers and analyzers say in words what they warn of; the same words come
// as text, as SARIF, in a plist or in YAML. One table turns them into kinds and
// objects, one function turns a finding with its notes into a warning.
// Tested by test/warnings/samples.test and test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

struct MessageMeaning {
  WarningKind kind;
  std::string object; ///< variable or lock, or ""
};

/// By the words of the message; none if no row of the table fits.
std::optional<MessageMeaning> meaningOf(llvm::StringRef message);

/// A message at a place: the finding itself, a note, an event of a path.
struct MessageAt {
  std::string text;
  WarningPlace place;
  uint32_t column = 0;
  uint32_t endColumn = 0;
};

/// What a note or event says its place is: a call, an acquisition, or anything.
StepOp opOfNote(llvm::StringRef note);

/// One thread: the notes that lead to the finding, then the finding. Notes that
/// repeat it or point at declarations are no steps.
Warning warningOf(Import &in, const std::string &rule, const MessageAt &finding,
                  llvm::ArrayRef<MessageAt> notes);

} // namespace rbcheck
