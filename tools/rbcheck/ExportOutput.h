//===- tools/rbcheck/ExportOutput.h - rbcheck --html, --sarif, --witness --===//
//
// Writes the files that show errors to other tools. They are tried before the
// search: better to fail then than after an hour. Without an error the page and
// the SARIF file say so; a witness is removed.
// Tested by test/report/outputs.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"
#include "tools/report/Report.h"

namespace rbcheck {

/// False, with a message, if one of the files cannot be written.
bool canWriteExports(const Options &options);

/// False, with a message, if one could not be written. A witness that its
/// format cannot express is only named: the verdict holds without it.
bool writeExports(const Options &options, const Report &report);

} // namespace rbcheck
