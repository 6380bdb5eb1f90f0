//===- runtime/libc/status.c - stat, chmod, rename, unlink and relatives --===//
//
// What is known about files but their bytes. Owners, permissions and times are
// kept as they are set; nobody is refused anything for them, and no time is
// noted on its own: a file is as old as the epoch.
// Tested by test/libc/directories.c and file-status.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static int failWith(int error) {
  errno = error;
  return -1;
}

int __rb_path_at(int directory, const char *name, char *key) {
  int error = 0;
  rb_atomic_begin();
  struct Description *open =
      directory == AT_FDCWD || *name == '/' ? 0 : __rb_description(directory);
  if (directory == AT_FDCWD || *name == '/') {
    error = __rb_path(name, key);
  } else if (!open) {
    error = EBADF;
  } else if (!open->file || !open->file->isDirectory) {
    error = ENOTDIR;
  } else {
    char path[2 * kPathRoom];
    strcpy(path, open->file->name);
    if (strlen(path) + strlen(name) + 2 > kPathRoom) {
      error = ENAMETOOLONG;
    } else {
      strcat(path, "/");
      strcat(path, name);
      error = __rb_path(path, key);
    }
  }
  rb_atomic_end();
  return error ? failWith(error) : 0;
}

/// A number of its own for each file: that of its name.
static unsigned long numberOf(const char *name) {
  unsigned long hash = 5381;
  for (; name && *name; ++name)
    hash = hash * 33 + (unsigned char)*name;
  return hash & 0x7fffffff;
}

static void describe(struct stat *to, const struct File *file) {
  memset(to, 0, sizeof *to);
  to->st_nlink = 1;
  to->st_uid = to->st_gid = 1000;
  to->st_blksize = 4096;
  to->st_mode = S_IFCHR | 0620;
  if (!file)
    return;
  to->st_ino = numberOf(file->name);
  to->st_uid = file->owner;
  to->st_gid = file->group;
  to->st_mode = (file->device        ? S_IFCHR
                 : file->isDirectory ? S_IFDIR
                 : file->isSocket    ? S_IFSOCK
                                     : S_IFREG) |
                file->mode;
  to->st_atim = (struct timespec){file->times[0], file->times[1]};
  to->st_mtim = (struct timespec){file->times[2], file->times[3]};
  if (file->device)
    return;
  to->st_nlink += (nlink_t)file->isDirectory;
  to->st_size = file->isDirectory ? 4096 : (off_t)file->size;
  to->st_blocks = (blkcnt_t)((to->st_size + 511) / 512);
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
  char key[kPathRoom];
  rb_atomic_begin();
  int before = errno;
  struct File *file = __rb_file_find(name);
  struct File implied = {.isDirectory = 1, .mode = 0755, .owner = 1000,
                         .group = 1000, .name = key};
  // The root and the home of the program are there without a file.
  if (!file && !__rb_path(name, key) && __rb_is_directory(key)) {
    file = &implied;
    errno = before;
  }
  if (file)
    describe(to, file);
  rb_atomic_end();
  __rb_writes(to, file ? sizeof *to : 0);
  return file ? 0 : -1;
}
int lstat(const char *name, struct stat *to) { return stat(name, to); }
int fstatat(int directory, const char *name, struct stat *to, int flags) {
  char key[kPathRoom];
  if (!*name && flags & AT_EMPTY_PATH)
    return fstat(directory, to);
  return __rb_path_at(directory, name, key) ? -1 : stat(key, to);
}
int fstat64(int fd, struct stat64 *to) {
  return fstat(fd, (struct stat *)to);
}
int stat64(const char *name, struct stat64 *to) {
  return stat(name, (struct stat *)to);
}
int lstat64(const char *name, struct stat64 *to) {
  return stat(name, (struct stat *)to);
}
int fstatat64(int directory, const char *name, struct stat64 *to, int flags) {
  return fstatat(directory, name, (struct stat *)to, flags);
}

int access(const char *name, int how) {
  struct stat found;
  if (stat(name, &found))
    return -1;
  if (how & X_OK && !(found.st_mode & 0111))
    return failWith(EACCES);
  return 0;
}
int euidaccess(const char *name, int how) { return access(name, how); }
int eaccess(const char *name, int how) { return access(name, how); }
int faccessat(int directory, const char *name, int how, int flags) {
  char key[kPathRoom];
  (void)flags;
  return __rb_path_at(directory, name, key) ? -1 : access(key, how);
}

// Changing --------------------------------------------------------------------------

/// The file of that name, or of that descriptor if there is no name.
static struct File *fileOf(const char *name, int fd) {
  if (name)
    return __rb_file_find(name);
  struct Description *open = __rb_description(fd);
  if (open && !open->file)
    errno = EINVAL;
  return open ? open->file : 0;
}

static int setMode(const char *name, int fd, mode_t mode) {
  rb_atomic_begin();
  struct File *file = fileOf(name, fd);
  if (file)
    file->mode = mode & 07777;
  rb_atomic_end();
  return file ? 0 : -1;
}
int chmod(const char *name, mode_t mode) { return setMode(name, -1, mode); }
int fchmod(int fd, mode_t mode) { return setMode(0, fd, mode); }
int fchmodat(int directory, const char *name, mode_t mode, int flags) {
  char key[kPathRoom];
  (void)flags;
  return __rb_path_at(directory, name, key) ? -1 : setMode(key, -1, mode);
}

