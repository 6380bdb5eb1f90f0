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
  forEachXmlError(in, *root, [&](const ValgrindError &error,
                                 const std::string &pointer) {
    addDrdError(in, error, pointer);
  });
  return llvm::Error::success();
}

} // namespace rbcheck
