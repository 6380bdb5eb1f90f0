//===- tools/warnings/GoblintJson.cpp - Reads Goblint's json-messages -----===//
//
// Messages with pieces: every piece is an access or an acquisition.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Goblint.h"
#include "tools/warnings/JsonInput.h"

namespace rbcheck {

namespace {

std::string categoryOf(Json message) {
  Json tags = message["tags"];
  for (size_t i = 0; i < tags.size(); ++i)
    if (Json category = tags[i]["Category"]; category.size())
      return category[size_t(0)].text();
  return "";
}

bool readPlace(Json loc, WarningStep &step) {
  step.place.file = loc["file"].text();
  step.place.line = loc["line"].number();
  step.column = loc["column"].number();
  if (loc["endLine"].number() == step.place.line)
    step.endColumn = loc["endColumn"].number();
  return !step.place.file.empty() && step.place.line;
}

} // namespace

llvm::Error readGoblintJson(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  llvm::StringRef messages = jsonMember(*document, "messages");
  if (!messages.starts_with("["))
    return in.fail(0, "Goblint's JSON has 'messages', this has none");
  forEachRecord(in, messages, [&](size_t i, Json message) {
    Json body = message["multipiece"];
    std::string pointer = "/messages/" + std::to_string(i);
    std::string severity = message["severity"].text();
    if (severity == "Info" || severity == "Debug" || severity == "Success")
      return;
    GoblintGroup group;
    group.category = categoryOf(message);
    group.text = body["group_text"].text();
    Json pieces = body["pieces"];
    for (size_t k = 0; k < pieces.size(); ++k)
      if (WarningStep step; readPlace(pieces[k]["loc"], step))
        group.pieces.push_back({std::move(step), pieces[k]["text"].text()});
    // A message of one piece has its text and place right there.
    if (group.text.empty())
      group.text = body["text"].text();
    if (WarningStep step; group.pieces.empty() && readPlace(body["loc"], step))
      group.pieces.push_back({std::move(step), ""});
    if (auto warning = goblintWarning(in, group))
      in.add(std::move(*warning), pointer);
    else
      in.complain(pointer, "the message has no place");
  });
  return llvm::Error::success();
}

} // namespace rbcheck
