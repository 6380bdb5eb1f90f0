//===- tools/warnings/GccJson.cpp - Reads gcc's JSON diagnostics ----------===//
//
// -fdiagnostics-format=json of gcc 9 and later. Steps of a path without a place
// are text only.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Frames.h"
#include "tools/warnings/JsonInput.h"
#include "tools/warnings/Messages.h"
#include "tools/warnings/Rules.h"

namespace rbcheck {

namespace {

bool locate(Json spot, MessageAt &at) {
  at.place.file = spot["file"].text();
  at.place.line = spot["line"].number();
  at.column = spot["column"].number();
  return !at.place.file.empty() && at.place.line;
}

} // namespace

llvm::Error readGccJson(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  if (!document->starts_with("["))
    return in.fail(0, "gcc's JSON is an array; this is none");
  forEachRecord(in, *document, [&](size_t i, Json item) {
    std::string pointer = "/" + std::to_string(i);
    std::string level = item["kind"].text();
    if (level != "warning" && level != "error")
      return;
    MessageAt finding;
    finding.text = item["message"].text();
    if (!locate(item["locations"][size_t(0)]["caret"], finding)) {
      in.complain(pointer, "the diagnostic has no place");
      return;
    }
    std::string rule = item["option"].text();
    if (llvm::StringRef(rule).starts_with("-W"))
      rule = rule.substr(2);
    std::vector<WarningStep> path;
    std::vector<MessageAt> events;
    Json steps = item["path"];
    for (size_t k = 0; k < steps.size(); ++k)
      if (MessageAt at; locate(steps[k]["location"], at)) {
        WarningStep step;
        step.place = at.place;
        step.place.func = steps[k]["function"].text();
        if (!isUserPlace(step.place))
          continue;
        step.column = at.column;
        path.push_back(std::move(step));
        at.text = steps[k]["description"].text();
        events.push_back(std::move(at));
      }
    std::vector<MessageAt> notes;
    Json children = item["children"];
    for (size_t k = 0; k < children.size(); ++k)
      if (MessageAt at;
          locate(children[k]["locations"][size_t(0)]["caret"], at)) {
        at.text = children[k]["message"].text();
        notes.push_back(std::move(at));
      }
    Warning warning;
    if (path.empty()) {
      warning = warningOf(in, rule, finding, notes);
    } else {
      warning.rule = rule;
      warning.message = oneLine(finding.text);
      warning.threads.push_back(std::move(path));
      applyRule(in, warning);
      limitByNotes(warning, events);
    }
    warning.tool = "gcc";
    in.add(std::move(warning), pointer);
  });
  return llvm::Error::success();
}

} // namespace rbcheck
