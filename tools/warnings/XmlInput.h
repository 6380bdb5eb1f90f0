//===- tools/warnings/XmlInput.h - Hostile XML, read safely ---------------===//
//
// Parses with libxml2 into a plain tree. Nothing is fetched, no entity of the
// document is expanded (documents that declare one are refused), nesting is
// limited. A document that is cut off gives what came before the cut, as a tool
// that was killed leaves it.
// Tested by test/warnings/bad-input.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

struct XmlElement {
  std::string name;
  std::string text; ///< directly in it, trimmed
  uint32_t line = 0;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  /// The first child of that name, or null.
  const XmlElement *child(llvm::StringRef name) const;
  /// Text of the first child of that name, or "".
  std::string textOf(llvm::StringRef name) const;
  std::string attribute(llvm::StringRef name) const;
};

/// The root element; complains if the document is cut off or broken.
llvm::Expected<XmlElement> parseXmlReport(Import &in);

} // namespace rbcheck
