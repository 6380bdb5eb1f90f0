//===- tools/rbcheck/ListModels.h - Every library function there is -------===//
//
// --list-models: models of the machine, and the functions of the runtime
// libraries, read from their bitcode. One line each: name, how faithful it is
// ("code": ordinary code that is explored as is), the file it is in, a note.
// docs/libraries.md is made from it (tools/dev/libraries.py).
// Tested by test/cli/lists.test and test/meta/libraries.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"

namespace rbcheck {

/// With `verbose`, "[touches]" stands behind models that touch memory of the
/// program.
std::string listModels(const Installation &installation, bool verbose);

} // namespace rbcheck
