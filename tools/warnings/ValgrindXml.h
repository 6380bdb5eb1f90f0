//===- tools/warnings/ValgrindXml.h - Errors in Valgrind's XML ------------===//
//
// Protocol 4, as Helgrind and DRD write it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Valgrind.h"
#include "tools/warnings/XmlInput.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace rbcheck {

std::vector<ToolFrame> readXmlStack(const XmlElement *stack);
/// An <error> element.
ValgrindError readXmlError(const XmlElement &element);
/// Every <error> of a report that says what is wrong, with its pointer; of the
/// others is complained.
void forEachXmlError(
    Import &in, const XmlElement &root,
    llvm::function_ref<void(const ValgrindError &, const std::string &)> add);

} // namespace rbcheck
