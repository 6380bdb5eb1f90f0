//===- tools/warnings/Messages.h - What the words of an analyzer mean -----===//
//
// Compilers and analyzers say in words what they warn of; the same words come
// as text, as SARIF, in a plist or in YAML. One function turns a finding with
// its notes into a warning; what the words mean is in Rules.def.
// Tested by test/warnings/samples.test and test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

/// A message at a place: the finding itself, a note, an event of a path.
struct MessageAt {
  std::string text;
  WarningPlace place;
  uint32_t column = 0;
  uint32_t endColumn = 0;
};

/// What a note or event says its place is: a call, an acquisition, or anything.
StepOp opOfNote(llvm::StringRef note);

/// A null pointer that the path has from an allocation: rbcheck lets none fail,
/// so the warning is not refuted. `notes` are the words of the path.
void limitByNotes(Warning &warning, llvm::ArrayRef<MessageAt> notes);

/// One thread: the notes that lead to the finding, then the finding. Notes that
/// repeat it or point at declarations are no steps.
Warning warningOf(Import &in, const std::string &rule, const MessageAt &finding,
                  llvm::ArrayRef<MessageAt> notes);

} // namespace rbcheck
