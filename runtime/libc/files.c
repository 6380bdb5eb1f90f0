//===- runtime/libc/files.c - Contents, names and descriptors of files ----===//
//
// See files.h. The public functions on top are in fileio.c (descriptors) and
// stream.c (FILEs). Tested by test/libc/file*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { kFirst = 3, kDescriptors = 259 };

/// Copies a file of the host into fresh memory; an errno value, or 0.
int __rb_host_file(const char *name, char **data, size_t *size);
/// Does nothing; that it is referred to makes it part of the program.
void __rb_keep(void *function);
long __rb_file_write(int fd, char *text, size_t size, long result, long failed);
int __rb_close(int fd);
void __rb_output(int fd, const void *from, size_t size);
void __rb_approximate(const char *name, const char *who);
void __rb_unsupported(const char *what);

static struct File *names;
/// By descriptor. A standard stream that nobody changed has none.
static struct Slot {
  struct Description *open;
  int flags; ///< FD_CLOEXEC
} table[kDescriptors];

/// Bytes of standard input from a position on; how many, 0 at its end.
long __rb_input(size_t position, void *to, size_t size);
static size_t inputPosition; ///< all of standard input that a state knows

static int failWith(int error) {
  errno = error;
  return -1;
}

// Files -----------------------------------------------------------------------

struct File *__rb_file_make(const char *key) {
  struct File *file = calloc(1, sizeof *file);
  if (!file)
    return file;
  file->mode = 0644;
  file->owner = file->group = 1000;
  if (!key)
    return file;
  file->name = strdup(key);
  file->next = names;
  names = file;
  return file;
}

struct File *__rb_file_first(void) { return names; }

struct File *__rb_file_known(const char *key) {
  for (struct File *file = names; file; file = file->next)
    if (!strcmp(file->name, key))
      return file;
  return 0;
}

static enum FileDevice deviceOf(const char *key) {
  if (strncmp(key, "/dev/", 5))
    return kNoDevice;
  const char *name = key + 5;
  return !strcmp(name, "null")   ? kNullDevice
         : !strcmp(name, "zero") ? kZeroDevice
         : !strcmp(name, "full") ? kFullDevice
         : !strcmp(name, "random") || !strcmp(name, "urandom") ? kRandomDevice
                                                               : kNoDevice;
}

struct File *__rb_file_find(const char *name) {
  char key[kPathRoom];
  char *data = 0;
  size_t size = 0;
  int error = __rb_path(name, key);
  struct File *file = error ? 0 : __rb_file_known(key);
  if (file && !file->isDeleted)
    return file;
  enum FileDevice device = deviceOf(key);
  if (!error && file)
    error = ENOENT;
  else if (!error && !device)
    error = __rb_host_file(__rb_host_name(key), &data, &size);
  if (error == EISDIR)
    size = 0;
  else if (error) {
    errno = error;
    return 0;
  }
  file = __rb_file_make(key);
  file->data = data;
  file->size = file->capacity = size;
  file->device = device;
  if (device)
    file->mode = 0666;
  file->isDirectory = error == EISDIR;
  if (file->isDirectory)
    file->mode = 0755;
  return file;
}

struct File *__rb_file_claim(const char *name) {
  char key[kPathRoom];
  if (__rb_path(name, key))
    return 0;
  struct File *file = __rb_file_known(key);
  if (!file)
    file = __rb_file_make(key);
  file->isDeleted = file->isSocket = file->isDirectory = 0;
  file->socket = 0;
  file->size = 0;
  file->mode = 0644;
  return file;
}

int __rb_file_resize(struct File *file, size_t size) {
  if (size > file->capacity) {
    if (file->isFixed)
      return failWith(ENOSPC);
    if (file->mappings)
      __rb_unsupported("a file that grows beyond its shared mappings");
    size_t capacity = size < 128 ? 128 : size * 2;
    char *data = realloc(file->data, capacity);
    if (!data)
      return failWith(ENOSPC);
    file->data = data;
    file->capacity = capacity;
  }
  if (size > file->size)
    memset(file->data + file->size, 0, size - file->size);
  else if (file->mappings)
    memset(file->data + size, 0, file->size - size);
  file->size = size;
  return 0;
}

