//===- tools/warnings/Pieces.h - The reports in one file ------------------===//
//
// A log holds what several tools wrote: SARIF on standard error between lines
// of a compiler, XML of several processes, ThreadSanitizer's text below a build.
// The file is cut into documents of JSON and XML and the text around them; the
// text is read once for each tool whose lines are in it.
// Tested by test/warnings/mixed.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

namespace rbcheck {

struct Piece {
  WarningFormat format;
  llvm::StringRef text;
  size_t linesBefore = 0;
  size_t firstRun = 0; ///< of SARIF: runs in the documents before
};

struct Pieces {
  std::vector<Piece> list; ///< empty if nobody knows what this is
  /// The text with documents left out, lines kept; pieces refer to it.
  std::unique_ptr<std::string> around;
};

/// With a format other than Auto, only pieces of that format: the whole text if
/// it shows none.
Pieces piecesOf(llvm::StringRef text, WarningFormat wanted);

/// By content alone, Auto if nobody knows it: of one document, and of lines.
WarningFormat recogniseXml(llvm::StringRef document);
WarningFormat recogniseJson(llvm::StringRef document);
std::vector<WarningFormat> recogniseLines(llvm::StringRef text);
bool beginsNative(llvm::StringRef text);

} // namespace rbcheck
