//===- runtime/libc/fileio.c - open, read, lseek, stat and relatives ------===//
//
// On the files of files.h. What prints is a model (interp/models/Output.cpp),
// which comes back to __rb_file_write. Directories, links and permissions do not
// exist: a name is a name. Tested by test/libc/file-descriptors.c.
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
#include <sys/stat.h>
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
  (void)directory;
  return openName(name, flags);
}
int creat(const char *name, mode_t mode) {
  (void)mode;
  return openName(name, O_WRONLY | O_CREAT | O_TRUNC);
}

int close(int fd) {
  pthread_testcancel();
  rb_atomic_begin();
  int result = __rb_file_close(fd);
  rb_atomic_end();
  return result;
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

static void describe(struct stat *to, const struct File *file) {
  memset(to, 0, sizeof *to);
  to->st_nlink = 1;
  to->st_uid = to->st_gid = 1000;
  to->st_blksize = 4096;
  to->st_mode = S_IFCHR | 0620;
  if (!file || file->isSink)
    return;
  to->st_mode = (file->isSocket ? S_IFSOCK : S_IFREG) | 0644;
  to->st_size = (off_t)file->size;
  to->st_blocks = (blkcnt_t)((file->size + 511) / 512);
}

int fstat(int fd, struct stat *to) {
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  int isKnown = open || (fd >= 0 && fd < 3);
  if (isKnown)
    describe(to, open ? open->file : 0);
  if (open && open->port)
    to->st_mode = open->kind->mode(open) | 0600;
  rb_atomic_end();
  __rb_writes(to, isKnown ? sizeof *to : 0);
  return isKnown ? 0 : -1;
}

int stat(const char *name, struct stat *to) {
  rb_atomic_begin();
  struct File *file = __rb_file_find(name);
  if (file)
    describe(to, file);
  rb_atomic_end();
  __rb_writes(to, file ? sizeof *to : 0);
  return file ? 0 : -1;
}
int lstat(const char *name, struct stat *to) { return stat(name, to); }
int fstat64(int fd, struct stat64 *to) {
  return fstat(fd, (struct stat *)to);
}
int stat64(const char *name, struct stat64 *to) {
  return stat(name, (struct stat *)to);
}
int lstat64(const char *name, struct stat64 *to) {
  return stat(name, (struct stat *)to);
}

int access(const char *name, int how) {
  struct stat unused;
  if (stat(name, &unused))
    return -1;
  if (!(how & X_OK))
    return 0;
  errno = EACCES;
  return -1;
}

int unlink(const char *name) {
  rb_atomic_begin();
  struct File *file = __rb_file_find(name);
  if (file)
    file->isDeleted = 1;
  rb_atomic_end();
  return file ? 0 : -1;
}
int remove(const char *name) { return unlink(name); }

int rename(const char *from, const char *to) {
  rb_atomic_begin();
  struct File *file = __rb_file_find(from);
  if (file && strcmp(from, to)) {
    struct File *old = __rb_file_find(to);
    if (!old)
      old = __rb_file_make(to);
    // The bytes move; the old name stays as a deleted one.
    char *data = old->data;
    size_t capacity = old->capacity;
    old->data = file->data;
    old->size = file->size;
    old->capacity = file->capacity;
    old->isDeleted = 0;
    file->data = data;
    file->capacity = capacity;
    file->size = 0;
    file->isDeleted = 1;
  }
  rb_atomic_end();
  return file ? 0 : -1;
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
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