void __rb_file_drop(struct File *file) {
  if (--file->users || file->name)
    return; // what has a name stays
  if (!file->isFixed && !file->dataOut)
    free(file->data);
  free(file);
}

// Descriptors -----------------------------------------------------------------

struct Description *__rb_description(int fd) {
  if (fd >= 0 && fd < kDescriptors && table[fd].open)
    return table[fd].open;
  errno = EBADF;
  return 0;
}

static int freeSlot(int least) {
  for (int fd = least < kFirst ? kFirst : least; fd < kDescriptors; ++fd)
    if (!table[fd].open)
      return fd;
  return failWith(EMFILE);
}

int __rb_descriptor_make(struct Description model) {
  __rb_keep(__rb_close); // for syscall()
  int fd = freeSlot(kFirst);
  if (fd < 0)
    return -1;
  struct Description *description = calloc(1, sizeof *description);
  *description = model;
  description->flags &= ~O_CLOEXEC;
  description->users = 1;
  table[fd].open = description;
  table[fd].flags = model.flags & O_CLOEXEC ? FD_CLOEXEC : 0;
  return fd;
}

int __rb_descriptor_flags(int fd, int set) {
  if (set >= 0)
    table[fd].flags = set;
  return table[fd].flags;
}

int __rb_file_open_contents(struct File *file, int flags) {
  __rb_keep(__rb_file_write);
  int fd = __rb_descriptor_make(
      (struct Description){.file = file, .flags = flags});
  if (fd >= 0)
    ++file->users;
  return fd;
}

int __rb_file_open(const char *name, int flags) {
  int before = errno;
  struct File *file = __rb_file_find(name);
  if (file && flags & O_CREAT && flags & O_EXCL)
    return failWith(EEXIST);
  if (file && file->isDirectory && (flags & O_ACCMODE) != O_RDONLY)
    return failWith(EISDIR);
  if (file && !file->isDirectory && flags & O_DIRECTORY)
    return failWith(ENOTDIR);
  if (!file) {
    char key[kPathRoom];
    if (!(flags & O_CREAT) || errno != ENOENT || __rb_path(name, key) ||
        !__rb_has_parent(key))
      return -1;
    file = __rb_file_claim(key);
    errno = before;
  }
  if (file->isSocket)
    return failWith(ENXIO);
  if (flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY)
    __rb_file_resize(file, 0);
  return __rb_file_open_contents(file, flags);
}

/// The description of a descriptor, also of a standard stream.
static struct Description *forSharing(int fd) {
  if (fd < 0 || fd >= kFirst || table[fd].open)
    return __rb_description(fd);
  struct Description *standard = calloc(1, sizeof *standard);
  standard->standard = 1 + fd;
  standard->flags = O_RDWR;
  return standard;
}

int __rb_file_dup(int fd, int least) {
  struct Description *description = forSharing(fd);
  int copy = description ? freeSlot(least) : -1;
  if (copy < 0)
    return -1;
  ++description->users;
  table[copy].open = description;
  table[copy].flags = 0;
  return copy;
}

int __rb_file_dup_to(int fd, int to) {
  struct Description *description = forSharing(fd);
  if (!description)
    return -1;
  if (to < 0 || to >= kDescriptors)
    return failWith(EBADF);
  if (to == fd)
    return to;
  ++description->users;
  if (table[to].open)
    __rb_file_close(to);
  table[to].open = description;
  if (description->standard == 1 + to) { // what it is without one
    table[to].open = 0;
    __rb_description_drop(description);
  }
  table[to].flags = 0;
  return to;
}

void __rb_description_drop(struct Description *description) {
  if (--description->users)
    return;
  if (description->kind)
    description->kind->leave(description);
  if (description->file)
    __rb_file_drop(description->file);
  free(description);
}

int __rb_file_close(int fd) {
  if (fd >= 0 && fd < kFirst && !table[fd].open)
    return 0;
  struct Description *description = __rb_description(fd);
  if (!description)
    return -1;
  table[fd].open = 0;
  table[fd].flags = 0;
  __rb_description_drop(description);
  return 0;
}

static long readInput(void *to, size_t size) {
  long count = __rb_input(inputPosition, to, size);
  inputPosition += (size_t)count;
  return count;
}

