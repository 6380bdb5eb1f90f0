//===- runtime/libc/mappings.c - Files that are mapped and shared ---------===//
//
// While a file has shared mappings, its bytes are in one object of whole pages,
// which all of them are parts of: what is written here is read there, and by
// read() and write(). That object has a fixed size, that of the largest mapping
// or of the file. What the mappings have behind the end of the file is zero and
// can be used, where a process would get SIGBUS. With the last mapping the bytes
// move, so that a later use of it is found. Tested by test/libc/mmap-shared*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/mappings.h"

#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void __rb_unsupported(const char *what);
void *__rb_allocate(size_t size);

struct Mapping {
  char *at;
  size_t size;
  struct File *file;
  struct Mapping *next;
};
static struct Mapping *mappings;

/// An errno value, or 0: its bytes are where they can be mapped.
static int gather(struct File *file, size_t end) {
  if (file->mappings) {
    if (end > file->capacity)
      __rb_unsupported("a shared mapping that is larger than another one of the "
                       "same file");
    return 0;
  }
  const size_t size = end > file->size ? end : file->size;
  const size_t whole = (size + kPage - 1) / kPage * kPage;
  char *pages = __rb_allocate(whole);
  if (!pages)
    return ENOMEM;
  if (file->size)
    memcpy(pages, file->data, file->size);
  free(file->data);
  file->data = pages;
  file->capacity = whole;
  return 0;
}

static int mayMap(const struct Description *open, int protection) {
  const int access = open->flags & O_ACCMODE;
  return access == O_RDWR || (access == O_RDONLY && !(protection & PROT_WRITE));
}

static int map(int fd, size_t size, int protection, size_t offset, char **to) {
  struct Description *open = __rb_description(fd);
  if (!open)
    return EBADF;
  struct File *file = open->file;
  if (!file || file->isDirectory || file->isFixed || file->dataOut)
    return ENODEV;
  if (!mayMap(open, protection))
    return EACCES;
  if (file->device)
    __rb_unsupported("a shared mapping of a device");
  const size_t whole = (size + kPage - 1) / kPage * kPage;
  const int error = gather(file, offset + whole);
  if (error)
    return error;
  struct Mapping *mapping = calloc(1, sizeof *mapping);
  *mapping = (struct Mapping){file->data + offset, whole, file, mappings};
  mappings = mapping;
  ++file->mappings;
  ++file->users;
  *to = mapping->at;
  return 0;
}

int __rb_map_shared(int fd, size_t size, int protection, size_t offset,
                    char **to) {
  rb_atomic_begin();
  const int error = map(fd, size, protection, offset, to);
  rb_atomic_end();
  return error;
}

/// The last mapping of the file is gone.
static void release(struct File *file) {
  char *pages = file->data;
  file->data = file->size ? malloc(file->size) : 0;
  if (file->size)
    memcpy(file->data, pages, file->size);
  file->capacity = file->size;
  free(pages);
}

int __rb_unmap_shared(char *at, size_t size) {
  int isFound = 0;
  rb_atomic_begin();
  struct Mapping **each = &mappings;
  while (*each && (at >= (*each)->at + (*each)->size ||
                   at + size <= (*each)->at))
    each = &(*each)->next;
  struct Mapping *mapping = *each;
  if (mapping) {
    isFound = 1;
    if (mapping->at != at || mapping->size != size)
      __rb_unsupported("munmap of a part of a mapping");
    *each = mapping->next;
    struct File *file = mapping->file;
    free(mapping);
    if (!--file->mappings)
      release(file);
    __rb_file_drop(file);
  }
  rb_atomic_end();
  return isFound;
}
