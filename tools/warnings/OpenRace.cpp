//===- tools/warnings/OpenRace.cpp - Reads OpenRace's JSON ----------------===//
//
// An array of pairs of accesses; type 0 reads, 1 writes.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/JsonInput.h"

namespace rbcheck {

llvm::Error readOpenRace(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  if (!document->starts_with("["))
    return in.fail(0, "OpenRace's JSON is an array; this is none");
  forEachRecord(in, *document, [&](size_t i, Json race) {
    Warning warning;
    warning.tool = "OpenRace";
    warning.rule = "race";
    warning.kind = WarningKind::Race;
    warning.message = "data race";
    bool isWhole = true;
    for (const char *side : {"access1", "access2"}) {
      Json access = race[side];
      WarningStep step;
      std::string dir = access["dir"].text();
      step.place.file = access["filename"].text();
      isWhole &= !step.place.file.empty() && access["line"].number();
      if (!dir.empty())
        step.place.file = dir + "/" + step.place.file;
      step.place.line = access["line"].number();
      step.column = access["col"].number();
      auto type = access["type"].integer();
      step.op = type == 0 ? StepOp::Read
                          : type == 1 ? StepOp::Write : StepOp::Access;
      warning.threads.push_back({std::move(step)});
    }
    std::string pointer = "/" + std::to_string(i);
    if (isWhole)
      in.add(std::move(warning), pointer);
    else
      in.complain(pointer, "an access has no place");
  });
  return llvm::Error::success();
}

} // namespace rbcheck
