//===- runtime/libc/paths.c - Names of files and directories --------------===//
//
// A file is known by its absolute name, without "." and ".." in it. The program
// starts in /program, which stands for the directory that rbcheck runs in;
// all other names are those of the host. Directories are there if the program
// made them or the host has them. Tested by test/libc/directories.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <rbcheck.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __rb_host_file(const char *name, char **data, size_t *size);

#define RB_HOME "/program"

static char current[kPathRoom] = RB_HOME;

/// Appends the parts of `name` to the absolute name in `key`.
static int append(char *key, const char *name) {
  size_t size = strlen(key);
  while (*name) {
    size_t part = strcspn(name, "/");
    if (part == 2 && name[0] == '.' && name[1] == '.') {
      while (size && key[--size] != '/')
        ;
      key[size] = 0;
    } else if (part && !(part == 1 && *name == '.')) {
      if (size + part + 2 > kPathRoom)
        return ENAMETOOLONG;
      key[size++] = '/';
      memcpy(key + size, name, part);
      size += part;
      key[size] = 0;
    }
    name += part;
    name += *name == '/';
  }
  return 0;
}

int __rb_path(const char *name, char *key) {
  if (!*name)
    return ENOENT;
  key[0] = 0;
  if (*name != '/' && strcmp(current, "/"))
    strcpy(key, current);
  int error = append(key, name);
  if (!key[0])
    strcpy(key, "/");
  return error;
}

const char *__rb_host_name(const char *key) {
  size_t size = strlen(RB_HOME);
  if (strncmp(key, RB_HOME, size))
    return key;
  return !key[size] ? "." : key[size] == '/' ? key + size + 1 : key;
}

int __rb_is_directory(const char *key) {
  struct File *file = __rb_file_known(key);
  if (file)
    return file->isDirectory && !file->isDeleted;
  if (!strcmp(key, "/") || !strcmp(key, RB_HOME))
    return 1;
  char *data = 0;
  size_t size;
  int error = __rb_host_file(__rb_host_name(key), &data, &size);
  if (!error)
    free(data);
  return error == EISDIR;
}

int __rb_has_parent(const char *key) {
  char parent[kPathRoom];
  strcpy(parent, key);
  char *slash = strrchr(parent, '/');
  slash[slash == parent] = 0;
  return __rb_is_directory(parent);
}

// The public functions ----------------------------------------------------------------

char *getcwd(char *to, size_t size) {
  size_t wanted = strlen(current) + 1;
  if (!to && !size)
    size = wanted;
  if (size < wanted) {
    errno = ERANGE;
    return 0;
  }
  return strcpy(to ? to : malloc(size), current);
}
char *__getcwd_chk(char *to, size_t size, size_t room) {
  (void)room;
  return getcwd(to, size);
}
char *get_current_dir_name(void) { return getcwd(0, 0); }
char *getwd(char *to) { return getcwd(to, kPathRoom); }

int chdir(const char *name) {
  char key[kPathRoom];
  rb_atomic_begin();
  int error = __rb_path(name, key);
  if (!error && !__rb_is_directory(key))
    error = ENOENT;
  if (!error) {
    memset(current, 0, sizeof current); // nothing is left of a longer name
    strcpy(current, key);
  }
  rb_atomic_end();
  if (error)
    errno = error;
  return error ? -1 : 0;
}

char *realpath(const char *name, char *to) {
  char key[kPathRoom];
  rb_atomic_begin();
  int error = __rb_path(name, key);
  if (!error && !__rb_is_directory(key) && !__rb_file_find(name))
    error = errno;
  rb_atomic_end();
  if (error) {
    errno = error;
    return 0;
  }
  return strcpy(to ? to : malloc(strlen(key) + 1), key);
}
char *__realpath_chk(const char *name, char *to, size_t room) {
  (void)room;
  return realpath(name, to);
}
char *canonicalize_file_name(const char *name) { return realpath(name, 0); }
