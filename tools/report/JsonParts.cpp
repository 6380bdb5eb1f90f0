//===- tools/report/JsonParts.cpp - What JSON results are made of ---------===//
#include "tools/report/JsonParts.h"

#include <cstdio>

namespace rbcheck {

using llvm::json::OStream;

std::string clean(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

void writeReal(OStream &json, llvm::StringRef key, double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  json.attributeBegin(key);
  json.rawValue(text);
  json.attributeEnd();
}

void writePlace(OStream &json, const Location &location) {
  json.object([&] {
    json.attribute("file", clean(location.file));
    json.attribute("line", location.line);
    json.attribute("column", location.column);
    json.attribute("function", clean(location.function));
  });
}

void writeLocation(OStream &json, const Location &location) {
  json.attributeBegin("location");
  writePlace(json, location);
  json.attributeEnd();
}

} // namespace rbcheck
