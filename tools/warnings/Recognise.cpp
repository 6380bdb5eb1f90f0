//===- tools/warnings/Recognise.cpp - Whose report is this? ---------------===//
//
// By content, never by the file's name. XML and JSON are told apart by their
// first elements, text by lines that only one tool writes; lines of several tools
// may be in one text.
// Tested by test/warnings/samples.test and test/warnings/mixed.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// `file:1:2: warning: ...` of compilers.
bool isDiagnostic(StringRef line) {
  for (StringRef word : {": warning: ", ": error: ", ": style: ",
                         ": performance: ", ": portability: ",
                         ": information: ", ": fatal error: "}) {
    size_t at = line.find(word);
    WarningPlace place;
    uint32_t column;
    if (at != StringRef::npos &&
        (splitPlace(line.take_front(at), place, column) ||
         line.starts_with("nofile:0:0")))
      return true;
  }
  return false;
}

/// A line that only the native format has: `warning ...`, `A <> B`, `A > B`,
/// or a place alone.
bool isNative(StringRef line) {
  line = line.split(" #").first.trim();
  if (line.starts_with("#") || line.empty())
    return false;
  if (line.starts_with("warning ") || line.contains(" <> ") ||
      line.contains(" > "))
    return true;
  WarningPlace place;
  uint32_t column;
  return !line.contains(' ') && splitPlace(line, place, column);
}

} // namespace

WarningFormat recogniseXml(StringRef text) {
  StringRef head = text.take_front(8192);
  if (head.contains("<valgrindoutput"))
    return head.contains("<protocoltool>drd<") || head.contains("<tool>drd<")
               ? WarningFormat::DrdXml
               : WarningFormat::HelgrindXml;
  if (head.contains("<plist"))
    return WarningFormat::Plist;
  if (head.contains("<results"))
    return WarningFormat::CppcheckXml;
  return WarningFormat::Auto;
}

/// Keys are unique enough to be looked for in the text; values come later.
WarningFormat recogniseJson(StringRef json) {
  auto has = [&](StringRef key) {
    return json.contains(("\"" + key + "\"").str());
  };
  if (json.starts_with("{")) {
    if (has("runs") && (has("version") || has("$schema") || has("tool")))
      return WarningFormat::Sarif;
    if (has("dataRaces") || has("deadLocks"))
      return WarningFormat::Coderrect;
    if (has("messages"))
      return WarningFormat::GoblintJson;
    return WarningFormat::Auto;
  }
  if (has("bug_type"))
    return WarningFormat::InferJson;
  if (has("access1"))
    return WarningFormat::OpenRace;
  if (has("kind") && (has("caret") || has("children") || has("locations")))
    return WarningFormat::GccJson;
  return WarningFormat::Auto;
}

/// `warning [ID] KIND ...` as the first line that says something. Messages of
/// other tools may follow in it, so this comes before their own marks.
bool beginsNative(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    if (!line.consume_front("warning "))
      return false;
    auto [first, more] = line.ltrim().split(' ');
    return warningKind(first.str()) ||
           warningKind(more.ltrim().split(' ').first.str());
  }
  return false;
}

std::vector<WarningFormat> recogniseLines(StringRef text) {
  std::vector<WarningFormat> found;
  auto add = [&](WarningFormat format) {
    if (!llvm::is_contained(found, format))
      found.push_back(format);
  };
  bool isValgrind = false, hasNative = false, isQuiet = true;
  for (StringRef rest = text; !rest.empty();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    line = line.rtrim();
    // Anything may be in the messages of YAML.
    if (found.empty() && (line.starts_with("Diagnostics:") ||
                          line.starts_with("MainSourceFile:")))
      return {WarningFormat::TidyYaml};
    if (line.ltrim().starts_with("WARNING: ThreadSanitizer: "))
      add(WarningFormat::Tsan);
    else if (line.starts_with("==") && line.contains("== ")) {
      isValgrind = true;
      if (line.contains("== Helgrind"))
        add(WarningFormat::HelgrindText);
      if (line.ends_with("drd, a thread error detector"))
        add(WarningFormat::DrdText);
    } else if (line.starts_with("[Warning][") || line.starts_with("[Error]["))
      add(WarningFormat::GoblintText);
    else if (line.contains("Possible data race: ") &&
             line.contains(" protected!"))
      add(WarningFormat::Locksmith);
    else if (isDiagnostic(line))
      add(WarningFormat::CompilerText);
    hasNative |= isNative(line);
    StringRef quiet = line.trim();
    isQuiet &= quiet.empty() || quiet.starts_with("#");
  }
  if (!found.empty())
    return found;
  if (isValgrind)
    return {WarningFormat::HelgrindText};
  // Comments alone are a list without warnings.
  if (hasNative || isQuiet)
    return {WarningFormat::Native};
  return {};
}

} // namespace rbcheck
