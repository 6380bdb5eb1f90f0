//===- runtime/libc/directories.c - mkdir, opendir and relatives ----------===//
//
// A directory that the program made is a file without bytes; what is in one is
// found by its name. Those of the host can be listed, and seem to change.
// Tested by test/libc/directories.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The names in a directory of the host, one behind the other, in order, each
/// with its end, those of directories with a slash; an errno value, or 0.
int __rb_host_list(const char *name, char **names, size_t *size);

struct __dirstream {
  char *names; // as above
  size_t size;
  size_t position;
  int fd;
  struct dirent entry;
};

static int result(int error) {
  if (error)
    errno = error;
  return error ? -1 : 0;
}

/// The name of `file` inside of the directory, or null.
static const char *nameInside(const char *directory, const char *file) {
  size_t size = strlen(directory);
  size -= size == 1; // the root
  if (strncmp(file, directory, size) || file[size] != '/' || !file[size + 1] ||
      strchr(file + size + 1, '/'))
    return 0;
  return file + size + 1;
}

static char *addName(char *names, size_t *size, const char *name, int slash) {
  size_t length = strlen(name);
  char *grown = realloc(names, *size + length + 2);
  // In order: the place is before the first one that is greater.
  size_t at = 0;
  while (at < *size && strcmp(grown + at, name) < 0)
    at += strlen(grown + at) + 1;
  memmove(grown + at + length + slash + 1, grown + at, *size - at);
  memcpy(grown + at, name, length);
  if (slash)
    grown[at + length] = '/';
  grown[at + length + slash] = 0;
  *size += length + slash + 1;
  return grown;
}

/// All names in a directory, as __rb_host_list has them.
static char *listNames(const char *key, size_t *size) {
  char *names = 0, *host = 0;
  size_t hostSize = 0;
  *size = 0;
  if (__rb_host_list(__rb_host_name(key), &host, &hostSize))
    hostSize = 0;
  for (size_t at = 0; at < hostSize; at += strlen(host + at) + 1) {
    char child[kPathRoom];
    size_t length = strlen(host + at);
    int slash = host[at + length - 1] == '/';
    if (strlen(key) + length + 2 > kPathRoom)
      continue;
    strcpy(child, strcmp(key, "/") ? key : "");
    strcat(child, "/");
    strncat(child, host + at, length - (size_t)slash);
    if (!__rb_file_known(child)) // else it is the program's own now
      names = addName(names, size, strrchr(child, '/') + 1, slash);
  }
  free(host);
  for (struct File *file = __rb_file_first(); file; file = file->next) {
    const char *name = file->isDeleted ? 0 : nameInside(key, file->name);
    if (name)
      names = addName(names, size, name, file->isDirectory);
  }
  return names;
}

int mkdir(const char *name, mode_t mode) {
  char key[kPathRoom];
  rb_atomic_begin();
  int error = __rb_path(name, key), before = errno;
  if (!error && (__rb_is_directory(key) || __rb_file_find(name)))
    error = EEXIST;
  errno = before;
  if (!error && !__rb_has_parent(key))
    error = ENOENT;
  if (!error) {
    struct File *file = __rb_file_known(key);
    if (!file)
      file = __rb_file_make(key);
    file->isDeleted = 0;
    file->isDirectory = 1;
    file->size = 0;
    file->mode = mode & 0777 & ~022u;
  }
  rb_atomic_end();
  return result(error);
}
int mkdirat(int directory, const char *name, mode_t mode) {
  char path[kPathRoom];
  return __rb_path_at(directory, name, path) ? -1 : mkdir(path, mode);
}

int rmdir(const char *name) {
  char key[kPathRoom];
  rb_atomic_begin();
  int error = __rb_path(name, key);
  if (!error && !__rb_is_directory(key))
    error = __rb_file_find(name) ? ENOTDIR : ENOENT;
  if (!error) {
    size_t size;
    free(listNames(key, &size));
    if (size)
      error = ENOTEMPTY;
  }
  if (!error) {
    struct File *file = __rb_file_known(key);
    if (!file)
      file = __rb_file_make(key);
    file->isDeleted = 1;
    file->isDirectory = 0;
  }
  rb_atomic_end();
  return result(error);
}

// Reading -----------------------------------------------------------------------------

DIR *opendir(const char *name) {
  char key[kPathRoom];
  DIR *stream = 0;
  rb_atomic_begin();
  int error = __rb_path(name, key);
  if (!error && !__rb_is_directory(key))
    error = __rb_file_find(name) ? ENOTDIR : ENOENT;
  if (!error) {
    stream = calloc(1, sizeof *stream);
    stream->fd = -1;
    size_t size = 0;
    char *names = listNames(key, &size);
    static const char first[] = "./\0../";
    stream->size = size + sizeof first;
    stream->names = malloc(stream->size);
    memcpy(stream->names, first, sizeof first);
    if (size)
      memcpy(stream->names + sizeof first, names, size);
    free(names);
  }
  rb_atomic_end();
  result(error);
  return stream;
}

DIR *fdopendir(int fd) {
  char path[kPathRoom];
  if (__rb_path_at(fd, ".", path))
    return 0;
  DIR *stream = opendir(path);
  if (stream)
    stream->fd = fd;
  return stream;
}

struct dirent *readdir(DIR *stream) {
  if (stream->position >= stream->size)
    return 0;
  const char *name = stream->names + stream->position;
  size_t length = strlen(name);
  int isDirectory = name[length - 1] == '/';
  stream->position += length + 1;
  length -= (size_t)isDirectory;
  memset(&stream->entry, 0, sizeof stream->entry);
  if (length >= sizeof stream->entry.d_name)
    length = sizeof stream->entry.d_name - 1;
  memcpy(stream->entry.d_name, name, length);
  stream->entry.d_type = isDirectory ? DT_DIR : DT_REG;
  stream->entry.d_ino = stream->position;
  stream->entry.d_off = (off_t)stream->position;
  stream->entry.d_reclen = sizeof stream->entry;
  return &stream->entry;
}
struct dirent64 *readdir64(DIR *stream) {
  return (struct dirent64 *)readdir(stream);
}
int readdir_r(DIR *stream, struct dirent *to, struct dirent **found) {
  *found = readdir(stream);
  if (*found)
    *found = memcpy(to, *found, sizeof *to);
  return 0;
}
void rewinddir(DIR *stream) { stream->position = 0; }
long telldir(DIR *stream) { return (long)stream->position; }
void seekdir(DIR *stream, long position) {
  stream->position = (size_t)position;
}
int dirfd(DIR *stream) {
  if (stream->fd < 0)
    errno = ENOTSUP;
  return stream->fd;
}
int closedir(DIR *stream) {
  if (stream->fd >= 0)
    close(stream->fd);
  free(stream->names);
  free(stream);
  return 0;
}

int alphasort(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

int scandir(const char *name, struct dirent ***list,
            int (*wants)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  DIR *stream = opendir(name);
  if (!stream)
    return -1;
  struct dirent **found = 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (wants && !wants(entry))
      continue;
    found = realloc(found, (size_t)(count + 1) * sizeof *found);
    found[count] = malloc(sizeof *entry);
    memcpy(found[count++], entry, sizeof *entry);
  }
  closedir(stream);
  if (compare && count)
    qsort(found, (size_t)count, sizeof *found,
          (int (*)(const void *, const void *))compare);
  *list = found;
  return count;
}
