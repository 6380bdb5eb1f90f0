//===- tools/warnings/Frames.cpp - Which frames of a stack are the user's -===//
#include "tools/warnings/Frames.h"

#include "search/triage/SourcePaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// Installed by the system: nobody's own source.
bool isSystemPath(StringRef file) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"/usr/include/", "/usr/lib/",
                                       "/usr/lib32/", "/usr/lib64/",
                                       "/usr/libexec/", "/lib/", "/lib64/"},
      [&](StringRef root) { return file.starts_with(root); });
}

/// Below folders that only sources of runtimes have: "libsanitizer" of gcc,
/// "compiler-rt/lib" of clang, "libstdc++-v3", "glibc-2.36"; but not their
/// tests.
bool isInRuntimeSources(const std::vector<std::string> &path) {
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    StringRef name = path[i], below = path[i + 1];
    if (name == "compiler-rt" && (below == "lib" || below == "include"))
      return true;
    if (name.starts_with("glibc-") && !StringRef(path.back()).starts_with("tst-"))
      return true;
    if (below != "testsuite" &&
        llvm::is_contained({"libsanitizer", "libstdc++-v3", "libsupc++",
                            "libcxxabi", "libgomp", "libgcc"},
                           name))
      return true;
  }
  return false;
}

/// Files of the sanitizers and of Valgrind, for tools that leave folders out.
bool isRuntimeFile(StringRef base) {
  for (StringRef head :
       {"sanitizer_common_interceptors", "sanitizer_signal_interceptors",
        "tsan_interceptors", "tsan_interface", "tsan_new_delete", "tsan_rtl",
        "tsan_mman", "asan_interceptors", "asan_malloc_", "asan_new_delete"})
    if (base.starts_with(head))
      return true;
  for (StringRef known : {"hg_intercepts.c", "vg_replace_malloc.c",
                          "vg_replace_strmem.c", "drd_pthread_intercepts.c",
                          "drd_libstdcxx_intercepts.c"})
    if (base == known)
      return true;
  return base.ends_with(".S"); // no tool that reads sources speaks of these
}

/// Names that the C library defines and a program does not.
bool isLibcFunction(StringRef func) {
  func = func.split('@').first;
  if (func.starts_with("__") || func.starts_with("_IO_") ||
      func.starts_with("_int_") || func.starts_with("_dl_") ||
      func.starts_with("pthread_") || func.starts_with("sem_"))
    return true;
  for (StringRef name :
       {"start_thread", "clone", "clone3", "create_thread", "_start",
        "allocate_stack", "malloc", "calloc", "realloc", "free", "memcpy",
        "memmove", "memset", "memcmp", "strcpy", "strncpy", "strcat", "strlen",
        "strcmp", "strdup", "puts", "putchar", "printf", "fprintf", "vfprintf",
        "sprintf", "snprintf", "fopen", "fclose", "fread", "fwrite", "fputs",
        "fgets", "fflush", "exit", "abort", "raise", "qsort", "getenv",
        "setenv", "localtime", "strtok", "rand", "random", "usleep", "sleep"})
    if (func == name)
      return true;
  return false;
}

/// Debug information of the C library has paths from its build: "./nptl/x.c",
/// "../sysdeps/x.c", "./misc/../sysdeps/x.c". A program may be built as
/// "./string/x.c", too: then the function tells.
bool isLibcBuildPath(StringRef file, const std::vector<std::string> &path,
                     StringRef func) {
  if (!file.starts_with("./") && !file.starts_with("../"))
    return false;
  StringRef folder = path.front();
  if (path.size() < 2)
    return false;
  if (folder == "nptl" || folder == "csu" || folder == "sysdeps")
    return true;
  bool isPart = llvm::is_contained(
      {"string", "stdlib", "malloc", "misc", "libio", "stdio-common", "posix",
       "io", "time", "signal", "debug", "elf", "socket", "wcsmbs", "setjmp",
       "rt", "assert"},
      folder);
  return isPart && isLibcFunction(func);
}

/// How threads begin in the C library, for tools that name files only. A
/// program may have a function or a file of such a name, not both.
bool isThreadStart(StringRef func, StringRef base) {
  return isLibcFunction(func) &&
         llvm::is_contained({"pthread_create.c", "createthread.c",
                             "allocatestack.c", "clone-internal.c",
                             "libc-start.c", "libc_start_call_main.h"},
                            base);
}

/// Functions of the C++ library: "std::f", "void std::__invoke_impl<...>".
bool isCxxFunction(StringRef func) {
  StringRef head = func.take_until([](char c) { return c == '<' || c == '('; });
  for (size_t at = 0; (at = head.find("std::", at)) != StringRef::npos; ++at)
    if (at == 0 || head[at - 1] == ' ')
      return true;
  return head.starts_with("__gthread") || head.starts_with("__gnu_cxx::");
}

/// Where the C++ library's own code can be: in its headers. A program may
/// define std::hash<T>::operator() in a source file, or below a folder.
bool isCxxLibrary(StringRef func, StringRef file) {
  if (file.contains("/include/c++/"))
    return true;
  bool isSource = file.ends_with(".c") || file.ends_with(".cc") ||
                  file.ends_with(".cpp") || file.ends_with(".cxx");
  return isCxxFunction(func) && !isSource && !file.starts_with("/");
}

bool isRuntimeModule(StringRef module) {
  StringRef base = module.substr(module.rfind('/') + 1);
  for (StringRef head : {"libtsan.so", "libclang_rt.", "libc.so", "libc-2.",
                         "libpthread", "libstdc++.so", "libc++.so", "libgcc_s",
                         "libgomp.so", "vgpreload_", "ld-linux", "ld-2."})
    if (base.starts_with(head))
      return true;
  return isSystemPath(module);
}

} // namespace

bool isUserFrame(const ToolFrame &frame) {
  const WarningPlace &place = frame.place;
  StringRef file = place.file;
  if (file.empty() || file == "<null>" || !place.line ||
      isRuntimeModule(frame.module) || isSystemPath(file))
    return false;
  std::vector<std::string> path = pathComponents(place.file);
  if (path.empty())
    return false;
  return !isInRuntimeSources(path) && !isRuntimeFile(path.back()) &&
         !isLibcBuildPath(file, path, place.func) &&
         !isThreadStart(place.func, path.back()) &&
         !isCxxLibrary(place.func, file);
}

bool isUserPlace(const WarningPlace &place) {
  return isUserFrame({place, 0, ""});
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
