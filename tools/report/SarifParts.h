//===- tools/report/SarifParts.h - Pieces that SARIF files are made of ----===//
//
// Objects of SARIF 2.1.0 that every file of ours needs, whatever it is about:
// the description of the tool and its rules, places in the source, fingerprints.
// Tested by test/unit/SarifPartsTest.cpp and test/report/sarif.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Source.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

/// The rbcheck of this build as a toolComponent: name, version, and one rule
/// for each kind of error, in the order of Faults.def, with help from docs/errors.
llvm::json::Object sarifTool();
/// The place of a kind in these rules.
int64_t sarifRuleIndex(llvm::StringRef kind);

/// {"text": text}; text that is no UTF-8 is repaired.
llvm::json::Object sarifMessage(llvm::StringRef text);
/// Text that a viewer must not take for links: in one that could be, `[` and
/// `]` are escaped.
std::string sarifPlain(llvm::StringRef text);

/// A file as an artifactLocation: relative to the current folder if it is
/// below it (uriBaseId SRCROOT), else a file URI.
llvm::json::Object sarifArtifact(llvm::StringRef file);

/// A place with start and end of its line and columns, the source text, and the
/// function as a logical location. Places that are not known have only that.
llvm::json::Object sarifLocation(const Location &location,
                                 llvm::StringRef message,
                                 SourceFiles &sources);

/// Columns from 1, counted in UTF-16 units as SARIF does by default; `end` is
/// behind the word or call at byte column `column` of the line.
struct SarifColumns {
  uint32_t start;
  uint32_t end;
};
SarifColumns sarifColumns(llvm::StringRef line, uint32_t column);

/// 32 hexadecimal digits that depend on nothing but these words.
std::string sarifFingerprint(llvm::ArrayRef<std::string> words);

} // namespace rbcheck
