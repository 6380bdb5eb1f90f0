//===- runtime/libc/environment.c - Environment variables -----------------===//
//
// The environment is what --env gives when a program starts (the machine sets
// `environ`), else empty. It is not locked, as in reality: setenv beside getenv is
// a race. Tested by test/libc/environment.c and test/cli/env.test.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Zeroed; what is replaced stays, as in glibc, and is not the program's to free.
void *__rb_allocate(size_t size);

static char *nothing[1];
char **environ = nothing;

/// The place of a variable in the array, or its end.
static char **find(const char *name, size_t length) {
  char **at = environ;
  while (at && *at && (strncmp(*at, name, length) || (*at)[length] != '='))
    ++at;
  return at;
}

char *getenv(const char *name) {
  size_t length = strlen(name);
  char **at = find(name, length);
  return at && *at ? *at + length + 1 : 0;
}
char *secure_getenv(const char *name) { return getenv(name); }

/// Puts "NAME=value" into the array, which grows by copying.
static int put(char *text, size_t length) {
  char **at = find(text, length);
  if (at && *at) {
    *at = text;
    return 0;
  }
  size_t count = at ? (size_t)(at - environ) : 0;
  char **grown = __rb_allocate((count + 2) * sizeof *grown);
  if (!grown)
    return -1;
  if (count)
    memcpy(grown, environ, count * sizeof *grown);
  grown[count] = text;
  grown[count + 1] = 0;
  environ = grown;
  return 0;
}

static int isName(const char *name) {
  if (name && *name && !strchr(name, '='))
    return 1;
  errno = EINVAL;
  return 0;
}

int setenv(const char *name, const char *value, int replace) {
  if (!isName(name))
    return -1;
  if (!replace && getenv(name))
    return 0;
  size_t length = strlen(name);
  char *text = __rb_allocate(length + strlen(value) + 2);
  if (!text)
    return -1;
  strcpy(text, name);
  text[length] = '=';
  strcpy(text + length + 1, value);
  return put(text, length);
}

int unsetenv(const char *name) {
  if (!isName(name))
    return -1;
  char **at = find(name, strlen(name));
  for (; at && *at; ++at)
    at[0] = at[1];
  return 0;
}

int putenv(char *text) {
  char *end = strchr(text, '=');
  return end ? put(text, (size_t)(end - text)) : unsetenv(text);
}

int clearenv(void) {
  environ = 0;
  return 0;
}
