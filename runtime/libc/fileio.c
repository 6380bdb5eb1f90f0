//===- runtime/libc/fileio.c - open, read, lseek, stat and relatives ------===//
//
// On the files of files.h. What prints is a model (interp/models/Output.cpp),
// which comes back to __rb_file_write. Names: paths.c, directories:
// directories.c, what is said about files: status.c.
// Tested by test/libc/file-descriptors.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t __rb_write_standard(int fd, const void *from, size_t size);

static int openName(const char *name, int flags) {
  pthread_testcancel();
  rb_atomic_begin();
  int fd = __rb_file_open(name, flags);
  rb_atomic_end();
  return fd;
}

int open(const char *name, int flags, ...) { return openName(name, flags); }
int open64(const char *name, int flags, ...) { return openName(name, flags); }
int __open_2(const char *name, int flags) { return openName(name, flags); }
int openat(int directory, const char *name, int flags, ...) {
  char key[kPathRoom];
  return __rb_path_at(directory, name, key) ? -1 : openName(key, flags);
}
int openat64(int directory, const char *name, int flags, ...) {
  return openat(directory, name, flags);
}
int creat(const char *name, mode_t mode) {
  (void)mode;
  return openName(name, O_WRONLY | O_CREAT | O_TRUNC);
}

int __rb_close(int fd) {
  rb_atomic_begin();
  int result = __rb_file_close(fd);
  rb_atomic_end();
  return result;
}
int close(int fd) {
  pthread_testcancel();
  return __rb_close(fd);
}

/// What was moved of the caller's memory, at most `rest` bytes of it.
static void touched(void *data, size_t size, long rest, int gives) {
  if ((long)size > rest)
    size = (size_t)rest;
  if (gives)
    __rb_reads(data, size);
  else
    __rb_writes(data, size);
}

ssize_t read(int fd, void *to, size_t size) {
  pthread_testcancel();
  rb_atomic_begin();
  long count = __rb_file_read(fd, to, size);
  rb_atomic_end();
  if (count > 0)
    touched(to, size, count, 0);
  return count;
}

ssize_t __rb_write_any(int fd, const void *from, size_t size) {
  pthread_testcancel();
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  const struct OpenKind *kind = open ? open->kind : 0;
  long count = __rb_file_put(fd, from, size);
  rb_atomic_end();
  if (count > 0)
    touched((void *)from, size, count, 1);
  if (kind && count < 0 && errno == EPIPE)
    kind->broken();
  return count;
}

ssize_t write(int fd, const void *from, size_t size) {
  return fd == 1 || fd == 2 ? __rb_write_standard(fd, from, size)
                            : __rb_write_any(fd, from, size);
}

ssize_t __read_chk(int fd, void *to, size_t size, size_t room) {
  (void)room;
  return read(fd, to, size);
}

off_t lseek(int fd, off_t offset, int whence) {
  rb_atomic_begin();
  long position = __rb_file_seek(fd, offset, whence);
  rb_atomic_end();
  return position;
}
off64_t lseek64(int fd, off64_t offset, int whence) {
  return lseek(fd, offset, whence);
}

/// Reads or writes somewhere else; the position stays.
static ssize_t at(int fd, void *data, size_t size, off_t offset, int isWrite) {
  long count = -1;
  rb_atomic_begin();
  struct Description *description = __rb_description(fd);
  if (description && !description->file) {
    errno = ESPIPE;
  } else if (description) {
    size_t position = description->position;
    description->position = (size_t)offset;
    count = isWrite ? __rb_file_put(fd, data, size) : __rb_file_read(fd, data, size);
    description->position = position;
  }
  rb_atomic_end();
  if (count > 0 && isWrite)
    __rb_reads(data, (size_t)count);
  else if (count > 0)
    __rb_writes(data, (size_t)count);
  return count;
}
ssize_t pread(int fd, void *to, size_t size, off_t offset) {
  return at(fd, to, size, offset, 0);
}
ssize_t pwrite(int fd, const void *from, size_t size, off_t offset) {
  return at(fd, (void *)from, size, offset, 1);
}
ssize_t pread64(int fd, void *to, size_t size, off64_t offset) {
  return at(fd, to, size, offset, 0);
}
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t offset) {
  return at(fd, (void *)from, size, offset, 1);
}

/// In one piece if it is no file.
static ssize_t each(int fd, const struct iovec *parts, int count, int gives) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    ssize_t part = gives ? write(fd, parts[i].iov_base, parts[i].iov_len)
                         : read(fd, parts[i].iov_base, parts[i].iov_len);
    if (part < 0)
      return all ? all : -1;
    all += part;
    if ((size_t)part < parts[i].iov_len)
      break;
  }
  return all;
}

static ssize_t moveParts(int fd, const struct iovec *parts, int count,
                         int gives) {
  pthread_testcancel();
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  const struct OpenKind *kind = open ? open->kind : 0;
  long moved = kind ? kind->move(open, parts, count, gives) : 0;
  rb_atomic_end();
  if (!kind)
    return each(fd, parts, count, gives);
  long rest = moved;
  for (int i = 0; rest > 0; rest -= (long)parts[i++].iov_len)
    touched(parts[i].iov_base, parts[i].iov_len, rest, gives);
  if (gives && moved < 0 && errno == EPIPE)
    kind->broken();
  return moved;
}
ssize_t readv(int fd, const struct iovec *parts, int count) {
  return moveParts(fd, parts, count, 0);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return moveParts(fd, parts, count, 1);
}

int ftruncate(int fd, off_t size) {
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  if (open && !open->file)
    errno = EINVAL;
  int result = open && open->file
                   ? __rb_file_resize(open->file, (size_t)size)
                   : -1;
  rb_atomic_end();
  return result;
}
int truncate(const char *name, off_t size) {
  rb_atomic_begin();
  struct File *file = __rb_file_find(name);
  int result = file ? __rb_file_resize(file, (size_t)size) : -1;
  rb_atomic_end();
  return result;
}
int truncate64(const char *name, off64_t size) { return truncate(name, size); }
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
