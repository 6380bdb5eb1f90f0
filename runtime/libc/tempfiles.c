//===- runtime/libc/tempfiles.c - mkstemp, memfd_create and relatives -----===//
//
// Names are tried in order, so they are the same in every run.
// Tested by test/libc/fnmatch.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Sets the six X in front of `suffix` characters to the name number `n`; false
/// if they are not there.
static int setName(char *name, int suffix, int n) {
  int size = (int)strlen(name) - suffix - 6;
  if (size < 0)
    return 0;
  char *at = name + size;
  if (n == 0 && strncmp(at, "XXXXXX", 6))
    return 0;
  for (int i = 5; i >= 0; --i, n /= 26)
    at[i] = (char)('a' + n % 26);
  return 1;
}

static int tryNames(char *name, int suffix, int flags, int isDirectory) {
  for (int n = 0; n < 1000; ++n) {
    if (!setName(name, suffix, n)) {
      errno = EINVAL;
      return -1;
    }
    int made = isDirectory
                   ? mkdir(name, 0700)
                   : open(name, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (made >= 0 || errno != EEXIST)
      return made;
  }
  return -1;
}
int mkostemps(char *name, int suffix, int flags) {
  return tryNames(name, suffix, flags & ~O_ACCMODE, 0);
}
int mkstemp(char *name) { return mkostemps(name, 0, 0); }
int mkostemp(char *name, int flags) { return mkostemps(name, 0, flags); }
int mkstemps(char *name, int suffix) { return mkostemps(name, suffix, 0); }
int mkstemp64(char *name) { return mkstemp(name); }
int mkostemp64(char *name, int flags) { return mkostemp(name, flags); }
char *mkdtemp(char *name) { return tryNames(name, 0, 0, 1) < 0 ? 0 : name; }

/// A name that nobody has, without a file.
static char *freeName(char *name) {
  for (int n = 0; n < 1000; ++n) {
    setName(name, 0, n);
    if (access(name, F_OK))
      return name;
  }
  return 0;
}
char *mktemp(char *name) { return freeName(name); }
char *tmpnam(char *to) {
  static char own[32];
  return freeName(strcpy(to ? to : own, "/tmp/fileXXXXXX"));
}
char *tempnam(const char *folder, const char *prefix) {
  char name[kPathRoom];
  if (!folder)
    folder = "/tmp";
  if (strlen(folder) + 16 > sizeof name)
    return 0;
  strcpy(name, folder);
  strcat(name, "/");
  strncat(name, prefix ? prefix : "file", 5);
  strcat(name, "XXXXXX");
  return strdup(freeName(name));
}

// Memory that has a descriptor ---------------------------------------------------------

int memfd_create(const char *name, unsigned flags) {
  (void)name, (void)flags;
  rb_atomic_begin();
  int fd = __rb_file_open_contents(__rb_file_make(0), O_RDWR);
  rb_atomic_end();
  return fd;
}

static int shared(const char *name, char *to) {
  if (*name == '/')
    ++name;
  if (!*name || strchr(name, '/') || strlen(name) + 10 > kPathRoom) {
    errno = EINVAL;
    return 0;
  }
  strcpy(to, "/dev/shm/");
  strcat(to, name);
  return 1;
}
int shm_open(const char *name, int flags, mode_t mode) {
  char path[kPathRoom];
  return shared(name, path) ? open(path, flags, mode) : -1;
}
int shm_unlink(const char *name) {
  char path[kPathRoom];
  return shared(name, path) ? unlink(path) : -1;
}

// Room and locks: one process has both for itself -----------------------------------

int posix_fallocate(int fd, off_t offset, off_t size) {
  struct stat found;
  if (fstat(fd, &found))
    return EBADF;
  return found.st_size < offset + size && ftruncate(fd, offset + size) ? ENOSPC
                                                                       : 0;
}
int fallocate(int fd, int mode, off_t offset, off_t size) {
  if (mode) {
    errno = EOPNOTSUPP;
    return -1;
  }
  int error = posix_fallocate(fd, offset, size);
  if (error)
    errno = error;
  return error ? -1 : 0;
}
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
  return posix_fallocate(fd, offset, size);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
  return fallocate(fd, mode, offset, size);
}
int posix_fadvise(int fd, off_t offset, off_t size, int advice) {
  (void)fd, (void)offset, (void)size, (void)advice;
  return 0;
}
int posix_fadvise64(int fd, off64_t offset, off64_t size, int advice) {
  return posix_fadvise(fd, offset, size, advice);
}
void sync(void) {}
int syncfs(int fd) {
  (void)fd;
  return 0;
}
int lockf(int fd, int command, off_t size) {
  (void)fd, (void)command, (void)size;
  return 0;
}
