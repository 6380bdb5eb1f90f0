//===- tools/warnings/Messages.cpp - What the words of an analyzer mean ---===//
#include "tools/warnings/Messages.h"

#include "llvm/ADT/ArrayRef.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

struct Row {
  const char *begin;  ///< the message begins with this ...
  const char *middle; ///< ... and has this behind it
  WarningKind kind;
  const char *object; ///< the quoted name behind this word is the object
};

constexpr Row kRows[] = {
    {"writing variable '", "requires holding", WarningKind::GuardedBy,
     "variable"},
    {"reading variable '", "requires holding", WarningKind::GuardedBy,
     "variable"},
    {"writing the value pointed to by '", "requires holding",
     WarningKind::GuardedBy, "by"},
    {"reading the value pointed to by '", "requires holding",
     WarningKind::GuardedBy, "by"},
    {"calling function '", "requires holding", WarningKind::Requires,
     "holding mutex"},
    {"mutex '", "is not held on every path through here", WarningKind::LockLeak,
     "mutex"},
    {"mutex '", "is still held at the end of function", WarningKind::LockLeak,
     "mutex"},
    {"mutex '", "must be acquired before", WarningKind::LockOrder, "mutex"},
    {"acquiring mutex '", "that is already held", WarningKind::DoubleLock,
     "mutex"},
    {"This lock has already been acquired", "", WarningKind::DoubleLock,
     nullptr},
    {"'", "should be placed inside a while statement", WarningKind::CondMisuse,
     nullptr},
    {"The lock is ineffective because the mutex is locked at the same scope",
     "", WarningKind::GuardedBy, nullptr},
};

/// The text in single quotes behind `word`.
std::string quotedBehind(StringRef message, StringRef word) {
  size_t at = message.find((word + " '").str());
  if (at == StringRef::npos)
    return "";
  return between(message.drop_front(at), "'", "'").str();
}

/// What a note says about a declaration leads nowhere.
bool isAboutDeclaration(StringRef note) {
  return note.contains("declared here") || note.contains("declaration is here") ||
         note.contains("defined here") || note.contains("expanded from macro");
}

} // namespace

std::optional<MessageMeaning> meaningOf(StringRef message) {
  for (const Row &row : kRows)
    if (message.starts_with(row.begin) && message.contains(row.middle))
      return MessageMeaning{row.kind, row.object
                                          ? quotedBehind(message, row.object)
                                          : std::string()};
  // The thread-safety addon of cppcheck.
  for (StringRef head :
       {"Local static variable: ", "Local constant static variable: "})
    if (StringRef rest = message; rest.consume_front(head))
      return MessageMeaning{WarningKind::SharedStatic,
                            rest.split(',').first.trim(" '").str()};
  return std::nullopt;
}

StepOp opOfNote(StringRef note) {
  if (note.starts_with("Calling '") || note.starts_with("calling '") ||
      note.starts_with("calling ‘"))
    return StepOp::Call;
  if (note.contains("acquired here"))
    return StepOp::Lock;
  return StepOp::At;
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
    if (isAboutDeclaration(note.text) || (op == StepOp::At && !isPath))
      continue;
    WarningStep step;
    step.op = op;
    step.place = note.place;
    step.column = note.column;
    step.endColumn = note.endColumn;
    thread.push_back(std::move(step));
  }
  WarningStep last;
  last.place = finding.place;
  last.column = finding.column;
  last.endColumn = finding.endColumn;
  thread.push_back(std::move(last));
  if (auto meaning = meaningOf(warning.message)) {
    warning.kind = meaning->kind;
    warning.object = meaning->object;
  } else {
    warning.kind = in.unknownKind(rule, thread.size());
  }
  warning.threads.push_back(std::move(thread));
  return warning;
}

} // namespace rbcheck
