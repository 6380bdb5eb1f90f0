//===- tools/warnings/Infer.cpp - What Infer's traces mean ----------------===//
//
// Tested by test/warnings/samples.test and test/warnings/sarif.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Infer.h"

#include "tools/warnings/Frames.h"
#include "tools/warnings/Rules.h"

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

struct Label {
  StepOp access = StepOp::Access;
  std::string procedure;
};

/// "<Read trace>", "<Write on background thread>", "[Trace 1] `f`", "In method
/// `f`": where the steps of another thread begin.
std::optional<Label> labelOf(StringRef text) {
  text = text.trim();
  if (text.starts_with("<") && text.ends_with(">")) {
    if (text.starts_with("<Read"))
      return Label{StepOp::Read, ""};
    if (text.starts_with("<Write"))
      return Label{StepOp::Write, ""};
    return std::nullopt;
  }
  if (text.starts_with("[Trace ") || text.starts_with("In method `"))
    return Label{StepOp::Access, between(text, "`", "`").str()};
  return std::nullopt;
}

WarningStep stepOf(const MessageAt &at, const Label &label) {
  WarningStep step;
  step.place = at.place;
  step.column = at.column;
  step.thread = label.procedure;
  StringRef text = StringRef(at.text).trim();
  if (text.starts_with("access to `")) {
    step.op = label.access;
    step.object = between(text, "`", "`").str();
  } else if (text.starts_with("locks `")) {
    step.op = StepOp::Lock;
    step.object = between(text, "`", "`").str();
  } else if (text.starts_with("Method call: `")) {
    step.op = StepOp::Call;
    step.callee = between(text, "`", "`").str();
  } else if (text.consume_front("call to ")) {
    step.op = StepOp::Call;
    step.callee = text.trim("` ").str();
  }
  return step;
}

} // namespace

void readInferTrace(Import &in, const std::vector<MessageAt> &trace,
                    Warning &warning) {
  Label label;
  std::vector<std::vector<WarningStep>> threads;
  for (const MessageAt &at : trace) {
    if (auto begin = labelOf(at.text)) {
      label = *begin;
      threads.emplace_back();
      continue;
    }
    if (!isUserPlace(at.place) && trace.size() > 1)
      continue;
    if (threads.empty())
      threads.emplace_back();
    threads.back().push_back(stepOf(at, label));
  }
  std::erase_if(threads, [](const auto &thread) { return thread.empty(); });
  warning.threads = std::move(threads);
  size_t count = warning.threads.size();
  applyRule(in, warning);
  if (warning.kind == WarningKind::Race) {
    for (const auto &thread : warning.threads)
      if (warning.object.empty())
        warning.object = thread.back().object;
    if (count < 2)
      warning.incomplete = "other access unknown";
  } else if (warning.kind == WarningKind::LockCycle && count < 2) {
    warning.kind = WarningKind::DoubleLock;
  }
  limitByNotes(warning, trace);
}

} // namespace rbcheck
