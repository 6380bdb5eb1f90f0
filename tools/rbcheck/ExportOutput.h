//===- tools/rbcheck/ExportOutput.h - rbcheck --html, --sarif, --witness --===//
//
// Writes the files that show errors to other tools. Without an error the page
// and the SARIF file say so; a witness is removed.
// Tested by test/report/outputs.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"
#include "tools/report/Report.h"

namespace rbcheck {

/// False, with a message, if one could not be written; the
/// others are. A witness that its
/// format cannot express is only named: the verdict holds without it.
bool writeExports(const Options &options, const Report &report);

} // namespace rbcheck
