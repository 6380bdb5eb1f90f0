//===- tools/report/ViewerPage.h - The HTML viewer around its data --------===//
//
// Puts the parts of tools/report/viewer and the data of a report into one page
// that needs nothing else: no network, no other file. Names of a program may
// hold anything; the page's policy lets only our own script run, whatever they
// hold, and the data cannot end the element it lies in.
// Tested by test/unit/ViewerPageTest.cpp and test/html.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace rbcheck {

/// The page that shows `data`, a JSON text (tools/report/viewer/1-model.js
/// says what is in it).
std::string viewerPage(llvm::StringRef title, llvm::StringRef data);

/// Text as it may stand in HTML, between tags or in an attribute.
std::string escapeHtml(llvm::StringRef text);

} // namespace rbcheck
