//===- tools/report/Explain.h - What each kind of error means -------------===//
//
// Every kind of interp/exec/Faults.def has a page docs/errors/KIND.md, in the
// same form: a title, one sentence, then sections. It is printed by --explain
// and becomes the help text of SARIF rules. Pages in docs/topics are about what
// is no kind of error, and are printed only.
// Tested by test/cli/explain.test; test/meta/errors.test runs the examples.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

/// The words of all kinds, in the order of Faults.def.
std::vector<llvm::StringRef> explainedKinds();
/// Words of the pages that are about no kind.
llvm::ArrayRef<const char *> explainedTopics();
/// The property of --check that a kind belongs to, or "".
llvm::StringRef checkOfKind(llvm::StringRef kind);
/// The page of a kind or topic as Markdown; none for other words.
std::optional<llvm::StringRef> explanation(llvm::StringRef kind);
/// The one sentence below the title of a page.
std::string summaryOf(llvm::StringRef page);
/// The text of a section ("What it means") in one line per paragraph, or "".
std::string sectionOf(llvm::StringRef page, llvm::StringRef title);
/// A page for the terminal: no marks of Markdown, code indented.
std::string plainText(llvm::StringRef page);

} // namespace rbcheck
