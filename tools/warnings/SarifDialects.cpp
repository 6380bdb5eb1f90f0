//===- tools/warnings/SarifDialects.cpp - SARIF as four tools write it ----===//
//
// Where a tool says more in words than SARIF has fields for, or splits one
// warning over several results.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Goblint.h"
#include "tools/warnings/Infer.h"
#include "tools/warnings/Rules.h"
#include "tools/warnings/SarifRun.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace rbcheck {

using llvm::StringRef;

void readInferRun(const SarifRun &run) {
  run.forEach([&](size_t i, Json result) {
    std::vector<MessageAt> trace;
    Json steps = result["codeFlows"][size_t(0)]["threadFlows"][size_t(0)]
                       ["locations"];
    for (size_t k = 0; k < steps.size(); ++k)
      if (MessageAt at; run.locate(steps[k]["location"], at))
        trace.push_back(std::move(at));
    if (MessageAt at; trace.empty() && run.primary(result, at))
      trace.push_back(std::move(at));
    if (trace.empty()) {
      run.in.complain(run.pointer(i), "the result has no place with a line");
      return;
    }
    for (MessageAt &at : trace)
      if (at.column == 1)
        at.column = 0; // how Infer writes "unknown"
    Warning warning = run.start(result);
    readInferTrace(run.in, trace, warning);
    run.in.add(std::move(warning), run.pointer(i));
  });
}

/// Goblint has a result per access; the accesses of one variable are a group.
void readGoblintRun(const SarifRun &run) {
  struct Group {
    size_t first;
    std::vector<std::string> pointers;
    std::map<std::string, StepOp> ops; ///< by place
  };
  std::vector<Group> groups;
  std::map<std::string, size_t> byKey;
  auto spot = [](const MessageAt &at) {
    return at.place.file + ":" + std::to_string(at.place.line) + ":" +
           std::to_string(at.column);
  };
  run.forEach([&](size_t i, Json result) {
    MessageAt primary;
    if (!run.primary(result, primary)) {
      run.in.complain(run.pointer(i), "the result has no place with a line");
      return;
    }
    std::string text = result["message"]["text"].text();
    auto [head, detail] = StringRef(text).split('\n');
    std::set<std::string> places{spot(primary)};
    for (const MessageAt &at : run.related(result))
      places.insert(spot(at));
    std::string key = head.str() + "\n" + llvm::join(places, "\n");
    auto [group, isNew] = byKey.try_emplace(key, groups.size());
    if (isNew)
      groups.push_back({i, {}, {}});
    groups[group->second].pointers.push_back(run.pointer(i));
    groups[group->second].ops.try_emplace(spot(primary),
                                          readGoblintPiece(detail).op);
  });
  for (const Group &group : groups) {
    JsonRecord result = run.result(group.first);
    MessageAt primary;
    run.primary(result, primary);
    Warning warning = run.start(result);
    std::vector<MessageAt> places = run.related(result);
    places.insert(places.begin(), primary);
    std::vector<WarningStep> steps;
    for (const MessageAt &at : places) {
      WarningStep step;
      step.place = at.place;
      step.column = at.column;
      step.endColumn = at.endColumn;
      if (auto op = group.ops.find(spot(at)); op != group.ops.end())
        step.op = op->second;
      steps.push_back(std::move(step));
    }
    StringRef message = warning.message;
    if (message.contains("Locking order cycle")) {
      warning.kind = WarningKind::LockCycle;
      for (WarningStep &step : steps)
        step.op = StepOp::Lock;
      warning.threads.push_back(std::move(steps));
      warning.incomplete = "pairs lost: use json-messages";
    } else if (message.contains("Memory location ")) {
      warning.kind = WarningKind::Race;
      warning.object = goblintObject(message);
      for (WarningStep &step : steps)
        warning.threads.push_back({std::move(step)});
    } else {
      warning.threads.push_back({std::move(steps.front())});
      applyRule(run.in, warning);
    }
    run.in.add(std::move(warning), group.pointers);
  }
}

/// CodeQL names the declarations of the mutexes of a cycle, and nothing else.
void readCodeQlRun(const SarifRun &run) {
  run.forEach([&](size_t i, Json result) {
    Warning warning = run.start(result);
    StringRef rule = warning.rule;
    MessageAt primary;
    bool isKnown = rule == "cpp/lock-order-cycle" ||
                   rule == "cpp/unreleased-lock" || rule == "cpp/twice-locked";
    if (!isKnown) {
      readGenericResult(run, result, i);
      return;
    }
    if (!run.primary(result, primary)) {
      run.in.complain(run.pointer(i), "the result has no place with a line");
      return;
    }
    if (rule == "cpp/lock-order-cycle") {
      warning.kind = WarningKind::LockCycle;
      warning.object =
          between(warning.message, "Mutex ", " has a cyclic").str();
      warning.locks.push_back({warning.object, primary.place, primary.column});
      for (const MessageAt &at : run.related(result)) {
        StringRef name = at.text;
        name.consume_front("mutex ");
        warning.locks.push_back({name.str(), at.place, at.column});
      }
      warning.incomplete = "mutex declarations only";
    } else {
      warning.kind = rule == "cpp/twice-locked" ? WarningKind::DoubleLock
                                                : WarningKind::LockLeak;
      WarningStep step;
      step.place = primary.place;
      step.column = primary.column;
      step.endColumn = primary.endColumn;
      warning.threads.push_back({std::move(step)});
    }
    run.in.add(std::move(warning), run.pointer(i));
  });
}

/// The compiler writes a note as a result of its own behind its warning.
void readClangRun(const SarifRun &run) {
  // The finding that is being read, with its notes.
  std::optional<MessageAt> finding;
  std::string rule;
  size_t begun = 0;
  std::vector<MessageAt> notes;
  auto finish = [&] {
    if (!finding)
      return;
    Warning warning = warningOf(run.in, rule, *finding, notes);
    warning.tool = run.tool();
    run.in.add(std::move(warning), run.pointer(begun));
    finding.reset();
  };
  run.forEach([&](size_t i, Json result) {
    MessageAt at;
    bool isNote = result["level"].text() == "note";
    if (!isNote) {
      finish();
      notes.clear();
    }
    if (!run.primary(result, at)) {
      if (!isNote)
        run.in.complain(run.pointer(i), "the result has no place with a line");
      return;
    }
    at.text = run.message(result);
    if (isNote) {
      notes.push_back(std::move(at));
      return;
    }
    finding = std::move(at);
    rule = run.ruleId(result);
    begun = i;
  });
  finish();
}

} // namespace rbcheck
