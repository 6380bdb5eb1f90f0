//===- tools/warnings/DrdXml.cpp - Reads DRD's XML ------------------------===//
//
// One stack per error; of the other thread at most the ends of a segment.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/ValgrindXml.h"

namespace rbcheck {

llvm::Error readDrdXml(Import &in) {
  return readValgrindXml(in, [&](const ValgrindError &error,
                                 const ValgrindThreads &,
                                 const std::string &pointer) {
    addDrdError(in, error, pointer);
  });
}

} // namespace rbcheck
