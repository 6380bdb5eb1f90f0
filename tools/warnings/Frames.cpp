//===- tools/warnings/Frames.cpp - Which frames of a stack are the user's -===//
#include "tools/warnings/Frames.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// A path of the system's headers or of the build of the C library.
bool isSystemFile(StringRef file) {
  for (StringRef root : {"/usr/include/", "/usr/lib/", "/usr/lib64/",
                         "/usr/libexec/", "/lib/", "/lib64/", "csu/", "nptl/",
                         "./nptl/", "./misc/", "./csu/", "./stdlib/",
                         "../sysdeps/", "sysdeps/"})
    if (file.starts_with(root))
      return true;
  return file.contains("/sysdeps/") || file.contains("/include/c++/") ||
         file.contains("/compiler-rt/lib/");
}

/// How threads begin in the C library, for tools that name files only.
bool isThreadStart(StringRef func) {
  for (StringRef name : {"start_thread", "clone", "clone3", "__clone3",
                         "__clone_internal", "create_thread",
                         "pthread_create", "__libc_start_main",
                         "__libc_start_call_main", "_start", "mythread_wrapper"})
    if (func.split('@').first == name)
      return true;
  return false;
}

/// Functions of the C++ library: "std::f", "void std::__invoke_impl<...>".
bool isCxxLibrary(StringRef func) {
  StringRef head = func.take_until([](char c) { return c == '<' || c == '('; });
  for (size_t at = 0; (at = head.find("std::", at)) != StringRef::npos; ++at)
    if (at == 0 || head[at - 1] == ' ')
      return true;
  return head.starts_with("__gthread") || head.starts_with("__gnu_cxx::");
}

} // namespace

bool isUserFrame(const ToolFrame &frame) {
  const WarningPlace &place = frame.place;
  if (place.file.empty() || place.file == "<null>" || !place.line)
    return false;
  StringRef module = frame.module;
  if (module.contains("/vgpreload_") || isSystemFile(module))
    return false;
  return !isSystemFile(place.file) && !isThreadStart(place.func) &&
         !isCxxLibrary(place.func);
}

bool placeFrom(const std::vector<ToolFrame> &frames, WarningStep &step) {
  bool isFound = false;
  for (const ToolFrame &frame : frames) {
    if (!isUserFrame(frame))
      continue;
    if (isFound) {
      step.stack.insert(step.stack.begin(), frame.place);
      continue;
    }
    step.place = frame.place;
    step.column = frame.column;
    isFound = true;
  }
  return isFound;
}

std::optional<WarningPlace> userPlace(const std::vector<ToolFrame> &frames) {
  for (const ToolFrame &frame : frames)
    if (isUserFrame(frame))
      return frame.place;
  return std::nullopt;
}

} // namespace rbcheck
