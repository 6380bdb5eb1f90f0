//===- search/Locate.cpp - From a place in the code to the source ---------===//
#include "search/Locate.h"

#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

Location locate(const Program &program, CodePlace place) {
  Location location;
  if (place.function >= program.functions.size())
    return location;
  const Function &function = program.functions[place.function];
  location.function = llvm::demangle(function.name);
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

bool isRuntimeFile(llvm::StringRef file) {
  return file.starts_with("runtime/libc/") ||
         file.starts_with("runtime/pthread/") ||
         file.starts_with("runtime/cxx/");
}

bool isLibraryFile(llvm::StringRef file) {
  return isRuntimeFile(file) || file.starts_with("/usr/include/") ||
         file.contains("/include/c++/");
}

Location locateThread(const Machine &machine, uint32_t thread,
                      CodePlace place) {
  Location location = locate(machine.program(), place);
  if (location.isKnown() && !isLibraryFile(location.file))
    return location;
  llvm::SmallVector<CodePlace, 16> stack;
  if (thread < machine.state().threadCount())
    machine.stack(thread, stack);
  if (stack.empty() || stack.front().function != place.function)
    return location;
  for (CodePlace frame : stack) {
    Location outer = locate(machine.program(), frame);
    if (outer.isKnown() && !isLibraryFile(outer.file))
      return outer;
  }
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
