//===- tools/warnings/XmlInput.h - Hostile XML, read safely ---------------===//
//
// Parses with libxml2 into plain trees, one for each record. Nothing is fetched, no entity of the
// document is expanded (documents that declare one are refused), nesting is
// limited. A document that is cut off gives what came before the cut, as a tool
// that was killed leaves it.
// Tested by test/warnings/bad-input.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

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

/// Every element below the named ones, outermost first, one at a time: a report
/// of any size needs the memory of one element. Complains if the document is
/// cut off or broken; an error if it has none of the named elements.
llvm::Error
forEachXmlElement(Import &in, llvm::ArrayRef<llvm::StringRef> below,
                  llvm::function_ref<void(const XmlElement &)> visit);

/// The root element; complains if the document is cut off or broken.
llvm::Expected<XmlElement> parseXmlReport(Import &in);

} // namespace rbcheck
