//===- tools/warnings/InferJson.cpp - Reads Infer's report.json -----------===//
//
// An array of bugs, each with its trace.
// Tested by test/warnings/samples.test and test/warnings/sarif.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Infer.h"
#include "tools/warnings/JsonInput.h"

namespace rbcheck {

llvm::Error readInferJson(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  if (!document->starts_with("["))
    return in.fail(0, "Infer's report is an array of bugs; this is none");
  forEachRecord(in, *document, [&](size_t i, Json bug) {
    std::string pointer = "/" + std::to_string(i);
    if (bug["suppressed"].isTrue() && !in.options.includeSuppressed)
      return;
    Warning warning;
    warning.tool = "Infer";
    warning.rule = bug["bug_type"].text();
    warning.message = oneLine(bug["qualifier"].text());
    warning.hash = bug["hash"].text();
    std::vector<MessageAt> trace;
    Json steps = bug["bug_trace"];
    for (size_t k = 0; k < steps.size(); ++k) {
      MessageAt at;
      at.text = steps[k]["description"].text();
      at.place.file = steps[k]["filename"].text();
      at.place.line = steps[k]["line_number"].number();
      at.column = steps[k]["column_number"].number();
      trace.push_back(std::move(at));
    }
    if (trace.empty()) {
      MessageAt at;
      at.place = {"", bug["file"].text(), bug["line"].number()};
      at.column = bug["column"].number();
      trace.push_back(std::move(at));
    }
    if (warning.rule.empty() || trace[0].place.file.empty() ||
        !trace[0].place.line) {
      in.complain(pointer, "the bug has no type or no place");
      return;
    }
    readInferTrace(in, trace, warning);
    in.add(std::move(warning), pointer);
  });
  return llvm::Error::success();
}

} // namespace rbcheck