static int setOwner(const char *name, int fd, uid_t owner, gid_t group) {
  rb_atomic_begin();
  struct File *file = fileOf(name, fd);
  if (file && owner != (uid_t)-1)
    file->owner = owner;
  if (file && group != (gid_t)-1)
    file->group = group;
  rb_atomic_end();
  return file ? 0 : -1;
}
int chown(const char *name, uid_t owner, gid_t group) {
  return setOwner(name, -1, owner, group);
}
int lchown(const char *name, uid_t owner, gid_t group) {
  return setOwner(name, -1, owner, group);
}
int fchown(int fd, uid_t owner, gid_t group) {
  return setOwner(0, fd, owner, group);
}

/// Both times; null is now.
static int setTimes(const char *name, int fd, const struct timespec *given) {
  struct timespec now, times[2];
  clock_gettime(CLOCK_REALTIME, &now);
  for (int i = 0; i < 2; ++i)
    times[i] = !given || given[i].tv_nsec == UTIME_NOW ? now : given[i];
  rb_atomic_begin();
  struct File *file = fileOf(name, fd);
  for (int i = 0; file && i < 2; ++i) {
    if (times[i].tv_nsec == UTIME_OMIT)
      continue;
    file->times[2 * i] = times[i].tv_sec;
    file->times[2 * i + 1] = times[i].tv_nsec;
  }
  rb_atomic_end();
  return file ? 0 : -1;
}
int utimensat(int directory, const char *name, const struct timespec times[2],
              int flags) {
  char key[kPathRoom];
  (void)flags;
  return __rb_path_at(directory, name, key) ? -1 : setTimes(key, -1, times);
}
int futimens(int fd, const struct timespec times[2]) {
  return setTimes(0, fd, times);
}
int utime(const char *name, const struct utimbuf *times) {
  if (!times)
    return setTimes(name, -1, 0);
  struct timespec both[2] = {{times->actime, 0}, {times->modtime, 0}};
  return setTimes(name, -1, both);
}
static int setMicros(const char *name, int fd, const struct timeval *times) {
  if (!times)
    return setTimes(name, fd, 0);
  struct timespec both[2] = {{times[0].tv_sec, times[0].tv_usec * 1000},
                             {times[1].tv_sec, times[1].tv_usec * 1000}};
  return setTimes(name, fd, both);
}
int utimes(const char *name, const struct timeval times[2]) {
  return setMicros(name, -1, times);
}
int lutimes(const char *name, const struct timeval times[2]) {
  return setMicros(name, -1, times);
}
int futimes(int fd, const struct timeval times[2]) {
  return setMicros(0, fd, times);
}

// Names -------------------------------------------------------------------------------

int unlink(const char *name) {
  rb_atomic_begin();
  struct File *file = __rb_file_find(name);
  int error = !file ? errno : file->isDirectory ? EISDIR : 0;
  if (!error)
    file->isDeleted = 1;
  rb_atomic_end();
  return error ? failWith(error) : 0;
}
int unlinkat(int directory, const char *name, int flags) {
  char key[kPathRoom];
  if (__rb_path_at(directory, name, key))
    return -1;
  return flags & AT_REMOVEDIR ? rmdir(key) : unlink(key);
}
int remove(const char *name) {
  struct stat found;
  if (stat(name, &found))
    return -1;
  return S_ISDIR(found.st_mode) ? rmdir(name) : unlink(name);
}

/// The bytes move; the old name stays as a deleted one.
static void moveFile(struct File *file, const char *to) {
  struct File *old = __rb_file_known(to);
  if (!old)
    old = __rb_file_make(to);
  char *name = old->name;
  old->name = file->name;
  file->name = name;
  old->isDeleted = 1;
  old->isDirectory = 0;
}

/// All that is below a directory moves with it.
static void moveTree(const char *from, const char *to) {
  size_t size = strlen(from);
  for (struct File *file = __rb_file_first(); file; file = file->next) {
    char key[2 * kPathRoom];
    if (file->isDeleted || strncmp(file->name, from, size) ||
        file->name[size] != '/')
      continue;
    strcpy(key, to);
    strcat(key, file->name + size);
    moveFile(file, key);
  }
}

int rename(const char *from, const char *to) {
  char fromKey[kPathRoom], toKey[kPathRoom];
  rb_atomic_begin();
  struct File *file = __rb_file_find(from);
  int error = !file ? errno : __rb_path(from, fromKey);
  if (!error)
    error = __rb_path(to, toKey);
  if (!error && !__rb_has_parent(toKey))
    error = ENOENT;
  if (!error && strcmp(fromKey, toKey)) {
    int isDirectory = file->isDirectory;
    if (!isDirectory && __rb_is_directory(toKey))
      error = EISDIR;
    else
      moveFile(file, toKey);
    if (!error && isDirectory)
      moveTree(fromKey, toKey);
  }
  rb_atomic_end();
  return error ? failWith(error) : 0;
}
int renameat(int fromDirectory, const char *from, int toDirectory,
             const char *to) {
  char fromKey[kPathRoom], toKey[kPathRoom];
  if (__rb_path_at(fromDirectory, from, fromKey) ||
      __rb_path_at(toDirectory, to, toKey))
    return -1;
  return rename(fromKey, toKey);
}

// Links do not exist.
ssize_t readlink(const char *name, char *to, size_t size) {
  struct stat found;
  (void)to, (void)size;
  return stat(name, &found) ? -1 : failWith(EINVAL);
}
void __rb_unsupported(const char *what);
int symlink(const char *target, const char *name) {
  (void)target, (void)name;
  __rb_unsupported("symlink: files have one name in rbcheck");
  return -1;
}
int link(const char *target, const char *name) {
  (void)target, (void)name;
  __rb_unsupported("link: files have one name in rbcheck");
  return -1;
}
