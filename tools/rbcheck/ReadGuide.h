//===- tools/rbcheck/ReadGuide.h - Locations for a search that follows some ===//
//
// --locs together with a search that follows locations: they lead it to any
// error. (--locs alone asks for a verdict on each warning.)
// Tested by test/search/meta.c and test/search/plugin-guided.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

#include "search/guide/Guide.h"

namespace rbcheck {

/// True if the search that was asked for follows locations, or a team of which
/// a member does.
bool isGuided(const Options &options);

/// The sequences of all of --locs. What had to be left out is said on standard
/// error; that nothing is left is an error.
llvm::Expected<std::shared_ptr<const Guide>>
readGuide(const Program &program, const Options &options);

} // namespace rbcheck
