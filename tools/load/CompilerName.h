//===- tools/load/CompilerName.h - Is this the name of a compiler? -----===//
//
// cc, gcc, clang, c++, g++ and clang++, with a target in front and a version
// behind: x86_64-linux-gnu-g++-12. Shared by the driver and by the library that
// is loaded into foreign processes, hence without LLVM and without memory.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <string_view>

namespace rbcheck {

/// `name` without a version behind it: gcc-12 is gcc.
inline std::string_view withoutVersion(std::string_view name) {
  size_t end = name.find_last_not_of("0123456789.");
  if (end != std::string_view::npos && end > 0 && name[end] == '-')
    return name.substr(0, end);
  return name;
}

/// True if a file of this name (without folder) is a C or C++ compiler.
inline bool isCompilerName(std::string_view name) {
  name = withoutVersion(name);
  for (std::string_view known : {"cc", "gcc", "clang", "c++", "g++", "clang++"})
    if (name.ends_with(known) && (name.size() == known.size() ||
                                  name[name.size() - known.size() - 1] == '-'))
      return true;
  return false;
}

/// True if the compiler of this name takes its input for C++.
inline bool isCxxCompilerName(std::string_view name) {
  return withoutVersion(name).ends_with("++");
}

} // namespace rbcheck
