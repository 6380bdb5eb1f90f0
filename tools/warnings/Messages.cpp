//===- tools/warnings/Messages.cpp - What the words of an analyzer mean ---===//
#include "tools/warnings/Messages.h"

#include "tools/warnings/Frames.h"
#include "tools/warnings/Rules.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// What a note says about a declaration leads nowhere.
bool isAboutDeclaration(StringRef note) {
  return note.contains("declared here") || note.contains("declaration is here") ||
         note.contains("defined here") || note.contains("expanded from macro");
}

} // namespace

StepOp opOfNote(StringRef note) {
  if (note.starts_with("Calling '") || note.starts_with("calling '") ||
      note.starts_with("calling ‘"))
    return StepOp::Call;
  if (note.contains("acquired here"))
    return StepOp::Lock;
  return StepOp::At;
}

void limitByNotes(Warning &warning, llvm::ArrayRef<MessageAt> notes) {
  // A path on which something could not be allocated.
  if (warning.property == "leak" &&
      llvm::any_of(notes, [](const MessageAt &note) {
        StringRef text = note.text;
        return text.contains_insensitive("is null") || text.contains("fails");
      }))
    leaveOpen(warning, "rbcheck tries no allocation that fails");
  bool isNull = StringRef(warning.rule).contains_insensitive("null") &&
                warning.property == "memory";
  if (isNull && llvm::any_of(notes, [](const MessageAt &note) {
        StringRef text = note.text;
        return text.contains("alloc") || text.contains("fails");
      }))
    leaveOpen(warning, "rbcheck tries no allocation that fails");
}

Warning warningOf(Import &in, const std::string &rule, const MessageAt &finding,
                  llvm::ArrayRef<MessageAt> notes) {
  Warning warning;
  warning.rule = rule;
  warning.message = oneLine(finding.text);
  std::vector<WarningStep> thread;
  // A path ends with a note that says the finding again.
  bool isPath = !notes.empty() &&
                oneLine(notes.back().text) == warning.message;
  for (const MessageAt &note : isPath ? notes.drop_back() : notes) {
    StepOp op = opOfNote(note.text);
    if (isAboutDeclaration(note.text) || !isUserPlace(note.place) ||
        (op == StepOp::At && !isPath))
      continue;
    WarningStep step;
    step.op = op;
    step.place = note.place;
    step.column = note.column;
    step.endColumn = note.endColumn;
    thread.push_back(std::move(step));
  }
  // What fails inside of a library fails in the user's call.
  if (isUserPlace(finding.place) || thread.empty()) {
    WarningStep last;
    last.place = finding.place;
    last.column = finding.column;
    last.endColumn = finding.endColumn;
    thread.push_back(std::move(last));
  }
  warning.threads.push_back(std::move(thread));
  applyRule(in, warning);
  limitByNotes(warning, notes);
  return warning;
}

} // namespace rbcheck
