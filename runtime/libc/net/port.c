//===- runtime/libc/net/port.c - Moving bytes, and waiting for them -------===//
//
// See port.h. Tested by test/environment.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"
#include "runtime/libc/net/epoll.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

struct Port *__rb_port(int fd, int error) {
  struct Description *open = __rb_description(fd);
  if (open && open->port)
    return open->port;
  if (open || (fd >= 0 && fd < 3))
    errno = error;
  return 0;
}

static long moveParts(struct Description *description,
                      const struct iovec *parts, int count, int gives) {
  struct Transfer transfer = {.parts = parts, .count = (size_t)count};
  for (int i = 0; i < count; ++i)
    transfer.size += parts[i].iov_len;
  long result = __rb_port_move(description, &transfer, gives);
  if (result >= 0)
    return result;
  errno = (int)-result;
  return -1;
}

static void leave(struct Description *description) {
  __rb_watches_drop(description);
  struct Port *port = description->port;
  if (--port->users == 0)
    port->kind->end(port);
}

static void broken(void) { raise(SIGPIPE); }

static unsigned modeOf(struct Description *description) {
  return description->port->kind->mode;
}

static int control(struct Description *description, unsigned long request,
                   int argument) {
  struct Port *port = description->port;
  if (request == FIONREAD)
    return port->kind->waiting ? (int)port->kind->waiting(port) : -ENOTTY;
  if (!port->kind->resize)
    return -EBADF;
  return port->kind->resize(port, request == F_SETPIPE_SZ ? argument : -1);
}

static const struct OpenKind portCalls = {moveParts, leave, broken, modeOf,
                                          control};

int __rb_port_open(struct Port *port, int flags) {
  ++port->users;
  int fd = __rb_descriptor_make((struct Description){
      .port = port, .kind = &portCalls, .flags = flags});
  if (fd < 0 && --port->users == 0)
    port->kind->end(port);
  return fd;
}

void __rb_port_set(struct Port *port, unsigned ready, unsigned wakes) {
  if (port->ready != ready)
    port->ready = ready;
  for (struct Watch *watch = port->watches; watch; watch = watch->nextOfPort)
    __rb_watch_wake(watch, wakes);
}

// Bytes of the caller ---------------------------------------------------------

static size_t move(struct Transfer *transfer, char *data, size_t size,
                   int gathers) {
  size_t skip = transfer->done, moved = 0;
  for (size_t i = 0; i < transfer->count && moved < size; ++i) {
    const struct iovec *part = &transfer->parts[i];
    if (skip >= part->iov_len) {
      skip -= part->iov_len;
      continue;
    }
    size_t length = part->iov_len - skip;
    if (length > size - moved)
      length = size - moved;
    char *at = (char *)part->iov_base + skip;
    memcpy(gathers ? data + moved : at, gathers ? at : data + moved, length);
    moved += length;
    skip = 0;
  }
  return moved;
}

void __rb_scatter(struct Transfer *transfer, const char *data, size_t size) {
  transfer->done += move(transfer, (char *)data, size, 0);
}
void __rb_gather(struct Transfer *transfer, char *data, size_t size) {
  transfer->done += move(transfer, data, size, 1);
}

long __rb_moved(long result, const struct Transfer *transfer, int gives) {
  size_t rest = result > 0 ? transfer->done : 0;
  for (size_t i = 0; i < transfer->count && rest; ++i) {
    size_t length = transfer->parts[i].iov_len;
    if (length > rest)
      length = rest;
    rest -= length;
    if (length && gives)
      __rb_reads(transfer->parts[i].iov_base, length);
    else if (length)
      __rb_writes(transfer->parts[i].iov_base, length);
  }
  if (result >= 0)
    return result;
  if (result == -EPIPE && gives && !(transfer->flags & MSG_NOSIGNAL))
    raise(SIGPIPE);
  errno = (int)-result;
  return -1;
}

// Waiting ---------------------------------------------------------------------

int __rb_wait_for(enum WaitKind kind, const char *what, const struct rb_wait *waits,
                  size_t count, const struct timespec *limit,
                  struct Description **held, size_t heldCount) {
  rb_atomic_end();
  int why = kind == kMasked ? __rb_await_masked(what, waits, count, limit)
            : kind == kEnds || limit
                ? __rb_await_once(what, waits, count, limit)
                : __rb_await(what, waits, count, limit);
  if (why != RB_AWAIT_CANCELLED)
    return why;
  for (size_t i = 0; i < heldCount; ++i)
    __rb_description_drop(held[i]);
  rb_atomic_end();
  pthread_testcancel(); // does not come back
  rb_atomic_begin();
  return why;
}

long __rb_port_move(struct Description *description, struct Transfer *transfer,
                    int gives) {
  struct Port *port = description->port;
  const struct PortKind *kind = port->kind;
  const struct timespec *limit =
      gives ? &description->giveLimit : &description->takeLimit;
  if (!limit->tv_sec && !limit->tv_nsec)
    limit = 0;
  transfer->isWaiting = !(description->flags & O_NONBLOCK) &&
                        !(transfer->flags & MSG_DONTWAIT);
  const struct rb_wait wait =
      __rb_wait_at(port, gives ? kCanGive : kCanTake | kArmed);
  long result;
  int must = 0;
  ++description->users;
  for (;;) {
    if (!gives && __rb_port_ready(port) & kArmed)
      kind->look(port, must);
    result = gives ? kind->give(port, transfer) : kind->take(port, transfer);
    if (result != -EAGAIN || !transfer->isWaiting)
      break;
    int why = __rb_wait_for(kRestarts, gives ? kind->gives : kind->takes, &wait, 1,
                            limit, &description, 1);
    if (why == RB_AWAIT_INTERRUPTED) {
      result = -EINTR;
      break;
    }
    if (why == RB_AWAIT_LATE)
      transfer->isWaiting = 0; // once more, with what there is
    must = 1;
  }
  if ((result == -EAGAIN || result == -EINTR) && transfer->done)
    result = (long)transfer->done;
  __rb_description_drop(description);
  return result;
}
