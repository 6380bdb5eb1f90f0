//===- tools/warnings/DrdXml.cpp - Reads DRD's XML ------------------------===//
//
// One stack per error; of the other thread at most the ends of a segment.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/ValgrindXml.h"

namespace rbcheck {

llvm::Error readDrdXml(Import &in) {
  auto root = parseXmlReport(in);
  if (!root)
    return root.takeError();
  size_t number = 0;
  for (const XmlElement &element : root->children) {
    if (element.name != "error")
      continue;
    std::string pointer = "/error[" + std::to_string(number++) + "]";
    ValgrindError error = readXmlError(element);
    if (error.kind.empty() || error.what.text.empty())
      in.complain(pointer, "the error does not say what is wrong (line " +
                               std::to_string(element.line) + ")");
    else
      addDrdError(in, error, pointer);
  }
  return llvm::Error::success();
}

} // namespace rbcheck
