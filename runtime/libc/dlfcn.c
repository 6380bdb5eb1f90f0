//===- runtime/libc/dlfcn.c - Symbols that are asked for by name ----------===//
//
// All parts of a program are linked before it starts. The handle of each is the
// same, and dlsym knows every function and variable that the program defines or
// refers to (tools/load/Symbols.cpp makes the table). A library can be opened
// if it was linked (--link=FILE) or is one of the system that rbcheck has
// itself. Constructors have run already. Tested by test/libc/dlfcn.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __rb_unsupported(const char *what);

struct Symbol {
  const char *name; // the last one has none
  void *address;
};
extern const struct Symbol __rb_symbols[];
/// Names of what was linked, without folder and ending.
extern const char *const __rb_libraries[];

static _Thread_local char message[160];
static _Thread_local int hasMessage;
static char whole; // the handle of all

static void *fail(const char *format, const char *name) {
  snprintf(message, sizeof message, format, name);
  hasMessage = 1;
  return 0;
}

char *dlerror(void) {
  if (!hasMessage)
    return 0;
  hasMessage = 0;
  return message;
}

/// "libx.so.6" in a folder, without the folder: is it `name`?
static int isNamed(const char *file, const char *name) {
  size_t size = strlen(name);
  if (!strncmp(file, "lib", 3) && strncmp(name, "lib", 3))
    file += 3;
  return !strncmp(file, name, size) && (!file[size] || file[size] == '.');
}

static int isLinked(const char *file) {
  static const char *const system[] = {"c",  "m",      "pthread", "dl",
                                       "rt", "stdc++", "gcc_s",   "atomic"};
  const char *slash = strrchr(file, '/');
  if (slash)
    file = slash + 1;
  for (size_t i = 0; i < sizeof system / sizeof *system; ++i)
    if (!strncmp(file, "lib", 3) && isNamed(file, system[i]))
      return 1;
  for (const char *const *name = __rb_libraries; *name; ++name)
    if (isNamed(file, *name))
      return 1;
  return 0;
}

void *dlopen(const char *file, int flags) {
  if (!file || isLinked(file))
    return &whole;
  if (flags & RTLD_NOLOAD || (strchr(file, '/') && access(file, F_OK)))
    return fail("%s: cannot open shared object file: No such file or directory",
                file);
  char text[300];
  snprintf(text, sizeof text,
           "dlopen of %.80s: its code is not part of the program; link its "
           "bitcode with --link=FILE",
           file);
  __rb_unsupported(text);
  return 0;
}
void *dlmopen(Lmid_t space, const char *file, int flags) {
  (void)space;
  return dlopen(file, flags);
}
int dlclose(void *handle) {
  (void)handle;
  return 0;
}

void *dlsym(void *handle, const char *name) {
  (void)handle;
  for (const struct Symbol *symbol = __rb_symbols; symbol->name; ++symbol)
    if (!strcmp(symbol->name, name))
      return symbol->address;
  return fail("undefined symbol: %s", name);
}
void *dlvsym(void *handle, const char *name, const char *version) {
  (void)version;
  return dlsym(handle, name);
}

int dladdr(const void *address, Dl_info *info) {
  for (const struct Symbol *symbol = __rb_symbols; symbol->name; ++symbol)
    if (symbol->address == address) {
      *info = (Dl_info){"program", 0, symbol->name, symbol->address};
      return 1;
    }
  return 0;
}
