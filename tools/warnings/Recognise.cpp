//===- tools/warnings/Recognise.cpp - Whose report is this? ---------------===//
//
// By content, never by the file's name. XML and JSON are told apart by their
// first elements, text by lines that only one tool writes.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/JsonInput.h"
#include "tools/warnings/Read.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

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

bool isText(StringRef text) {
  // Binary files have zero bytes early.
  return !text.take_front(4096).contains('\0');
}

} // namespace

WarningFormat recognise(StringRef text) {
  if (!isText(text))
    return WarningFormat::Auto;
  StringRef start = text.ltrim("\xef\xbb\xbf \t\r\n");
  if (start.starts_with("<"))
    return recogniseXml(start);
  if (beginsNative(text))
    return WarningFormat::Native;
  if (StringRef json = findJson(text); !json.empty())
    if (WarningFormat format = recogniseJson(json);
        format != WarningFormat::Auto)
      return format;
  bool isValgrind = false, hasNative = false, isQuiet = true;
  for (StringRef rest = text; !rest.empty();) {
    auto [line, more] = rest.split('\n');
    rest = more;
    line = line.rtrim();
    if (line.ltrim().starts_with("WARNING: ThreadSanitizer: "))
      return WarningFormat::Tsan;
    if (line.starts_with("==") && line.contains("== ")) {
      isValgrind = true;
      if (line.contains("Helgrind"))
        return WarningFormat::HelgrindText;
      if (line.ends_with("drd, a thread error detector"))
        return WarningFormat::DrdText;
    }
    if (line.starts_with("[Warning][") || line.starts_with("[Error]["))
      return WarningFormat::GoblintText;
    if (line.starts_with("Diagnostics:") || line.starts_with("MainSourceFile:"))
      return WarningFormat::TidyYaml;
    if (line.contains("Possible data race: ") && line.contains(" protected!"))
      return WarningFormat::Locksmith;
    if (isDiagnostic(line))
      return WarningFormat::CompilerText;
    hasNative |= isNative(line);
    StringRef quiet = line.trim();
    isQuiet &= quiet.empty() || quiet.starts_with("#");
  }
  if (isValgrind)
    return WarningFormat::HelgrindText;
  if (hasNative)
    return WarningFormat::Native;
  // Comments alone are a list without warnings.
  return isQuiet ? WarningFormat::Native : WarningFormat::Auto;
}

} // namespace rbcheck
