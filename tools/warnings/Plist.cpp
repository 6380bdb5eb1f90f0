//===- tools/warnings/Plist.cpp - Reads plists of the clang analyzer ------===//
//
// Events of a path are steps; edges between them are not. The hash is the one
// by which CodeChecker knows a report.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Messages.h"
#include "tools/warnings/XmlInput.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// The value behind <key>name</key> in a <dict>, or null.
const XmlElement *valueOf(const XmlElement *dict, StringRef name) {
  for (size_t i = 0; dict && i + 1 < dict->children.size(); ++i)
    if (dict->children[i].name == "key" && dict->children[i].text == name)
      return &dict->children[i + 1];
  return nullptr;
}

std::string textOf(const XmlElement *dict, StringRef name) {
  const XmlElement *value = valueOf(dict, name);
  return value ? value->text : "";
}

bool locate(const XmlElement *location, const XmlElement *files,
            MessageAt &at) {
  at.place.line = lineNumber(textOf(location, "line"));
  at.column = lineNumber(textOf(location, "col"));
  size_t file;
  if (StringRef(textOf(location, "file")).getAsInteger(10, file) || !files ||
      file >= files->children.size())
    return false;
  at.place.file = files->children[file].text;
  return at.place.line && !at.place.file.empty();
}

} // namespace

llvm::Error readPlist(Import &in) {
  auto root = parseXmlReport(in);
  if (!root)
    return root.takeError();
  const XmlElement *top = root->child("dict");
  const XmlElement *list = valueOf(top, "diagnostics");
  const XmlElement *files = valueOf(top, "files");
  if (!list)
    return in.fail(root->line, "a plist without diagnostics");
  for (size_t i = 0; i < list->children.size(); ++i) {
    const XmlElement &diagnostic = list->children[i];
    std::string pointer = "/diagnostics/" + std::to_string(i);
    MessageAt finding;
    finding.text = textOf(&diagnostic, "description");
    if (!locate(valueOf(&diagnostic, "location"), files, finding)) {
      in.complain(pointer, "the diagnostic has no place");
      continue;
    }
    std::vector<MessageAt> events;
    if (const XmlElement *path = valueOf(&diagnostic, "path"))
      for (const XmlElement &piece : path->children) {
        MessageAt at;
        at.text = textOf(&piece, "message");
        if (textOf(&piece, "kind") == "event" &&
            !StringRef(at.text).starts_with("Entered call from ") &&
            locate(valueOf(&piece, "location"), files, at))
          events.push_back(std::move(at));
      }
    Warning warning = warningOf(in, textOf(&diagnostic, "check_name"), finding,
                                events);
    warning.tool = "clang-analyzer";
    warning.hash =
        textOf(&diagnostic, "issue_hash_content_of_line_in_context");
    in.add(std::move(warning), pointer);
  }
  return llvm::Error::success();
}

} // namespace rbcheck
