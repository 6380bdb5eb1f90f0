//===- tools/warnings/ValgrindXml.h - Errors in Valgrind's XML ------------===//
//
// Protocol 4, as Helgrind and DRD write it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Valgrind.h"
#include "tools/warnings/XmlInput.h"

namespace rbcheck {

std::vector<ToolFrame> readXmlStack(const XmlElement *stack);
/// An <error> element.
ValgrindError readXmlError(const XmlElement &element);

} // namespace rbcheck
