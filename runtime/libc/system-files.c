//===- runtime/libc/system-files.c - Files that tell of the system --------===//
//
// What allocators ask of Linux when they start. The host's files of that kind
// are not read: they differ between machines. Tested by test/libc/system-files.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/files.h"

#include <string.h>

static const struct {
  const char *name, *text;
} kFiles[] = {
    {"/proc/sys/vm/overcommit_memory", "0\n"},
    {"/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n"},
};

const char *__rb_system_file(const char *key) {
  for (size_t i = 0; i < sizeof kFiles / sizeof *kFiles; ++i)
    if (!strcmp(key, kFiles[i].name))
      return kFiles[i].text;
  return 0;
}
