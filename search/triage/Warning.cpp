//===- search/triage/Warning.cpp - What another tool warned about ---------===//
#include "search/triage/Warning.h"

#include "llvm/ADT/ArrayRef.h"

namespace rbcheck {

namespace {

struct KindWord {
  WarningKind kind;
  const char *word;
};
constexpr KindWord kKinds[] = {
    {WarningKind::Race, "race"},
    {WarningKind::LockCycle, "lock-cycle"},
    {WarningKind::DoubleLock, "double-lock"},
    {WarningKind::LockLeak, "lock-leak"},
    {WarningKind::GuardedBy, "guarded-by"},
    {WarningKind::Requires, "requires"},
    {WarningKind::LockOrder, "lock-order"},
    {WarningKind::SharedStatic, "shared-static"},
    {WarningKind::CondMisuse, "cond-misuse"},
    {WarningKind::Path, "path"},
    {WarningKind::Point, "point"},
};

struct OpWord {
  StepOp op;
  const char *word, *code;
};
constexpr OpWord kOps[] = {
    {StepOp::Read, "read", "R"},           {StepOp::Write, "write", "W"},
    {StepOp::Update, "update", "U"},       {StepOp::Access, "access", "access"},
    {StepOp::Lock, "lock", "lock"},        {StepOp::Unlock, "unlock", "unlock"},
    {StepOp::Wait, "wait", "wait"},        {StepOp::Signal, "signal", "signal"},
    {StepOp::Create, "create", "create"},  {StepOp::Join, "join", "join"},
    {StepOp::Call, "call", "call"},        {StepOp::At, "at", "at"},
};

} // namespace

const char *warningKindWord(WarningKind kind) {
  for (const KindWord &row : kKinds)
    if (row.kind == kind)
      return row.word;
  return "point";
}

std::optional<WarningKind> warningKind(const std::string &word) {
  for (const KindWord &row : kKinds)
    if (row.word == word)
      return row.kind;
  return std::nullopt;
}

const char *stepOpWord(StepOp op) {
  for (const OpWord &row : kOps)
    if (row.op == op)
      return row.word;
  return "at";
}

const char *stepOpCode(StepOp op) {
  for (const OpWord &row : kOps)
    if (row.op == op)
      return row.code;
  return "at";
}

std::optional<StepOp> stepOp(const std::string &word) {
  for (const OpWord &row : kOps)
    if (row.word == word || row.code == word)
      return row.op;
  return std::nullopt;
}

} // namespace rbcheck
