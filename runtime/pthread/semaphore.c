//===- runtime/pthread/semaphore.c - Named semaphores ---------------------===//
//
// sem_open and its like. Names live in a list of the process; the same name
// gives the same semaphore. What can be done with one is modelled
// (interp/models/Semaphore.cpp). The list is only touched in atomic sections.
// Tested by test/models/semaphore-named.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct Named {
  sem_t semaphore; // first: a sem_t * of ours is a Named *
  struct Named *next;
  int users;
  char name[]; // empty once unlinked
};

static struct Named *all;

static struct Named *find(const char *name) {
  struct Named *named = all;
  while (named && strcmp(named->name, name))
    named = named->next;
  return named;
}

static void dropUnused(void) {
  for (struct Named **at = &all; *at;) {
    struct Named *named = *at;
    if (named->users || *named->name) {
      at = &named->next;
      continue;
    }
    *at = named->next;
    free(named);
  }
}

static struct Named *make(const char *name, unsigned value) {
  struct Named *named = malloc(sizeof *named + strlen(name) + 1);
  if (!named)
    return 0;
  sem_init(&named->semaphore, 0, value);
  named->users = 0;
  strcpy(named->name, name);
  named->next = all;
  all = named;
  return named;
}

/// errno value, or 0 with the semaphore in `named`.
static int openNamed(const char *name, int flags, unsigned value,
                     struct Named **named) {
  if (*name == '/')
    ++name;
  if (!*name || strchr(name, '/'))
    return EINVAL;
  if (strlen(name) > 251)
    return ENAMETOOLONG;
  *named = find(name);
  if (*named && flags & O_CREAT && flags & O_EXCL)
    return EEXIST;
  if (!*named && !(flags & O_CREAT))
    return ENOENT;
  if (!*named && value > 0x7fffffff)
    return EINVAL;
  if (!*named && !(*named = make(name, value)))
    return ENOMEM;
  ++(*named)->users;
  return 0;
}

sem_t *sem_open(const char *name, int flags, ...) {
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, unsigned); // mode
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  struct Named *named = 0;
  rb_atomic_begin();
  int error = openNamed(name, flags, value, &named);
  rb_atomic_end();
  if (!error)
    return &named->semaphore;
  errno = error;
  return SEM_FAILED;
}

int sem_close(sem_t *semaphore) {
  int found = 0;
  rb_atomic_begin();
  for (struct Named *named = all; named; named = named->next)
    if (&named->semaphore == semaphore && named->users) {
      --named->users;
      found = 1;
    }
  dropUnused();
  rb_atomic_end();
  if (found)
    return 0;
  errno = EINVAL;
  return -1;
}

int sem_unlink(const char *name) {
  rb_atomic_begin();
  struct Named *named = find(*name == '/' ? name + 1 : name);
  int found = named && *named->name;
  if (found)
    *named->name = 0;
  dropUnused();
  rb_atomic_end();
  if (found)
    return 0;
  errno = ENOENT;
  return -1;
}
