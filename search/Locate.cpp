//===- search/Locate.cpp - From a place in the code to the source ---------===//
#include "search/Locate.h"

namespace rbcheck {

Location locate(const Program &program, CodePlace place) {
  Location location;
  if (place.function >= program.functions.size())
    return location;
  const Function &function = program.functions[place.function];
  location.function = function.name;
  if (place.pc >= function.locs.size())
    return location;
  const SourceLoc &loc = program.locs[function.locs[place.pc]];
  location.file = program.files[loc.file];
  location.line = loc.line;
  location.column = loc.column;
  if (loc.function)
    location.function = program.strings[loc.function];
  return location;
}

std::string toString(const Location &location) {
  if (!location.isKnown() || location.file.empty())
    return "function " + location.function;
  std::string text = location.file + ":" + std::to_string(location.line);
  if (location.column)
    text += ":" + std::to_string(location.column);
  return text;
}

} // namespace rbcheck
