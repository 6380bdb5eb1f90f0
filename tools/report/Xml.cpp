//===- tools/report/Xml.cpp - Text inside XML -----------------------------===//
#include "tools/report/Xml.h"

#include "tools/warnings/Import.h"

namespace rbcheck {

std::string xml(llvm::StringRef text) {
  std::string escaped;
  for (char c : safeForTerminal(text)) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

} // namespace rbcheck
