//===- runtime/libc/mman.c - mmap and relatives ---------------------------===//
//
// Mapped memory is a zeroed object of whole pages; unmapping frees it, so a
// later use is found. A file that is mapped for oneself is copied; shared mappings
// of files are in mappings.c. Protection is not enforced. Tested by
// test/libc/mmap*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/mappings.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void __rb_unsupported(const char *what);
/// Zeroed, and aligned to more than pages. No memory of the heap: what is never
/// unmapped is not lost.
void *__rb_allocate(size_t size);

static size_t wholePages(size_t size) {
  return (size + kPage - 1) / kPage * kPage;
}

static void *failWith(int error) {
  errno = error;
  return MAP_FAILED;
}

void *mmap(void *address, size_t size, int protection, int flags, int fd,
           off_t offset) {
  if (!size || offset % kPage)
    return failWith(EINVAL);
  if (flags & MAP_FIXED)
    __rb_unsupported("mmap with MAP_FIXED");
  (void)address; // only a hint
  int isFile = !(flags & MAP_ANONYMOUS);
  char *memory;
  if (isFile && flags & MAP_SHARED) {
    const int error =
        __rb_map_shared(fd, size, protection, (size_t)offset, &memory);
    return error ? failWith(error) : memory;
  }
  memory = __rb_allocate(wholePages(size));
  if (!memory)
    return failWith(ENOMEM);
  if (isFile && pread(fd, memory, size, offset) < 0) {
    free(memory);
    return failWith(EBADF);
  }
  return memory;
}
void *mmap64(void *address, size_t size, int protection, int flags, int fd,
             off64_t offset) {
  return mmap(address, size, protection, flags, fd, offset);
}

int munmap(void *address, size_t size) {
  if (!size || (size_t)address % kPage) {
    errno = EINVAL;
    return -1;
  }
  if (__rb_unmap_shared(address, wholePages(size)))
    return 0;
  if (malloc_usable_size(address) != wholePages(size))
    __rb_unsupported("munmap of a part of a mapping");
  free(address);
  return 0;
}

int mprotect(void *address, size_t size, int protection) {
  (void)address, (void)size, (void)protection;
  return 0;
}
int madvise(void *address, size_t size, int advice) {
  if (advice == MADV_DONTNEED)
    memset(address, 0, wholePages(size));
  return 0;
}
int posix_madvise(void *address, size_t size, int advice) {
  (void)address, (void)size, (void)advice;
  return 0;
}
int msync(void *address, size_t size, int flags) {
  (void)address, (void)size, (void)flags;
  return 0;
}
int mlock(const void *address, size_t size) {
  (void)address, (void)size;
  return 0;
}
int munlock(const void *address, size_t size) {
  (void)address, (void)size;
  return 0;
}
int mlockall(int flags) {
  (void)flags;
  return 0;
}
int munlockall(void) { return 0; }
