//===- tools/warnings/Coderrect.cpp - Reads Coderrect's raw JSON ----------===//
//
// Races with two accesses; the stack is outermost first and begins with the
// creation of the thread. Whether an access writes is not said.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Frames.h"
#include "tools/warnings/JsonInput.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

std::string pathOf(Json item) {
  std::string dir = item["dir"].text(), file = item["filename"].text();
  return dir.empty() || file.empty() ? file : dir + "/" + file;
}

bool readAccess(Json access, WarningStep &step) {
  step.place.file = pathOf(access);
  step.place.line = access["line"].number();
  step.column = access["col"].number();
  Json stack = access["stacktrace"];
  for (size_t i = 0; i < stack.size(); ++i) {
    // "publish [race_flag.c:21]"
    std::string text = stack[i].text();
    auto [func, place] = StringRef(text).rsplit(" [");
    WarningPlace frame;
    uint32_t column;
    if (!place.consume_back("]") || !splitPlace(place, frame, column))
      continue;
    frame.func = func.str();
    if (func == "pthread_create" && !step.spawn)
      step.spawn = WarningPlace{"", frame.file, frame.line};
    if (isUserPlace(frame))
      step.stack.push_back(std::move(frame));
  }
  return !step.place.file.empty() && step.place.line;
}

} // namespace

llvm::Error readCoderrect(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  forEachRecord(in, jsonMember(*document, "dataRaces"), [&](size_t i,
                                                            Json race) {
    std::string pointer = "/dataRaces/" + std::to_string(i);
    Warning warning;
    warning.tool = "Coderrect";
    warning.rule = "dataRace";
    warning.kind = WarningKind::Race;
    warning.object = race["sharedObj"]["name"].text();
    std::string field = race["sharedObj"]["field"].text();
    if (!field.empty() && !warning.object.empty())
      warning.object += "." + field;
    warning.message = warning.object.empty()
                          ? "data race"
                          : oneLine("data race on " + warning.object);
    bool isWhole = true;
    for (const char *side : {"access1", "access2"}) {
      WarningStep step;
      isWhole &= readAccess(race[side], step);
      step.object = warning.object;
      warning.threads.push_back({std::move(step)});
    }
    if (isWhole)
      in.add(std::move(warning), pointer);
    else
      in.complain(pointer, "an access has no place");
  });
  for (const char *other : {"deadLocks", "orderViolations", "toctou"})
    if (size_t count = jsonElements(jsonMember(*document, other)).size())
      in.complain(std::string("/") + other,
                  std::to_string(count) +
                      " records of a layout that is not public");
  return llvm::Error::success();
}

} // namespace rbcheck
