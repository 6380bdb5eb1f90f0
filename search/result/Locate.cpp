//===- search/result/Locate.cpp - From a place in the code to the source --===//
#include "search/result/Locate.h"

#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

namespace {

Location toLocation(const Program &program, const SourceLoc &loc) {
  return {program.files[loc.file], loc.line, loc.column,
          program.strings[loc.function]};
}

} // namespace

std::vector<Location> locateInlined(const Program &program, CodePlace place) {
  std::vector<Location> all;
  if (place.function >= program.functions.size())
    return all;
  const Function &function = program.functions[place.function];
  if (place.pc < function.locs.size())
    for (uint32_t at = function.locs[place.pc]; at;
         at = program.locs[at].inlinedAt)
      all.push_back(toLocation(program, program.locs[at]));
  if (all.empty())
    all.emplace_back();
  if (all.back().function.empty())
    all.back().function = llvm::demangle(function.name);
  return all;
}

Location locate(const Program &program, CodePlace place) {
  std::vector<Location> all = locateInlined(program, place);
  for (const Location &location : all)
    if (location.isKnown() && !isLibraryFile(location.file))
      return location;
  return all.empty() ? Location() : all.front();
}

Location locateThread(const Machine &machine, uint32_t thread,
                      CodePlace place) {
  Location location = locate(machine.program(), place);
  if (location.isKnown() && !isLibraryFile(location.file))
    return location;
  if (thread >= machine.state().threadCount())
    return location;
  bool isFirst = true;
  machine.walkStack(thread, [&](CodePlace frame) {
    if (isFirst && frame.function != place.function)
      return false; // it stands elsewhere
    isFirst = false;
    Location outer = locate(machine.program(), frame);
    if (!outer.isKnown() || isLibraryFile(outer.file))
      return true;
    location = std::move(outer);
    return false;
  });
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
