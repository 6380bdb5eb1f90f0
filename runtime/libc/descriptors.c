//===- runtime/libc/descriptors.c - dup, fcntl, ioctl ---------------------===//
//
// A program that can make the standard streams something else (dup2) has
// __rb_redirects: models that print (interp/models/Output.cpp) then look.
// Tested by test/environment/descriptors.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/files.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

void __rb_keep(void *function);
void __rb_unsupported(const char *what);
void __rb_redirects(void) {}
ssize_t __rb_write_any(int fd, const void *from, size_t size);
long __rb_file_write(int fd, char *text, size_t size, long result, long failed);

int dup(int fd) {
  rb_atomic_begin();
  __rb_keep(__rb_file_write);
  int copy = __rb_file_dup(fd, 0);
  rb_atomic_end();
  return copy;
}

int dup2(int fd, int to) {
  rb_atomic_begin();
  __rb_keep(__rb_file_write);
  __rb_keep(__rb_redirects);
  __rb_keep(__rb_write_any);
  int result = __rb_file_dup_to(fd, to);
  rb_atomic_end();
  return result;
}

int dup3(int fd, int to, int flags) {
  if (fd == to || flags & ~O_CLOEXEC) {
    errno = EINVAL;
    return -1;
  }
  int result = dup2(fd, to);
  if (result >= 0 && flags & O_CLOEXEC) {
    rb_atomic_begin();
    __rb_descriptor_flags(to, FD_CLOEXEC);
    rb_atomic_end();
  }
  return result;
}

static int status(struct Description *open) {
  return open ? open->flags & ~(O_CREAT | O_EXCL | O_TRUNC) : O_RDWR;
}

static void setStatus(struct Description *open, int flags) {
  const int changes = O_APPEND | O_NONBLOCK | O_DIRECT | O_ASYNC | O_NOATIME;
  if (open)
    open->flags = (open->flags & ~changes) | (flags & changes);
}

/// A negated errno value if it fails.
static int control(struct Description *open, int fd, int command,
                   int argument) {
  int copy;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    copy = __rb_file_dup(fd, argument);
    if (copy >= 0 && command == F_DUPFD_CLOEXEC)
      __rb_descriptor_flags(copy, FD_CLOEXEC);
    return copy < 0 ? -errno : copy;
  case F_GETFD:
    return __rb_descriptor_flags(fd, -1);
  case F_SETFD:
    __rb_descriptor_flags(fd, argument & FD_CLOEXEC);
    return 0;
  case F_GETFL:
    return status(open);
  case F_SETFL:
    setStatus(open, argument);
    return 0;
  case F_GETPIPE_SZ:
  case F_SETPIPE_SZ:
    return open && open->kind
               ? open->kind->control(open, (unsigned)command, argument)
               : -EBADF;
  case F_SETLK:
  case F_SETLKW:
  case F_GETLK:
    return 0; // a lock of the process is none for its own threads
  default:
    __rb_unsupported("an fcntl() other than for flags, copies, pipes and locks "
                     "of the process");
    return -EINVAL;
  }
}

/// The commands of control() that are given a number.
static int takesNumber(int command) {
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ||
         command == F_SETFD || command == F_SETFL || command == F_SETPIPE_SZ;
}

static int controlAny(int fd, int command, int argument) {
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  int result = open || (fd >= 0 && fd <= 2)
                   ? control(open, fd, command, argument)
                   : -EBADF;
  rb_atomic_end();
  if (result >= 0)
    return result;
  errno = -result;
  return -1;
}
static int controlBy(int fd, int command, va_list arguments) {
  const int argument = takesNumber(command) ? va_arg(arguments, int) : 0;
  const int result = controlAny(fd, command, argument);
  if (result == 0 && command == F_GETLK) // nobody else has one
    va_arg(arguments, struct flock *)->l_type = F_UNLCK;
  return result;
}
int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const int result = controlBy(fd, command, arguments);
  va_end(arguments);
  return result;
}
int fcntl64(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const int result = controlBy(fd, command, arguments);
  va_end(arguments);
  return result;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  int *argument = va_arg(arguments, int *);
  va_end(arguments);
  int given = request == FIONBIO ? *argument : 0;
  rb_atomic_begin();
  struct Description *open = __rb_description(fd);
  int result = -ENOTTY;
  if (!open && (fd < 0 || fd > 2))
    result = -EBADF;
  else if (request == FIONBIO)
    result = 0, setStatus(open, (status(open) & ~O_NONBLOCK) |
                                    (given ? O_NONBLOCK : 0));
  else if (request == FIOCLEX || request == FIONCLEX)
    result = 0, __rb_descriptor_flags(fd, request == FIOCLEX);
  else if (request == FIONREAD && open && open->kind)
    result = open->kind->control(open, request, 0);
  else if (request == FIONREAD && open && open->file)
    result = (int)(open->file->size - open->position);
  rb_atomic_end();
  if (result >= 0 && request == FIONREAD) {
    *argument = result;
    return 0;
  }
  if (result >= 0)
    return result;
  errno = -result;
  return -1;
}
