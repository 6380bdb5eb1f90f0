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
/// Reads a report. Calls `add` for every <error> that says what is wrong, with
/// its pointer; of the others is complained. Threads are announced before the
/// errors that speak of them.
llvm::Error readValgrindXml(
    Import &in,
    llvm::function_ref<void(const ValgrindError &, const ValgrindThreads &,
                            const std::string &)>
        add);

} // namespace rbcheck