static long readDevice(enum FileDevice device, void *to, size_t size) {
  if (device == kNullDevice)
    return 0;
  if (device == kRandomDevice)
    return getrandom(to, size, 0);
  memset(to, 0, size);
  return (long)size;
}

long __rb_file_read(int fd, void *to, size_t size) {
  if (fd == 0 && !table[0].open)
    return readInput(to, size);
  struct Description *description = __rb_description(fd);
  if (!description)
    return -1;
  if (description->standard == 1)
    return readInput(to, size);
  if (description->kind)
    return description->kind->move(
        description, &(struct iovec){to, size}, 1, 0);
  if ((description->flags & O_ACCMODE) == O_WRONLY)
    return failWith(EBADF);
  struct File *file = description->file;
  if (file->isDirectory)
    return failWith(EISDIR);
  if (file->device)
    return readDevice(file->device, to, size);
  if (description->position >= file->size)
    return 0;
  if (size > file->size - description->position)
    size = file->size - description->position;
  memcpy(to, file->data + description->position, size);
  description->position += size;
  return (long)size;
}

/// open_memstream keeps a zero behind the bytes and shows where they are.
static void show(struct File *file) {
  if (!file->dataOut)
    return;
  size_t size = file->size;
  __rb_file_resize(file, size + 1);
  file->data[size] = 0;
  file->size = size;
  *file->dataOut = file->data;
  *file->sizeOut = size;
}

/// To a standard stream, if it is one.
static int putStandard(int fd, const void *from, size_t size) {
  struct Description *open =
      fd >= 0 && fd < kDescriptors ? table[fd].open : 0;
  int standard = open ? open->standard - 1 : fd < kFirst ? fd : -1;
  if (standard != 1 && standard != 2)
    return 0;
  __rb_output(standard, from, size);
  return 1;
}

long __rb_file_put(int fd, const void *from, size_t size) {
  if (putStandard(fd, from, size))
    return (long)size;
  struct Description *description = __rb_description(fd);
  if (!description)
    return -1;
  if (description->kind)
    return description->kind->move(
        description, &(struct iovec){(void *)from, size}, 1, 1);
  if ((description->flags & O_ACCMODE) == O_RDONLY)
    return failWith(EBADF);
  struct File *file = description->file;
  if (file->device == kFullDevice)
    return failWith(ENOSPC);
  if (file->device)
    return (long)size;
  if (description->flags & O_APPEND)
    description->position = file->size;
  size_t end = description->position + size;
  if (file->isFixed && end > file->capacity) {
    end = file->capacity;
    size = end - description->position;
    if (!size)
      return failWith(ENOSPC);
  }
  if (end > file->size && __rb_file_resize(file, end))
    return -1;
  if (size)
    memcpy(file->data + description->position, from, size);
  description->position = end;
  if (file->isFixed && end < file->capacity)
    file->data[end] = 0;
  show(file);
  return (long)size;
}

long __rb_file_seek(int fd, long offset, int whence) {
  if (fd >= 0 && fd < kFirst && !table[fd].open)
    return failWith(ESPIPE);
  struct Description *description = __rb_description(fd);
  if (!description)
    return -1;
  if (description->kind && !description->kind->mode(description))
    return 0; // as Linux has it
  if (!description->file)
    return failWith(ESPIPE);
  long base = whence == SEEK_SET   ? 0
              : whence == SEEK_CUR ? (long)description->position
              : whence == SEEK_END ? (long)description->file->size
                                   : -1;
  if (base < 0 || base + offset < 0)
    return failWith(EINVAL);
  description->position = (size_t)(base + offset);
  return base + offset;
}

/// Models that print call this for descriptors from 3 on, and in programs that
/// change the standard streams also for those; `text` is theirs.
long __rb_file_write(int fd, char *text, size_t size, long result,
                     long failed) {
  rb_atomic_begin();
  struct Description *open =
      fd >= 0 && fd < kDescriptors ? table[fd].open : 0;
  const struct OpenKind *kind = open ? open->kind : 0;
  if (kind)
    __rb_approximate("stream-buffer", "a FILE");
  long written = __rb_file_put(fd, text, size);
  rb_atomic_end();
  free(text);
  if (kind && written < 0 && errno == EPIPE)
    kind->broken();
  return written == (long)size ? result : failed;
}
