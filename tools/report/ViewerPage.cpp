//===- tools/report/ViewerPage.cpp - The HTML viewer around its data ------===//
#include "tools/report/ViewerPage.h"

#include "tools/report/Embedded.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

#include <map>

namespace rbcheck {

using llvm::StringRef;

namespace {

constexpr const char *kFolder = "tools/report/viewer/";

/// All scripts in the order of their names, as one.
std::string viewerScript() {
  std::map<StringRef, StringRef> parts;
  for (const EmbeddedFile *file = kEmbeddedFiles; !file->name.empty(); ++file)
    if (file->name.starts_with(kFolder) && file->name.ends_with(".js"))
      parts[file->name] = file->text;
  std::string script = "\"use strict\";\n";
  for (const auto &[name, text] : parts)
    script += text;
  return script;
}

/// A source that the content security policy allows: text with this hash.
std::string allow(StringRef text) {
  auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return "'sha256-" + llvm::encodeBase64(hash) + "'";
}

/// JSON in which nothing can look like a tag; the same value.
std::string escapeInScript(StringRef json) {
  std::string text;
  text.reserve(json.size());
  for (char c : json) {
    if (c == '<' || c == '>' || c == '&')
      text += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    else
      text += c;
  }
  return text;
}

} // namespace

std::string escapeHtml(StringRef text) {
  std::string escaped;
  for (unsigned char c : text) {
    switch (c) {
    case '<': escaped += "&lt;"; break;
    case '>': escaped += "&gt;"; break;
    case '&': escaped += "&amp;"; break;
    case '"': escaped += "&quot;"; break;
    case '\'': escaped += "&#39;"; break;
    default:
      escaped += c < ' ' || c == 0x7f ? '?' : char(c);
    }
  }
  return escaped;
}

std::string viewerPage(StringRef title, StringRef data) {
  StringRef style = embeddedFile((kFolder + llvm::Twine("viewer.css")).str());
  std::string script = viewerScript();
  const std::pair<StringRef, std::string> fields[] = {
      {"@CSP@", escapeHtml("default-src 'none'; base-uri 'none'; form-action "
                           "'none'; style-src 'unsafe-inline'; script-src " +
                           allow(script))},
      {"@GENERATOR@", "rbcheck " RBCHECK_VERSION},
      {"@TITLE@", escapeHtml(title)},
      {"@STYLE@", style.str()},
      {"@DATA@", escapeInScript(data)},
      {"@SCRIPT@", script},
  };
  // One pass, so that nothing is looked for in what was filled in.
  StringRef rest = embeddedFile((kFolder + llvm::Twine("viewer.html")).str());
  std::string page;
  for (const auto &[name, text] : fields) {
    auto [before, after] = rest.split(name);
    page += before;
    page += text;
    rest = after;
  }
  return page + rest.str();
}

} // namespace rbcheck
