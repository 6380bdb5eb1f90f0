//===- tools/report/JsonParts.h - What JSON results are made of -----------===//
//
// Shared by the parts of the JSON result: Json.cpp and TriageJson.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Locate.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

/// JSON is UTF-8; names in programs may be anything.
std::string clean(llvm::StringRef text);

/// A number with a fixed count of digits behind the point.
void writeReal(llvm::json::OStream &json, llvm::StringRef key, double value,
               int digits);

/// The attribute "location".
void writeLocation(llvm::json::OStream &json, const Location &location);
/// The object that it has.
void writePlace(llvm::json::OStream &json, const Location &location);

} // namespace rbcheck
