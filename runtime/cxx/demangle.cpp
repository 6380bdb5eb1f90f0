//===- runtime/cxx/demangle.cpp - abi::__cxa_demangle ---------------------===//
//
// The machine takes the name apart (interp/models/Demangle.cpp); it sees copies
// only, so that the program's memory is touched here.
// Tested by test/cxx/demangle.cpp.
//
//===----------------------------------------------------------------------===//
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

extern "C" size_t __rb_demangle(const char *name, char *to, size_t size);

namespace {

enum Status { kDone = 0, kNoMemory = -1, kNoName = -2, kNoArgument = -3 };

char *finish(char *text, int *status, Status value) {
  if (status)
    *status = value;
  return text;
}

} // namespace

char *abi::__cxa_demangle(const char *name, char *to, size_t *size,
                          int *status) {
  if (!name || (to && !size))
    return finish(nullptr, status, kNoArgument);
  size_t length = strlen(name) + 1;
  char *copy = static_cast<char *>(malloc(length));
  if (!copy)
    return finish(nullptr, status, kNoMemory);
  memcpy(copy, name, length);
  size_t needed = __rb_demangle(copy, nullptr, 0);
  char *text = needed ? static_cast<char *>(malloc(needed)) : nullptr;
  if (text)
    __rb_demangle(copy, text, needed);
  free(copy);
  if (!text)
    return finish(nullptr, status, needed ? kNoMemory : kNoName);
  if (to && *size >= needed) {
    memcpy(to, text, needed);
    free(text);
    return finish(to, status, kDone);
  }
  free(to);
  if (size)
    *size = needed;
  return finish(text, status, kDone);
}
