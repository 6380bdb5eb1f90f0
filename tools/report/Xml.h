//===- tools/report/Xml.h - Text inside XML -------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace rbcheck {

/// Escaped for XML; control characters, which XML cannot hold, as \xNN.
std::string xml(llvm::StringRef text);

} // namespace rbcheck
