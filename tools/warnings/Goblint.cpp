//===- tools/warnings/Goblint.cpp - What Goblint's pieces mean ------------===//
//
// Tested by test/warnings/samples.test and test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Goblint.h"

#include "tools/warnings/Rules.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// "main, f@a.c:36:5-36:44": the last thread of the chain was created there.
std::optional<WarningPlace> spawnOf(StringRef chain) {
  auto [function, place] = chain.rsplit('@');
  if (place.empty())
    return std::nullopt;
  auto [from, end] = place.rsplit('-');
  WarningPlace found;
  uint32_t column;
  if (!splitPlace(from, found, column))
    return std::nullopt;
  return found;
}

} // namespace

GoblintPiece readGoblintPiece(StringRef text) {
  GoblintPiece piece;
  text = text.trim();
  if (text.starts_with("write") || text.starts_with("free"))
    piece.op = StepOp::Write;
  else if (text.starts_with("read"))
    piece.op = StepOp::Read;
  else if (text.starts_with("call"))
    piece.op = StepOp::Call;
  else if (text.starts_with("lock before: ") ||
           text.starts_with("lock after: ")) {
    piece.op = StepOp::Lock;
    piece.isBefore = text.starts_with("lock before");
    piece.isAfter = !piece.isBefore;
    piece.object = between(text, ": ", " with [").str();
  }
  for (StringRef rest = between(text, "lock:{", "}"); !rest.empty();) {
    auto [lock, more] = rest.split(',');
    piece.held.push_back(lock.trim().str());
    rest = more;
  }
  // The chain may hold brackets of array indices; it ends before "]]".
  StringRef chain = between(text, "thread:[", "]]");
  piece.thread = chain.str();
  piece.spawn = spawnOf(chain);
  return piece;
}

std::string goblintObject(StringRef message) {
  return between(message, "Memory location ", " (race").str();
}

std::optional<Warning> goblintWarning(Import &in, const GoblintGroup &group) {
  Warning warning;
  warning.tool = "Goblint";
  warning.rule = group.category;
  warning.message = oneLine(group.text);
  std::vector<GoblintPiece> pieces;
  std::vector<WarningStep> steps;
  for (const auto &[at, text] : group.pieces) {
    GoblintPiece piece = readGoblintPiece(text);
    WarningStep step = at;
    step.op = piece.op;
    step.object = piece.object;
    step.held = piece.held;
    step.thread = piece.thread;
    step.spawn = piece.spawn;
    steps.push_back(std::move(step));
    pieces.push_back(std::move(piece));
  }
  if (steps.empty())
    return std::nullopt;
  StringRef message = warning.message;
  if (message.starts_with("Memory location ")) {
    warning.kind = WarningKind::Race;
    warning.object = goblintObject(message);
    uint32_t confidence;
    if (!between(message, "conf. ", ")").getAsInteger(10, confidence))
      warning.confidence = confidence;
    for (WarningStep &step : steps) {
      step.object = warning.object;
      warning.threads.push_back({std::move(step)});
    }
  } else if (message.contains("Locking order cycle")) {
    // Each "before" and the "after" behind it are one thread.
    warning.kind = WarningKind::LockCycle;
    for (size_t i = 0; i < steps.size(); ++i) {
      if (!pieces[i].isAfter || warning.threads.empty())
        warning.threads.emplace_back();
      warning.threads.back().push_back(std::move(steps[i]));
    }
  } else {
    warning.threads.push_back(std::move(steps));
    applyRule(in, warning);
  }
  return warning;
}

} // namespace rbcheck
