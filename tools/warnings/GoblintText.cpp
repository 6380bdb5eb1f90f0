//===- tools/warnings/GoblintText.cpp - Reads Goblint's text --------------===//
//
// `[Warning][Race] Memory location x (..): (file:l:c-l:c)` and indented pieces
// that end in their place.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Goblint.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// Splits "text (file:14:5-14:14)"; false if there is no place at the end.
bool takePlace(StringRef &text, WarningStep &step) {
  text = text.rtrim();
  size_t open = text.rfind(" (");
  if (!text.ends_with(")") || open == StringRef::npos)
    return false;
  auto [from, to] = text.drop_front(open + 2).drop_back().rsplit('-');
  if (to.empty() || !splitPlace(from, step.place, step.column))
    return false;
  auto [endLine, endColumn] = to.split(':');
  if (lineNumber(endLine) == step.place.line)
    step.endColumn = lineNumber(endColumn);
  text = text.take_front(open).rtrim();
  return true;
}

} // namespace

llvm::Error readGoblintText(Import &in) {
  GoblintGroup group;
  size_t number = 0, begun = 0;
  auto finish = [&] {
    std::string at = "line " + std::to_string(begun);
    if (!begun)
      return;
    if (auto warning = goblintWarning(in, group))
      in.add(std::move(*warning), at);
    else
      in.complain(at, "the message has no place");
    begun = 0;
  };
  for (StringRef rest = in.text; !rest.empty() && !in.isStopped();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    ++number;
    line = line.rtrim();
    WarningStep step;
    if (line.starts_with("[")) {
      finish();
      if (!line.consume_front("[Warning]") && !line.consume_front("[Error]"))
        continue;
      begun = number;
      group = GoblintGroup();
      group.category = between(line, "[", "]").str();
      StringRef text = line.substr(line.find("] ") + 2);
      bool hasPlace = takePlace(text, step);
      text.consume_back(":");
      group.text = text.str();
      // A group's own place is the declaration; alone it is the finding.
      if (hasPlace && !more.starts_with("  "))
        group.pieces.push_back({std::move(step), ""});
    } else if (begun && line.starts_with("  ")) {
      StringRef text = line.trim();
      if (takePlace(text, step))
        group.pieces.push_back({std::move(step), text.str()});
      else
        in.complain("line " + std::to_string(number), "no place at the end");
    } else {
      finish();
    }
  }
  finish();
  return llvm::Error::success();
}

} // namespace rbcheck
