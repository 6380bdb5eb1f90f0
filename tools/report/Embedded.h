//===- tools/report/Embedded.h - Text files that are part of the tool -----===//
//
// Pages of docs/errors and the parts of the HTML viewer are compiled in (CMake
// function rb_embed), so that a report needs no file beside the executable.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

struct EmbeddedFile {
  llvm::StringRef name; ///< path in the repository, e.g. docs/errors/leak.md
  llvm::StringRef text;
};

/// Sorted as CMake lists them; one without a name ends it.
extern const EmbeddedFile kEmbeddedFiles[];

/// The text of a file; empty if there is none of this name.
llvm::StringRef embeddedFile(llvm::StringRef name);

} // namespace rbcheck
